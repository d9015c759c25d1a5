"""What a TEXT on the command line means: a file, standard input, a release, an edition, a file under git.

What the name of a text says about its place in a repository.

A file with edits of its text: shown as a diff, or written whole or not at all.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from stat import S_IWGRP, S_IWOTH, S_IWUSR
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from crdiff.cli.output import check_targets
from crdiff.errors import CrdiffError, UnknownRelease, UnreadableText, UnrecognisedText, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from crdiff.importers.document import Tracked
    from crdiff.model.release import Release
    from crdiff.store.embedded.corpus import EmbeddedCorpus
    from crdiff.store.texts.folder import TextFolder
    from crdiff.text.edit import TextEdit


# What the name of a text under git begins with: ``git:REV:path``.
GIT = "git:"


def file_of(name: str) -> str:
    """Return the path of the text called `name`, with forward slashes: what a job of CI can point at; "" for no file.

    A path inside the current folder is made relative to it. ``git:REV:path`` is the file at `path`.
    """
    if name.startswith(GIT):
        return name.removeprefix(GIT).partition(":")[2]
    from pathlib import Path  # it would be a fifteenth of the start of every command

    return "" if name == "-" or not Path(name).exists() else Path(from_here(name)).as_posix()


def from_here(name: str) -> str:
    """Return a path inside the current folder relative to it, and any other name as it is."""
    from pathlib import Path  # as above

    path, here = Path(name), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_absolute() and path.is_relative_to(here) else name


def is_new_in_git(name: str) -> bool:
    """Whether the text called `name` is a file of the working tree, as ``git:REV:path``, that REV does not have yet.

    Not so for a revision that does not exist, save in a repository without any, nor for a path that is nowhere.
    """
    from pathlib import Path

    def git(*arguments: str) -> str | None:
        from subprocess import run

        done = run(["git", *arguments], capture_output=True, check=False)
        return None if done.returncode else done.stdout.decode("utf-8", "replace").rstrip("\n")

    revision, colon, path = name.removeprefix(GIT).partition(":")
    if not (name.startswith(GIT) and colon and path) or revision.startswith("-"):
        return False
    if git("cat-file", "-e", f"{revision}:{path}") is not None:
        return False
    root = git("rev-parse", "--show-toplevel")
    if root is None or not (Path() if path.startswith("./") else Path(root)).joinpath(path).is_file():
        return False
    is_known = git("rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}") is not None
    return is_known or not git("rev-list", "--all", "--max-count=1")


# Prefix of the name of a text that ``--at DATE`` stands for.
AS_OF = "as-of:"

# Bytes of a file: 128 MB, as of a document. The largest text of the rules has 2.6 MB.
BYTES_MAX = 1 << 27

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# What only names of files hold: no edition's id does.
_FILE = re.compile(r"[./\\]")
_FOLDERS = re.compile(r".*[/\\]")


class _File(Struct, frozen=True):
    """A text before it is read: errors name its `place`, the release itself says `called`, which is no path."""

    raw: bytes
    place: str
    called: str


@dataclass(frozen=True, slots=True)
class Texts:
    """Reads texts by name.

    `corpus` is the folder of ``--corpus``, `dialect` the name given with ``--dialect``, `tracked` the side of tracked
    changes asked for with ``--tracked``: ``final``, ``original`` or None. `book` is what ``--book`` names.
    """

    corpus: str | None = None
    dialect: str | None = None
    tracked: str | None = None
    book: str | None = None
    _read: dict[str, bytes] = field(default_factory=dict, init=False, repr=False, compare=False)

    def raw(self, name: str) -> bytes:
        """Return what the file called `name` held when it was first asked for: edits are those of one state of it."""
        if name not in self._read:
            self._read[name] = contents(name)
        return self._read[name]

    def hold(self, name: str, raw: bytes) -> None:
        """Take `raw` for what the file called `name` holds, whatever it does."""
        self._read[name] = raw

    def write(self, name: str, raw: bytes) -> None:
        """Replace the file called `name` as `replace_edited` does. What is asked of it from now on is as written."""
        replace_edited(name, self.raw(name), raw)
        self.hold(name, raw)

    def read(self, name: str) -> Release:
        """Return the text called `name`.

        A date names a release held, as the code or the name of its set does, ``latest`` and ``previous`` the newest
        two, a known id an edition; what is the name of a file is that file first, as ``./2009-07-11`` is.
        Raises `CrdiffError` with the place where it went wrong; `OSError` where a file cannot be opened.
        """
        file = self._file(name)
        if file:
            return self._parse(file)
        corpus = self.embedded()
        return corpus.text(corpus.edition(name))

    def lines(self, name: str) -> tuple[str, ...]:
        """Return the lines of the text called `name`, as its clauses count them; none of an edition.

        Raises as `read` does.
        """
        from crdiff.dialects.registry import read_lines

        file = self._file(name)
        try:
            return read_lines(file.raw, file.called, self._side) if file else ()
        except CrdiffError as error:
            raise error.at(file.place if file else name) from None

    def check_tracked(self, *names: str) -> None:
        """Raise `UsageError` where ``--tracked`` was given and none of the texts called `names` is a .docx."""
        if self.tracked is None:
            return
        from crdiff.importers.document import ZIP

        files = (self._file(name) for name in names)
        if not any(file and file.raw.startswith(ZIP) for file in files):
            raise UsageError(f"--tracked {self.tracked}, but no text given tracks changes", "a .docx document")

    @property
    def _side(self) -> Tracked:
        from crdiff.importers.document import Tracked

        return Tracked(self.tracked or Tracked.FINAL)

    def _file(self, name: str) -> _File | None:
        """Return the file that `name` stands for, None where it can only be an edition."""
        if name == "-":
            return _File(_standard_input(), "standard input", "standard input")
        if name.startswith(GIT):
            return _File(_from_git(name), name, name)
        from crdiff.history.nearest import LATEST, PREVIOUS  # costs the start of every command, asked for here or not

        release = name.removeprefix(AS_OF)
        if release in {LATEST, PREVIOUS}:
            return self._held(release)
        if release != name:
            return self._held(self._in_force(self._called(release) or _day(release)).isoformat())
        if _DATE.fullmatch(name):
            return self._held(_day(name).isoformat())
        try:
            return _File(self.raw(name), name, _FOLDERS.sub("", name))
        except FileNotFoundError:
            if _FILE.search(name):
                raise
            called = self._called(name)
            return self._held(called.isoformat()) if called else None

    def _called(self, name: str) -> date | None:
        """Return the release whose set has the code or the name `name`, None where none has."""
        from crdiff.store.texts.corpus_folder import known_releases, release_called

        return None if _DATE.fullmatch(name) else release_called(name, known_releases(self.folder))

    def held(self) -> TextFolder:
        """Return the texts that the user has added to the corpus."""
        from crdiff.store.texts.folder import TextFolder

        return TextFolder(self.folder)

    @property
    def folder(self) -> Path:
        """The folder in which the corpus has, or would have, its texts of the book."""
        from crdiff.store.texts.books import folder_for, named_book
        from crdiff.store.texts.home import home

        return folder_for(home(self.corpus), named_book(self.book))

    def embedded(self) -> EmbeddedCorpus:
        """Return what is known without any text being added: of ``--corpus`` if it has a catalog, else of its book."""
        from pathlib import Path

        from crdiff.store.embedded.corpus import load_corpus
        from crdiff.store.texts.books import book_of, named_book

        folder = Path(self.corpus) if self.corpus else None
        has_catalog = folder and (folder / "catalog.toml").is_file()
        return load_corpus(folder) if has_catalog else load_corpus(book=named_book(self.book) or book_of(self.folder))

    def _held(self, release: str) -> _File:
        """Return the text of a release: its ISO date, ``latest`` or ``previous``.

        Raises `UnknownRelease`, naming the nearest held and editions that quote it.
        """
        folder = self.held()
        try:
            text = folder.text_of(release)
        except UnknownRelease as error:
            editions = self.embedded().editions
            quoting = [edition.id for edition in editions if edition.release.isoformat() == release]
            if not quoting:
                raise
            raise UnknownRelease(error.what, f"{error.expected}; {' and '.join(quoting)} quotes a part of it") from None
        return _File(folder.read_bytes(text), text.release, text.name)

    def _in_force(self, day: date) -> date:
        """Return the release in force on `day`, by the catalog and by what is held, whether or not its text is."""
        known = {release.effective for release in self.embedded().releases}
        known |= {_day(text.release) for text in self.held().chosen()}
        before = [release for release in known if release <= day]
        if not before:
            raise UnknownRelease(f"no release was in force on {day}", f"{min(known)} or a later day")
        return max(before)

    def _parse(self, file: _File) -> Release:
        """Return the release in `file`; with the title of a book but other numbers it is none of that book."""
        from crdiff.store.texts.books import book_of, called_by_its_title, named_book

        asked = named_book(self.book)
        titled, own = "" if asked else called_by_its_title(file.raw), book_of(self.folder)
        try:
            return self._as_book(file, asked or titled or own)
        except UnrecognisedText as error:
            with suppress(UnrecognisedText):
                if titled and titled != own:
                    return self._as_book(file, own)
            raise error.at(file.place) from None
        except CrdiffError as error:
            raise error.at(file.place) from None

    def _as_book(self, file: _File, book: str) -> Release:
        from crdiff.dialects.registry import read
        from crdiff.store.texts.books import book_for

        return read(file.raw, file.called, self.dialect, tracked=self._side, book=book_for(book))


def contents(name: str) -> bytes:
    """Return what the file called `name` holds."""
    with open(name, "rb") as file:  # noqa: PTH123 - importing pathlib costs a comparison more than reading its files
        return _whole(file.read(BYTES_MAX + 1), name)


def _whole(raw: bytes, name: str) -> bytes:
    """Return `raw`. Raises `UnreadableText` where it is the beginning of a file that is larger than any text."""
    if len(raw) > BYTES_MAX:
        raise UnreadableText(f"more than {BYTES_MAX >> 20} MB", "a text or a document", path=name)
    return raw


class _Said(Struct):
    schema: str = ""


def schema_of(file: str) -> str:
    """Return the format that a file of JSON says that it has, "" for none; who reads it says what is wrong with it."""
    try:
        return msgspec.json.decode(contents(file), type=_Said).schema
    except (OSError, msgspec.MsgspecError, RecursionError):
        return ""


def replace_edited(name: str, before: bytes, after: bytes) -> None:
    """Write `after` to the file called `name`, in which `before` was edited.

    Raises `UsageError` where somebody has changed it meanwhile.
    """
    from pathlib import Path

    from crdiff.output.atomic_file import write_whole

    if contents(name) not in {before, after}:
        raise UsageError("was changed while it was being edited", remedy="try again", path=name)
    write_whole(Path(name), after)


def raw_of(name: str) -> bytes:
    """Return what standard input, the file called `name` or the file that ``git:REV:path`` names holds."""
    if name == "-":
        return _standard_input()
    return _from_git(name) if name.startswith(GIT) else contents(name)


def _day(printed: str) -> date:
    from crdiff.history.nearest import read_date

    return read_date(printed)


@cache
def _standard_input() -> bytes:
    """Return what standard input holds, read once however often it is asked for."""
    return _whole(sys.stdin.buffer.read(BYTES_MAX + 1), "standard input")


def _from_git(name: str) -> bytes:
    """Return the file that ``git:REV:path`` names, as git has it."""
    from subprocess import run

    revision, separator, path = name.removeprefix(GIT).partition(":")
    if not (revision and separator and path) or revision.startswith("-"):
        raise UnreadableText("no file under git", "git:REV:path, such as git:HEAD~1:rules.txt", path=name)
    try:
        found = run(["git", "cat-file", "blob", f"{revision}:{path}"], capture_output=True, check=False)
    except FileNotFoundError:
        raise UnreadableText("git is not installed", "the command git", path=name) from None
    if found.returncode:
        raise UnreadableText(found.stderr.decode("utf-8", "replace").strip() or "git found nothing", path=name)
    return _whole(found.stdout, name)


_AUTHOR = "crdiff"
# Where builds that give the same bytes twice say what time it is, in seconds.
_EPOCH = "SOURCE_DATE_EPOCH"

_WRITABLE = S_IWUSR | S_IWGRP | S_IWOTH


class EditedFile(NamedTuple):
    """A file with edits: its name, the edits, its lines before and its new bytes."""

    file: str
    edits: tuple[TextEdit[str], ...]
    lines: tuple[str, ...]
    raw: bytes


def check_editable(name: str, texts: Texts, what: str) -> None:
    """Raise `UsageError` for a text that is not a file here, or is not read as it stands; `what` edits it."""
    from pathlib import Path

    if not Path(name).is_file():
        raise UsageError("not a file that can be changed", "the path of a .txt, .md or .docx", path=name)
    if texts.tracked == "original":
        raise UsageError(f"{what} the final text of a .docx", "--tracked final, or no --tracked")


def edited_file(name: str, edits: tuple[TextEdit[str], ...], lines: tuple[str, ...], texts: Texts) -> EditedFile:
    """Return the file called `name`, whose lines are `lines`, with `edits`.

    Raises `CrdiffError` for a format that cannot be written.
    """
    from crdiff.exporters.rewrite import rewritten
    from crdiff.exporters.tracked import Signature

    try:
        return EditedFile(name, edits, lines, rewritten(texts.raw(name), name, edits, Signature(_AUTHOR, _now())))
    except CrdiffError as error:
        raise error.at(name) from None


def check_writable(names: Iterable[str]) -> None:
    """Raise `UsageError` for the first that is read-only, or is not a file."""
    from pathlib import Path

    for name in names:
        check_targets([name])
        path = Path(name)
        if path.exists() and not path.stat().st_mode & _WRITABLE:
            raise UsageError("is read-only", "a file that may be written", path=name)


def diff_of(text: EditedFile) -> bytes:
    """Return what would be written as a unified diff of the lines of the text, empty where nothing would."""
    from difflib import unified_diff
    from pathlib import Path

    from crdiff.cite.editing import name_in_patch
    from crdiff.dialects.registry import read_lines

    after = read_lines(text.raw, Path(text.file).name)
    name = os.fsdecode(name_in_patch(os.fsencode(text.file)))
    lines = unified_diff(text.lines, after, name, name, lineterm="")
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def _now() -> datetime:
    """Return the time that tracked changes are given, to the second."""
    asked = os.environ.get(_EPOCH, "")
    return datetime.fromtimestamp(int(asked), UTC) if asked.isdigit() else datetime.now(UTC).replace(microsecond=0)
