"""Hostile names of files, and the words of hostile texts, through every format of every command that prints them.

What is dangerous is written down here again, as its readers have it, and not taken from crdiff.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import sys
import unicodedata
from ast import literal_eval
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import mistune
import pytest
from html_reader import read_html
from repositories import git
from table import rows_of

from crdiff.cite_tree.reading import numbering_of
from crdiff.cli.app import run
from crdiff.corpus import Corpus
from crdiff.text.hidden import shown_on_a_line
from tests.abroad.command_lines import forms, leaves
from tests.cli.conftest import Run, built
from tests.small_releases import CHOICES, RELEASES, release_text

LONG = b"n" * 240
NAMES = (
    *(os.fsencode(literal_eval(row["name"])) for row in rows_of(__file__, "hostile names")),
    b"a" + b" ::error::x" * 20,
    b"| pipe | cell |",
    LONG,
)
# The same as words of a text, which is refused where it has control characters.
TEXT = tuple(shown_on_a_line(os.fsdecode(name)) for name in NAMES)
# What may end an element that a text stands in; no file can have this name.
ENDING = "</script></title></svg><!-- ]]> & &amp;"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux alone"),
    pytest.mark.usefixtures("one_timeline"),
]


def _draft(words: Sequence[str], *, is_new: bool) -> bytes:
    """Return a small release with `words` in headings, rules, examples and entries; the new one differs in each."""
    said, changed = dict(RELEASES["2014-05-01"]), "is now" if is_new else "was once"
    if is_new and len(words) == 1:
        said["712.4+"] = f"{words[0]} is new."
    for at, each in enumerate(words):
        said[f"712.2{chr(ord('a') + at)}"] = (
            f"{each} {changed} a thing, see rule 999.{at + 1}.\nExample: {each} {changed}."
        )
        said[f"{713 + at}"], said[f"{713 + at}.1"] = each[:80], f"{CHOICES} {each} {changed}."
    entries = {f"{each[:60]} {at}": f"{each} {changed}." for at, each in enumerate(words)}
    return release_text("2014-06-01" if is_new else "2014-05-01", said, entries)


OLD, TEXTS = "old.txt", ("said.txt", "said-before.txt")
RULES, TREE = ".txt", ".rs"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a folder of drafts of `OLD` and files that cite, all with hostile names, and of hostile `TEXTS`."""
    top = tmp_path_factory.mktemp("hostile")
    (top / "tree").mkdir()  # of files that cite alone: `cite explain` reads all that is below it
    for name, words in zip(NAMES, TEXT, strict=True):
        draft, cited = (Path(os.fsdecode(os.fsencode(top) + b"/" + name) + kind) for kind in (RULES, TREE))
        draft.write_bytes(_draft([words], is_new=True))
        cited.write_text(f"{words} CR 507.2 CR 799.9z {words}\n", "utf-8")
        shutil.copy(cited, top / "tree")
    (top / OLD).write_bytes(_draft(["plain"], is_new=False))
    for name in TEXTS:
        (top / name).write_bytes(_draft([*TEXT, ENDING], is_new=name == TEXTS[0]))
    (top / "results.xml").write_bytes(_results())
    (top / "corpus").mkdir()
    with Corpus(built(top / "corpus", RELEASES)) as held, pytest.MonkeyPatch.context() as patch:
        numbering = numbering_of(held)
        patch.setattr(
            "crdiff.cite_tree.reading.numbering_of", lambda *_: numbering
        )  # half of the time, were it read anew
        yield top


def _results() -> bytes:
    suite = ET.Element("testsuite", tests=str(len(TEXT)))
    for words in TEXT:
        case = ET.SubElement(suite, "testcase", classname=words, name=f"{words} CR 712.2")
        ET.SubElement(case, "failure", message=words).text = f"\n{words}\n"
    return ET.tostring(suite)


Calls = Callable[[list[str]], list[list[str]]]
OF_2003 = ["--from", "2003-10-01", "--at", "2014-05-01"]


def _each(call: Callable[[str], list[str]], *more: list[str]) -> Calls:
    return lambda names: [*map(call, names), *more]


def _all(*before: list[str]) -> Calls:
    return lambda names: [[*each, "--", *names] for each in before]


def _no_rules(name: str) -> str:
    return name.removesuffix(RULES) + TREE


# Command -> the kind of files with hostile names that it is called with, and the arguments of each call.
CALLS: dict[str, tuple[str, Calls]] = {
    "parse": (RULES, _each(lambda name: ["--", name], ["--", TEXTS[0]])),
    "diff": (RULES, _each(lambda name: ["--", OLD, name], ["--", *TEXTS], ["--side-by-side", "--", *TEXTS])),
    "explain": (RULES, _each(lambda name: ["--", OLD, name, "712.2a"])),
    "lint": (RULES, lambda names: [["--", *names], ["--against", OLD, "--", *names], ["--", *TEXTS]]),
    "renumber": (RULES, _each(lambda name: ["--against", OLD, "--", name])),
    "review": (RULES, _each(lambda name: ["--", OLD, name], ["--", *TEXTS])),
    "identify": (RULES, _all([])),
    "cite check": (TREE, _all(OF_2003)),
    "cite list": (TREE, _all(OF_2003, *([*OF_2003, "--by", by] for by in ("file", "section")))),
    "cite date": (TREE, _all([])),
    "cite explain": (TREE, _each(lambda name: [*OF_2003, "--", f"{name}:1"])),
    "cite update": (TREE, _all(["--from", "2003-10-01", "--at", "2014-05-01"])),
    "corpus add": (RULES, lambda names: [["--corpus", "added", "--", *names, *map(_no_rules, names)]]),
    "checks import": (RULES, lambda _: [["--engine", "::x", "--at", "2014-05-01", "--", "results.xml"]]),
}
# Commands that take a call for each name: each goes through a third of their formats, the longest through all.
ONE_BY_ONE = {"explain", "renumber", "review", "cite explain"}
ONLY_IN = {"--side-by-side": {"text", "html"}, "--by": {"text", "markdown"}}
# Commands with formats that print neither names nor a text that somebody hands them, through the same door.
ELSEWHERE = {
    **dict.fromkeys(("checks run", "checks mutate", "checks show", "checks status", "checks accept"), "runs pytest"),
    **dict.fromkeys(("corpus build", "corpus choose", "corpus fetch", "corpus remove", "corpus verify"), "no names"),
    **dict.fromkeys(("corpus list", "corpus export"), "no names"),
    **dict.fromkeys(("blame", "history", "number", "renumbering", "search", "show", "stats", "whatsnew"), "no names"),
    "schema": "a text of ours",
    "cite collect": "names of a list that is checked",
}


# Command that answers in formats -> these.
FORMATS = {words: found for words, command in leaves() if (found := forms(command))}


def test_every_command_that_answers_in_formats_is_in_the_table() -> None:
    assert {*CALLS, *ELSEWHERE} == FORMATS.keys()


@pytest.mark.parametrize("command", CALLS)
def test_no_name_and_no_text_is_more_than_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], command: str
) -> None:
    kind, calls = CALLS[command]
    monkeypatch.chdir(folder / "tree" if kind == TREE else folder)
    monkeypatch.setenv("CRDIFF_HOME", str(folder / "corpus" / "home"))
    every = [os.fsdecode(name) + kind for name in NAMES]
    shown = [(form, "") for form in FORMATS[command]] + [("text", "40")] * ("text" in FORMATS[command])
    for at, (form, columns) in enumerate(shown):
        monkeypatch.setenv("COLUMNS", columns)
        names = every if command not in ONE_BY_ONE else [*every[at % 3 :: 3], every[NAMES.index(LONG)]]
        everything = b""
        for options in calls(names):
            if any(form not in ONLY_IN.get(option, {form}) for option in options):
                continue
            code = run([*command.split(), "--format", form, *options])
            answer, said = capfdbinary.readouterr()
            assert code in {0, 1} or command == "corpus add", said.decode()
            assert b"mistake of ours" not in said
            assert dangers(said, "text") == []
            assert dangers(answer, form) == [], (form, options)
            check_whole(answer, form, command, names)
            everything += answer + said
        is_theirs = command != "checks import" and form not in {"csv", "badge"}
        assert not is_theirs or b"n" * (20 if columns else 60) in everything, f"{form} prints nothing of theirs"


# Categories of characters that a terminal obeys or that show nothing.
SHOWN_NOWHERE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_OURS = re.compile(r"::(error|warning|notice) \w+=[^:,]*(,\w+=[^:,]*)*::.*")


def dangers(answer: bytes, form: str) -> list[str]:
    """Return what a terminal, the runner of a job, a spreadsheet or a browser would do more with than show it."""
    text = answer.decode("utf-8", "strict")
    found = [repr(each) for each in {*text} - {"\n", "\t"} if unicodedata.category(each) in SHOWN_NOWHERE]
    is_patch = form == "diff"
    lines = [
        line for line in re.split(r"[\n\r\v\f\x85\u2028\u2029]", text) if not is_patch or line[:3] in {"---", "+++"}
    ]
    for line in lines:
        bare = re.sub(r"\x1b\[\d*m", "", line).lstrip()
        if bare.startswith("::") and not (form == "github" and _OURS.fullmatch(bare)):
            found.append(line)
        if re.search(r"##\w*\[", line):
            found.append(line)
    if form == "csv":
        cells = [cell for row in csv.reader(StringIO(text, newline="")) for cell in row]
        found += [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))]
    if form in {"html", "markdown"} and not is_patch:
        found += live(text if form == "html" else str(mistune.create_markdown(escape=False, plugins=["table"])(text)))
    if form == "html":
        found += read_html(answer).unbalanced  # a script that a text asked for would swallow what ends an element
    return found


def live(page: str) -> list[str]:
    """Return the elements and links of a page that a text asked for."""
    read = read_html(page.encode())
    links = [link for _, link in read.links if not link.startswith(("#", "data:", "https://"))]
    events = [name for name, _ in read.attributes if name.startswith("on")]
    return [*links, *events, *({"img"} & {*read.tags})]


def check_whole(answer: bytes, form: str, command: str, names: Sequence[str]) -> None:
    """Check that an answer in a format for programs is still of that format, and loses no name that it can hold."""
    text = answer.decode()
    if form in {"json", "sarif"}:
        json.loads(text)
    elif form in {"jsonl", "rdjsonl"}:
        files = {json.loads(line).get("location", json.loads(line)).get("path") for line in text.splitlines()}
        assert form == "jsonl" or {name for name in names if name.isascii()} - files == set()
    elif form == "csv":
        assert len({len(row) for row in csv.reader(StringIO(text, newline=""))}) == 1
    elif form == "junit":
        ET.fromstring(text)
    if form == "json" and command.startswith("cite list"):
        found = {each["file"] for each in json.loads(text)["citations"]}
        assert {name for name in names if _is_utf8(name)} - found == set()
        assert len(found) == len(NAMES)


def _is_utf8(name: str) -> bool:
    return not re.search("[\ud800-\udfff]", name)


def test_git_gets_no_name_that_is_more_than_shown(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file = str(folder / OLD)
    for name in map(os.fsdecode, NAMES):
        assert run(["git-diff", "--", name, file, "1", "100644", file, "2", "100644", name]) == 0
        assert dangers(capfdbinary.readouterr().out, "text") == []


def test_a_patch_names_its_files_as_git_reads_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(folder)
    for name in NAMES:
        file = Path(os.fsdecode(name) + ".fix.txt")
        file.write_bytes(release_text("2014-05-01", RELEASES["2014-05-01"] | {"712.5": "The the end."}))
        assert run(["lint", "--diff", "--", str(file)]) == 1
        file.unlink()
        head = capfdbinary.readouterr().out.splitlines()[:2]
        assert dangers(b"\n".join(head), "text") == []
        assert head[0][:4] == b"--- "
        quoted = head[0][4:].decode()
        assert os.fsencode(file) == (literal_eval(f"b{quoted}") if quoted.startswith('"') else quoted.encode())


# trees of others have files of all kinds: none is damaged by an update of its citations


UPDATE = ("cite", "update", "--from", "2018-01-19", "--at", "2026-04-17")
CITING = b"// CR 114.4: a spell is an illegal target for itself\n"
CONTENTS = {
    "crlf.md": b"\xef\xbb\xbfCR 114.4\r\nmixed\nCR 114.4 at an end without a newline",
    "latin.txt": b"caf\xe9 CR 114.4 \x96 704.5a\n",
    "old-mac.txt": b"one\rCR 114.4\rthree",
    "wide.md": "🂡 CR\u00a0114.4 “quoted”\n".encode(),
    "long.js": b"x=1;" * 50_000 + b" // CR 114.4 " + b"y" * 50_000,
    "table.md": b"| 114.4 | illegal |\n| CR 114.4 | x |\n",
}


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_the_diff_applies_and_its_reverse_gives_every_byte_back(crdiff: Run, tmp_path: Path) -> None:
    for name in NAMES:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name) + TREE).write_bytes(CITING)
    for plain, content in CONTENTS.items():
        (tmp_path / plain).write_bytes(content)
    before = _contents(tmp_path)
    git(tmp_path, "init", "-q")
    diff = crdiff(*UPDATE).stdout
    (tmp_path / ".git" / "numbers.diff").write_bytes(diff)
    git(tmp_path, "apply", "--whitespace=nowarn", ".git/numbers.diff")
    assert _contents(tmp_path) == {name: content.replace(b"114.4", b"115.5") for name, content in before.items()}
    assert crdiff(*UPDATE).stdout == b""
    git(tmp_path, "apply", "--whitespace=nowarn", "-R", ".git/numbers.diff")
    assert _contents(tmp_path) == before
