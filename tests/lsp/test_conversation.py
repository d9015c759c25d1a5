"""A whole conversation with ``crdiff lsp`` over its standard input and output, as an editor has it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clean_text import CLEAN, broken
from editor import Editor
from table import table

from tests.cli.conftest import Run, built
from tests.small_releases import RELEASES

TARGET = "// CR 114.4: a spell is an illegal target for itself.\n// CR 704.5a: no life.\n"
FROM = {"from": "2018-01-19", "at": "2026-04-17"}
MOVED = "114.4 is 115.5, and was last 114.4 in 2018-01-19; 114.4 is another clause now"
Starts = Callable[..., Editor]


@pytest.fixture
def starts(tmp_path: Path) -> Iterator[Starts]:
    """Return what starts a server on folders, by default the tree; each ends without a word of Python."""
    running: list[Editor] = []

    def start(*folders: Path, home: Path | None = None, **given: object) -> Editor:
        env = {**os.environ, "CRDIFF_HOME": str(home or tmp_path / "home")}
        running.append(Editor(*(folders or (tmp_path / "tree",)), env=env, **given))  # type: ignore[arg-type]
        return running[-1]

    yield start
    for each in running:
        code, said = each.end()
        assert (code, "Traceback" in said) == (0, False), said


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "tree" / "src").mkdir(parents=True)
    (tmp_path / "tree" / "src" / "target.rs").write_text(TARGET)
    return tmp_path / "tree"


def said(findings: list[dict[str, str]]) -> list[str]:
    return [each["message"] for each in findings]


def written(text: str, action: dict[str, dict[str, dict[str, list[dict[str, object]]]]], uri: str) -> str:
    """Return a text after the one edit of an action, which is in one line."""
    (edit,) = action["edit"]["changes"][uri]
    place: object = edit["range"]
    assert isinstance(place, dict)
    lines = text.split("\n")
    line = lines[place["start"]["line"]]
    new = f"{line[: place['start']['character']]}{edit['newText']}{line[place['end']['character'] :]}"
    lines[place["start"]["line"]] = new
    return "\n".join(lines)


def test_a_file_is_opened_asked_about_edited_and_closed(tree: Path, starts: Starts) -> None:
    editor, uri = starts(options=FROM), (tree / "src" / "target.rs").as_uri()
    (found,) = editor.open(uri, TARGET)
    assert (found["message"], found["code"], found["severity"], found["source"]) == (MOVED, "reused", 1, "crdiff")
    assert found["range"] == {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 11}}
    hover = editor.hover(uri, 0, 7)
    assert hover.startswith("**114.4** of 2018-01-19: the release was given")
    assert "114.4 since 2010-07-16" in hover
    assert "**115.5** of 2026-04-17" in hover
    assert editor.hover(uri, 0, 0) == editor.hover(uri, 99, 99) == ""
    best, silence = editor.actions(uri, 0)
    assert (best["title"], best["isPreferred"]) == ("Write “115.5” for “114.4”", True)
    assert editor.actions(uri, 1) == []
    assert editor.change(uri, written(TARGET, silence, uri)) == []
    assert said(editor.change(uri, f"\n{TARGET}// CR 70")) == [MOVED]
    assert [each["label"] for each in editor.numbers(uri, 3, 8)][:3] == ["700", "701", "702"]
    assert editor.change(uri, written(TARGET, best, uri)) == []
    editor.tell("textDocument/didClose", textDocument={"uri": uri})
    assert editor.wait("textDocument/publishDiagnostics") == {"uri": uri, "diagnostics": []}


def test_the_findings_are_those_of_the_command(tree: Path, starts: Starts) -> None:
    """Numbers alone count in a tree that has five citations with a prefix, and a baseline is kept."""
    (tree / "docs.md").write_text("# é😀\r\n\r\nSee 😀 rule 702.16k, CR 114.1-4 and CR 4091f-h.\r\n")
    (tree / "more.rs").write_text("// 114.4 A spell\n// CR 508.1, CR 119.7/8, rule 800.4z\nlet a = cr_114_4;\n")
    (tree / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\nbaseline = "known.toml"\n')
    run = Run(tree, CRDIFF_HOME=str(tree.parent / "home"))
    run.printed("cite", "baseline", "src")
    there = run.json("cite", "check")["findings"]
    editor, found = starts(), []
    for file in ("docs.md", "more.rs", "src/target.rs"):
        path = tree / file
        shown = editor.open(path.as_uri(), path.read_bytes().decode())
        found += [(file, each["range"]["start"]["line"] + 1, each["code"], each["message"]) for each in shown]
    kinds = {"sure": "{}", "likely": "{}, likely", "open": "{}"}
    expected = [
        (each["file"], each["line"], kinds[each["certainty"]].format(each["kind"]), each["message"]) for each in there
    ]
    assert sorted(found) == sorted(expected)
    assert len(expected) >= 5


@pytest.mark.parametrize(("encodings", "column"), [(None, 7), (["utf-16"], 7), (["utf-8", "utf-16"], 10)])
def test_columns_are_counted_as_the_editor_does(
    tree: Path, starts: Starts, encodings: list[str] | None, column: int
) -> None:
    """😀 has four bytes and two units of UTF-16, é two bytes and one unit."""
    editor, uri = starts(options=FROM, encodings=encodings), (tree / "new.rs").as_uri()
    (found,) = editor.open(uri, "😀é CR 114.4\n")
    assert found["range"]["start"]["character"] == column
    assert editor.hover(uri, 0, column)
    assert not editor.hover(uri, 0, column - 1)


def test_each_folder_has_its_settings_and_a_file_outside_is_judged_for_itself(
    tree: Path, tmp_path: Path, starts: Starts
) -> None:
    (other := tmp_path / "other").mkdir()
    (tree / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\n')
    (other / ".crdiff.toml").write_text('[cite]\nrelease = "2026-04-17"\nexclude = ["left-out.md"]\n')
    editor = starts(tree, other, options={"at": "2026-04-17"})
    assert said(editor.open((tree / "unsaved.rs").as_uri(), TARGET)) == [MOVED]
    assert editor.open((other / "target.rs").as_uri(), TARGET) == []
    assert editor.open((other / "left-out.md").as_uri(), "CR 799.9z\n") == []
    for outside in ((tmp_path / "alone.rs").as_uri(), "untitled:Untitled-1"):
        assert said(editor.open(outside, "// CR 799.9z\n")) == [
            "no clause has ever been numbered 799.9z, up to 2026-08-07"
        ]
    editor.tell("textDocument/didOpen", textDocument={"uri": "git:/a.rs", "languageId": "", "version": 1, "text": "x"})
    assert editor.hover("git:/a.rs", 0, 0) == editor.hover("file:///never/opened.rs", 0, 0) == ""


def test_names_that_an_address_spells_otherwise_are_those_of_the_disk(tmp_path: Path, starts: Starts) -> None:
    (odd := tmp_path / "a b#é%20?").mkdir()
    (odd / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\n')
    editor, uri = starts(odd), (odd / "new #1 é.rs").as_uri()
    assert said(editor.open(uri, TARGET)) == [MOVED]
    assert editor.change(uri, "") == []
    assert editor.hover(uri, 0, 0) == ""


def test_a_text_of_rules_is_linted_as_it_is_typed(tree: Path, starts: Starts) -> None:
    editor, uri = starts(), (tree / "draft.txt").as_uri()
    assert editor.open(uri, CLEAN) == []
    (found,) = editor.change(uri, broken(("see rule 101.2a)", "see rule 101.2c)")))
    assert (found["code"], found["severity"]) == ("dangling-reference", 1)
    line = found["range"]["start"]["line"]
    assert editor.hover(uri, line, found["range"]["end"]["character"] - 1).startswith("no clause is 101.2c in")
    assert [each["title"] for each in editor.actions(uri, line)] == ["Silence dangling-reference in this line"]
    (half,) = editor.change(uri, f"<!-- crdiff: ig -->\n{CLEAN}")
    assert (half["code"], half["range"]["start"]["line"]) == ("unreadable", 0)
    assert half["message"].startswith("'ig' is not a marker; expected")
    editor.change(uri, broken(("see rule 101.2a)", "see rule 101.2c)")))
    (tree / ".crdiff.toml").write_text('[lint]\nignore = ["dangling-reference"]\n')
    editor.tell("workspace/didChangeWatchedFiles", changes=[])
    assert editor.findings(uri) == []


def test_settings_that_are_wrong_are_told_in_a_line_until_they_are_right(tree: Path, starts: Starts) -> None:
    (tree / ".crdiff.toml").write_text("[cite]\nreleaze = 1\n")
    editor, uri = starts(), (tree / "src" / "target.rs").as_uri()
    assert editor.open(uri, TARGET) == []
    message = editor.wait("window/showMessage")["message"]
    assert message.startswith(f"{tree / '.crdiff.toml'}: ")
    assert "\n" not in message
    assert editor.hover(uri, 0, 7) == ""
    (tree / ".crdiff.toml").write_text('[cite]\nrelease = "2018-01-19"\n')
    editor.tell("textDocument/didSave", textDocument={"uri": (tree / ".crdiff.toml").as_uri()})
    assert said(editor.findings(uri)) == [MOVED]
    assert [each for each in editor.got if each["method"] == "window/showMessage"] == []


@table
def test_an_option_that_cannot_be_followed_is_told_in_a_line(
    tree: Path, starts: Starts, options: dict[str, str], expected: str
) -> None:
    editor, uri = starts(options=options), (tree / "src" / "target.rs").as_uri()
    assert editor.open(uri, TARGET) == []
    message = editor.wait("window/showMessage")["message"]
    assert expected in message
    assert "mistake of ours" not in message


def test_files_that_are_no_text_and_stores_that_are_damaged_end_nothing(
    tree: Path, starts: Starts, tmp_path: Path
) -> None:
    (tree / "latin.rs").write_bytes("// CR 114.4 é\n".encode("latin-1"))
    (tree / "noise.rs").write_bytes(bytes(range(256)))
    (tmp_path / "held").mkdir()
    home = built(tmp_path / "held", RELEASES)
    for name in ("store.sqlite", "store.index"):
        (home / name).write_bytes((home / name).read_bytes()[:5000] + b"\0" * 20_000)
    editor, uri = starts(options=FROM, home=home), (tree / "latin.rs").as_uri()
    editor.open(uri, "// CR 114.4 é\n")
    told = [each["params"]["message"] for each in editor.got if each["method"] == "window/showMessage"]
    assert [line for line in told if "\n" in line or "mistake of ours" in line] == []
    assert told or editor.hover(uri, 0, 7)


def test_words_that_the_protocol_lacks_end_nothing(tree: Path, starts: Starts) -> None:
    editor, uri = starts(options=["no", "table"]), (tree / "src" / "target.rs").as_uri()
    editor.tell("crdiff/unknown")
    editor.open(uri, "\ud83d // CR 704.5a\r\rCR 114.4\n")
    assert editor.hover(uri, 0, 9)


def test_without_pygls_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from crdiff.cli.app import run

    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "crdiff.lsp.server", raising=False)
    assert run(["lsp"]) == 2
    assert capsys.readouterr().err == "crdiff: crdiff lsp needs pygls; pip install 'crdiff[lsp]' brings it\n"
