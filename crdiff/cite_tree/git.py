"""What git says of a tree: its revisions, what a change added, and which commit wrote each line."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from subprocess import PIPE, Popen, run
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from msgspec.structs import replace

from crdiff.cite.checking import CitingText
from crdiff.cite.citation import TextPlaces
from crdiff.cite.numbering import Numbering
from crdiff.errors import UsageError

Lines = range
# More lines than a file has.
_LINES_MAX = 1 << 40
_HUNK = re.compile(rb"@@ -\d+(?:,(?P<gone>\d+))? \+(?P<start>\d+)(?:,(?P<new>\d+))? @@")
# An address of a repository: ``https://github.com/magefree/mage.git``, ``git@gitlab.com:group/project``.
#
# A name and a password before the host are left out.
_REMOTE = re.compile(r"(?:\w+://(?:[^/@]*@)?|(?:[^/@]+@)?)(?P<host>[^/:]+)(?::\d+(?=/))?[:/](?P<name>.+?)(?:\.git)?/*")
# A name and a password in an address.
_NAMED = re.compile(r"//[^/@\s]*@")
# How lines begin that say nothing beyond that a push failed.
_IDLE = ("To ", "hint:", "error: failed to push some refs")
# Host -> what stands between a repository and a revision in the address of a file.
_PAGES = {"github.com": "blob", "gitlab.com": "-/blob"}
# Variables by which git tells a hook of its repository; asked about another folder it would look there.
_OF_A_HOOK = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"))


class GitFile(NamedTuple):
    """A file of a revision: its name from the current folder, the id of its content."""

    path: str
    content: str


class Repository(NamedTuple):
    """Where a tree is published: ``magefree/mage``, and the pattern of the addresses of its lines.

    `top` is the folder of it on this machine, `revision` the commit checked out. What is not known is None.
    """

    top: Path
    name: str | None
    revision: str | None
    link: str | None


def git(*words: str, folder: str = ".", given: bytes = b"") -> bytes | None:
    """Return what git answers to words and what is `given` to it, None where it fails or is not there."""
    try:
        answered = run(["git", "-C", folder, *words], input=given, capture_output=True, check=False, env=_elsewhere())
    except OSError:
        return None
    return None if answered.returncode else answered.stdout


def complaint(*words: str, folder: str) -> str:
    """Return why git cannot do something with an address that a stranger may have written, "" where it did.

    It asks nobody for a password, and runs nothing that an address says.
    """
    strict = {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": "https:file", "GIT_LFS_SKIP_SMUDGE": "1"}
    return "".join(_complaints(words, folder, strict)[-1:])


def refusal(*words: str) -> str:
    """Return why git cannot do something with ``origin``, on a line and without the name and password of its address.

    "" where it did.
    """
    said = [line.strip() for line in _complaints(words, ".", {"GIT_TERMINAL_PROMPT": "0"})]
    telling = [line for line in said if line and not line.startswith(_IDLE)] or said
    return _NAMED.sub("//", "; ".join(telling))


def _complaints(words: Sequence[str], folder: str, settings: Mapping[str, str]) -> list[str]:
    """Return the lines by which git says why it fails, none where it does not."""
    try:
        done = run(["git", "-C", folder, *words], capture_output=True, check=False, env={**_elsewhere(), **settings})
    except OSError as error:
        return [f"git does not run ({error.strerror})"]
    failed = bool(done.returncode)
    return (done.stderr.decode("utf-8", "replace").strip() or "no reason is given").splitlines() if failed else []


def _elsewhere() -> dict[str, str]:
    """Return the environment without what would bind git to one repository."""
    return {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}


def commit_of(revision: str) -> str:
    """Return the id of the commit that a revision names. Raises `UsageError`."""
    found = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not found:
        raise UsageError(f"git knows no revision {revision!r} here", "a branch, a tag or a commit such as HEAD~1")
    return found.decode().strip()


def first_day(folder: str = ".") -> date | None:
    """Return the day of the first commit of a tree, None where git does not know it: not of a clone cut short."""
    if git("rev-parse", "--is-shallow-repository", folder=folder) != b"false\n":
        return None
    days = (git("log", "--max-parents=0", "--format=%as", "HEAD", folder=folder) or b"").split()
    return min((date.fromisoformat(day.decode()) for day in days), default=None)


def files_in(commit: str, path: str) -> list[GitFile]:
    """Return the plain files of a commit under `path`, "" for the current folder, by name.

    Raises `UsageError` where it has none.
    """
    listed = git("ls-tree", "-r", "-z", commit, *(("--", path) if path else ())) or b""
    found = []
    for line in filter(None, listed.split(b"\0")):
        facts, _, name = line.partition(b"\t")
        mode, kind, content = facts.decode().split()
        if kind == "blob" and mode != "120000":
            found.append(GitFile(os.fsdecode(name), content))
    if not found:
        raise UsageError(f"git has no file under {path or 'the current folder'!r} in {commit[:12]}", "a path in it")
    return found


def older_files(day: date, folder: str = ".", revision: str = "") -> Callable[[str], bool]:
    """Return what says of a file whether it is as the last commit, or a revision, has it, and that is older than a day.

    As far as git knows, which is asked once, in a folder.
    """
    said = git("log", "-1", "--format=%cs", revision or "HEAD", "--", folder=folder)
    if not said or date.fromisoformat(said.decode().strip()) >= day:
        return lambda _: False
    if revision:
        return lambda _: True
    top = Path(os.fsdecode(git("rev-parse", "--show-toplevel", folder=folder) or b"").removesuffix("\n"))
    told = git("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", folder=folder)
    changed = {top / name[3:] for name in os.fsdecode(told or b"").split("\0")}

    def is_older(path: str) -> bool:
        found = Path(path).resolve()
        return told is not None and found.is_relative_to(top) and found not in changed

    return is_older


def bring(commit: str, files: Iterable[GitFile]) -> None:
    """Fetch what a clone without blobs lacks of the files of a commit, at once: git itself asks for one at a time.

    Raises `UsageError` where the repository that has it does not give it.
    """
    promised = git("config", "--name-only", "--get-regexp", r"^remote\..*\.promisor$")
    if not promised:
        return
    listed = git("rev-list", "--objects", "--no-walk", "--missing=print", commit) or b""
    lacking = {line[1:].decode() for line in listed.split(b"\n") if line.startswith(b"?")}
    ids = "".join(f"{file.content}\n" for file in files if file.content in lacking)
    remote = promised.decode().splitlines()[0].removeprefix("remote.").removesuffix(".promisor")
    how = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--filter=blob:none", "--stdin"]
    if ids and git("-c", "fetch.negotiationAlgorithm=noop", "fetch", *how, remote, given=ids.encode()) is None:
        what = f"this clone lacks the content of files of {commit[:12]}, and {remote!r} does not give it"
        raise UsageError(what, "a clone that was made without --filter, or one that reaches its origin")


def contents(files: Sequence[GitFile], most: int) -> Iterator[tuple[GitFile, bytes | int | None]]:
    """Yield each file with its content, or the size of one with more than `most` bytes; None for what git lacks."""
    with TemporaryFile() as asked:
        asked.write(b"".join(file.content.encode() + b"\n" for file in files))
        asked.seek(0)
        with Popen(["git", "cat-file", "--batch"], stdin=asked, stdout=PIPE, env=_elsewhere()) as answering:
            assert answering.stdout
            for file in files:
                yield file, _content(answering.stdout, most)


def _content(answers: IO[bytes], most: int) -> bytes | int | None:
    said = answers.readline().split()[-1]
    if said == b"missing":
        return None
    size = int(said)
    content = answers.read(min(size, most))
    for left in range(len(content), size + 1, most):
        answers.read(min(most, size + 1 - left))
    return content if size <= most else size


def added_lines(base: str) -> Mapping[str, Sequence[Lines]]:
    """Return the lines that are not in the revision from which `base` and the commit checked out parted.

    File -> its new lines. Files that git does not track yet are new from end to end, and before the first commit all
    are. Raises `UsageError`.
    """
    is_first = base == "HEAD" and git("rev-parse", "--git-dir") and not git("rev-parse", "--verify", "-q", "HEAD")
    parted = None if is_first else _parted(commit_of(base))
    untracked = ("--others", "--exclude-standard", *(("--cached",) if is_first else ()))
    new = (git("ls-files", "-z", *untracked) or b"").split(b"\0")
    whole = {os.fsdecode(name): [Lines(1, _LINES_MAX)] for name in new if name}
    return {**(_added(_diff(parted)) if parted else {}), **whole}


def _parted(commit: str) -> str:
    """Return the commit from which `commit` and the one checked out parted; itself where they share none."""
    return (git("merge-base", commit, "HEAD") or commit.encode()).decode().strip()


def _diff(commit: str) -> bytes:
    options = ("--relative", "--no-ext-diff", "--no-color", "--no-textconv", "-M", "-U0", "--diff-filter=ACMR")
    names = ("--src-prefix=a/", "--dst-prefix=b/")
    return git("-c", "core.quotePath=false", "diff", *options, *names, commit, "--") or b""


def _added(diff: bytes) -> Mapping[str, Sequence[Lines]]:
    """Return file -> new lines, as a diff without context says."""
    found: dict[str, list[Lines]] = defaultdict(list)
    path, left = "", 0
    for line in diff.split(b"\n"):
        if left and line[:1] in (b"-", b"+"):  # a line of a text, which may look like the head of a file
            left -= 1
        elif line.startswith(b"+++ "):
            path = _unquoted(line[4:].rstrip(b"\t")).removeprefix("b/")
        elif match := _HUNK.match(line):
            gone, start, new = int(match["gone"] or 1), int(match["start"]), int(match["new"] or 1)
            left = gone + new
            found[path].append(Lines(start, start + new))
    return found


def _unquoted(name: bytes) -> str:
    """Return the name of a file as git prints it: in quotes, with escapes, where it has characters that are none."""
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return os.fsdecode(name)


def repository_of(folder: str) -> Repository:
    """Return where the tree of a folder is published, as far as git says."""
    top = git("rev-parse", "--show-toplevel", folder=folder)
    if top is None:
        return Repository(Path(folder).resolve(), None, None, None)
    revision = git("rev-parse", "--verify", "--quiet", "HEAD", folder=folder)
    name, link = published((git("remote", "get-url", "origin", folder=folder) or b"").decode().strip())
    return Repository(Path(os.fsdecode(top.rstrip(b"\n"))), name, revision.decode().strip() if revision else None, link)


def published(remote: str) -> tuple[str | None, str | None]:
    """Return the name of a repository and the pattern of links to it, None where its host is another one."""
    match = _REMOTE.fullmatch(remote)
    if not match or match["host"] not in _PAGES:
        return None, None
    name = match["name"]
    return name, f"https://{match['host']}/{name}/{_PAGES[match['host']]}/{{revision}}/{{path}}#L{{line}}"


# The line that opens each line of a file in the porcelain format of git blame: commit, line there, line here.
_HEAD = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?")
_ZEROS = re.compile("0+")


class BlamedLine(NamedTuple):
    """The commit that a line is from, "" where it is not committed yet, and the day on which its author wrote it.

    `day` is None of what is not committed, and where a shallow clone ends: the commit stands for all before it.
    """

    commit: str
    day: date | None


NOT_COMMITTED = BlamedLine("", None)


def blamed_lines(path: str, revision: str = "") -> Sequence[BlamedLine]:
    """Return the commit of each line of a file as it is, or as a revision has it; none where git does not know it.

    Changes of blanks and moves within the file are looked through: the commit is the one that wrote the words.
    """
    folder, name = (".", path) if revision else os.path.split(path)
    said = git("blame", "--porcelain", "-w", "-M", *([revision] if revision else []), "--", name, folder=folder or ".")
    if not said:
        return ()
    has_boundary = b"\nboundary\n" in said
    shallow = git("rev-parse", "--is-shallow-repository", folder=folder or ".") if has_boundary else None
    return tuple(_lines(said, is_shallow=shallow == b"true\n"))


def _lines(said: bytes, *, is_shallow: bool) -> Iterator[BlamedLine]:
    days: dict[bytes, date | None] = {}
    commit = b""
    for line in said.split(b"\n"):
        if line.startswith(b"\t"):
            name = commit.decode()
            yield NOT_COMMITTED if _ZEROS.fullmatch(name) else BlamedLine(name, days[commit])
        elif match := _HEAD.fullmatch(line):
            commit = match[1]
        elif line.startswith(b"author-time "):
            days[commit] = datetime.fromtimestamp(int(line.split()[1]), UTC).date()
        elif line == b"boundary" and is_shallow:
            days[commit] = None


def blamed(texts: Iterable[CitingText], numbering: Numbering, revision: str = "") -> Iterator[CitingText]:
    """Yield the texts with the release in force on the day on which the line of each citation was written."""
    for text in texts:
        lines = blamed_lines(text.name, revision)
        days = tuple(_day(line, numbering) for line in lines_cited(text, lines)) if lines else ()
        yield replace(text, days=days)


def lines_cited(text: CitingText, lines: Sequence[BlamedLine]) -> Iterator[BlamedLine]:
    """Yield for each group of a text what `lines` say of its line; one that git lacks is not committed."""
    places = TextPlaces(text.text)
    for group in text.groups:
        line = places.line(group.start)
        yield lines[line - 1] if line <= len(lines) else NOT_COMMITTED


def _day(line: BlamedLine, numbering: Numbering) -> int | None:
    if not line.commit:
        return numbering.newest
    return numbering.position(line.day) if line.day else None
