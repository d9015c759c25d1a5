"""``crdiff renumber``: new clauses are numbered, those behind them move, and every citation with them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from clean_text import CLEAN, broken
from tracked_document import docx, kept, paragraph
from undoing import canonical, rejected, written_alike

from crdiff.importers.docx import docx_text
from tests.cli.conftest import Run

DRAFT = broken(
    ("101. Ending the Game\n\n2.", "1xx. Borrowed Turns\n101. Ending the Game\n\n2."),
    (
        "101. Ending the Game\n\n101.1.",
        "1xx. Borrowed Turns\n\n1xx.1. A turn can be borrowed.\n\n1xx.1a See rules 1xx.1 and 300.+a–b.\n\n"
        "101. Ending the Game\n\n101.1.",
    ),
    ("101.2b An", "101.2a+ A player who has left wins nothing (see rule 101.2).\n\n101.2b An"),
    ("301. Controlling Another Player\n\n301.1.", "{}301. Controlling Another Player\n\n301.1."),
    ("{}", "300.+ Echoing\n\n300.+a Echoing is an ability. See rules 101.2a–a+.\n\n300.+b It echoes.\n\n"),
)
NUMBERED = broken(
    ("101. Ending the Game\n\n2.", "101. Borrowed Turns\n102. Ending the Game\n\n2."),
    (
        "101. Ending the Game\n\n101.1.",
        "101. Borrowed Turns\n\n101.1. A turn can be borrowed.\n\n101.1a See rules 101.1 and 300.4a–b.\n\n"
        "102. Ending the Game\n\n102.1.",
    ),
    ("(see rule 101.2a)", "(see rule 102.2a)"),
    ("(see rules 101.2a–b)", "(see rules 102.2a–c)"),
    ("101.2. There", "102.2. There"),
    ("101.2a A", "102.2a A"),
    ("101.2b An", "102.2b A player who has left wins nothing (see rule 102.2).\n\n102.2c An"),
    ("101.3. A", "102.3. A"),
    ("concede the game. See rule 101.3", "concede the game. See rule 102.3"),
    ("To leave a game. See rule 101.3", "To leave a game. See rule 102.3"),
    ("301. Controlling Another Player\n\n301.1.", "{}301. Controlling Another Player\n\n301.1."),
    ("{}", "300.4. Echoing\n\n300.4a Echoing is an ability. See rules 102.2a–b.\n\n300.4b It echoes.\n\n"),
)
Renumber = Callable[..., tuple[list[str], str, str]]
MARK = b"\xef\xbb\xbf"
RENUMBER = ("renumber", "draft.txt", "--against", "before.txt")


@pytest.fixture(autouse=True)
def before(tmp_path: Path) -> None:
    """Put the text before into the folder of the commands."""
    (tmp_path / "before.txt").write_text(CLEAN, "utf-8")


@pytest.fixture
def renumber(crdiff: Run, tmp_path: Path) -> Renumber:
    """Return what renumbers a draft: the rows that it tells, what it notes, and the text that it writes."""

    def run(draft: str, *options: str) -> tuple[list[str], str, str]:
        (tmp_path / "draft.txt").write_text(draft, "utf-8")
        done = crdiff(*RENUMBER, *options, "-o", "out.txt")
        return done.stdout.decode().splitlines()[2:], done.stderr.decode(), (tmp_path / "out.txt").read_text("utf-8")

    return run


def _crlf(text: str) -> bytes:
    return MARK + text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("name", ["draft.txt", "draft.md"])
def test_new_clauses_are_numbered_and_every_other_byte_stays(crdiff: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(_crlf(DRAFT))
    done = crdiff("renumber", name, "--against", "before.txt", "-o", f"out-{name}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / f"out-{name}").read_bytes() == _crlf(NUMBERED)
    assert (tmp_path / name).read_bytes() == _crlf(DRAFT)
    lines = done.stdout.decode().splitlines()
    assert lines[0] == f"{name}: 7 added, 6 renumbered and 8 citations rewritten"
    assert "101.2a+ → 102.2b  (added)" in lines
    assert "101.2b  → 102.2c" in lines


def test_a_draft_goes_to_standard_output(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_bytes(_crlf(DRAFT))
    assert crdiff(*RENUMBER, "-o", "-").stdout == _crlf(NUMBERED)


def test_without_a_file_to_write_the_diff_is_shown_or_the_table(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_bytes(_crlf(DRAFT))
    shown = crdiff(*RENUMBER)
    assert shown.returncode == 0
    assert shown.stdout.decode().startswith("--- draft.txt\n+++ draft.txt\n")
    assert "+102.2c An effect may state" in shown.stdout.decode()
    answer = crdiff.json(*RENUMBER)
    assert {"label": "300.+b", "old": None, "new": "300.4b", "became": "added"} in answer["rows"]
    rows = list(csv.DictReader(io.StringIO(crdiff.text(*RENUMBER, "--format", "csv"))))
    assert [row["label"] for row in answer["rows"]] == [row["old"] for row in rows]
    assert sorted(path.name for path in tmp_path.glob("*.txt")) == ["before.txt", "draft.txt"]


def test_in_a_docx_each_number_is_a_tracked_change_that_can_be_rejected(crdiff: Run, tmp_path: Path) -> None:
    raw = docx(*(paragraph(kept(line)) if line else paragraph() for line in DRAFT.split("\n")))
    (tmp_path / "draft.docx").write_bytes(raw)
    done = crdiff("renumber", "draft.docx", "--against", "before.txt", "-o", "out.docx")
    assert (done.returncode, done.stderr) == (0, b"")
    made = (tmp_path / "out.docx").read_bytes()
    assert "\n".join(docx_text(made, original=False).lines).strip() == NUMBERED.strip()
    assert canonical(rejected(made, "crdiff")) == written_alike(raw)


def test_a_clause_taken_out_lets_those_behind_move_up_and_what_cites_it_is_told(renumber: Renumber) -> None:
    text = CLEAN.replace("101.2a A player still in the game wins the game if", "Nobody wins if")
    line = text.split("\n").index(next(line for line in text.split("\n") if "(see rule 101.2a)" in line)) + 1
    rows, noted, out = renumber(text)
    assert noted == f"draft.txt:{line}: cites 101.2a, which the draft no longer has\n"
    assert "\n101.2a An effect may state" in out
    assert "(see rules 101.2a)" in out
    assert rows == ["101.2b → 101.2a", "101.2a → -  (removed)"]
    rows, _, out = renumber(text, "--keep-gaps")
    assert rows == ["101.2a → -  (removed)"]
    assert "\n101.2b An effect may state" in out


def test_a_line_of_the_contents_whose_subsection_is_gone_is_told(renumber: Renumber) -> None:
    start, end = CLEAN.index("100. General\n\n"), CLEAN.index("101. Ending the Game\n\n101.1.")
    _, noted, out = renumber(CLEAN[:start] + CLEAN[end:])
    first, second = noted.splitlines()
    assert first == "draft.txt:12: cites 100, which the draft no longer has"
    assert second.endswith(": cites 100.1, which the draft no longer has")
    assert "\n100. Ending the Game\n\n100.1. A game ends" in out


def test_what_changed_places_gets_the_numbers_of_its_place(renumber: Renumber) -> None:
    lines = CLEAN.split("\n")
    at, behind = (lines.index(next(line for line in lines if line.startswith(head))) for head in ("100.1a", "100.1b"))
    lines[at], lines[behind] = lines[behind], lines[at]
    out = renumber("\n".join(lines))[-1]
    assert out.index("\n100.1a A multiplayer") < out.index("\n100.1b A two-player")


def test_in_an_excerpt_what_it_leaves_out_moves_too(renumber: Renumber) -> None:
    draft = "101.2a A player wins the game. See rules 101.2b and 101.3.\n\n101.2a+ Another one wins.\n"
    rows, _, out = renumber(draft)
    assert rows == ["101.2a+ → 101.2b  (added)", "101.2b  → 101.2c"]
    assert out == "101.2a A player wins the game. See rules 101.2c and 101.3.\n\n101.2b Another one wins.\n"


def test_a_number_that_the_release_before_printed_twice_stays(crdiff: Run, tmp_path: Path) -> None:
    """2024-09-20 printed 702.175, 702.175a and 702.175b twice."""
    twice = broken(("101.3. A", "101.2. Again.\n\n101.2a Again.\n\n101.2b Again.\n\n101.3. A"))
    for name in ("before.txt", "draft.txt"):
        (tmp_path / name).write_text(twice, "utf-8")
    assert crdiff(*RENUMBER, "--format", "text").stdout == b"draft.txt: nothing to renumber\n"


def test_a_text_without_open_labels_and_gaps_is_written_as_it_is(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_bytes(_crlf(CLEAN))
    assert crdiff.text(*RENUMBER, "-o", "draft.txt") == "draft.txt: nothing to renumber\n"
    assert (tmp_path / "draft.txt").read_bytes() == _crlf(CLEAN)


def test_a_label_that_cannot_be_numbered_is_told_with_its_line(crdiff: Run, tmp_path: Path) -> None:
    for head, wrong, said in (
        ("101.2b An", "101.2a+ One.\n\n101.2a+ Two.\n\n101.2b An", "101.2a+ is on line {before} too; expected a l"),
        ("101.2b An", "101.2b+ One.\n\n101.2b An", "101.2b+ has no place here; expected it right after 101.2b"),
        ("101.2b An", "101.2q+ One.\n\n101.2b An", "101.2q+ has no place: there is no 101.2q; expected"),
        ("101.2b An", "7xx. One\n\n101.2b An", "7xx has no place here; expected it under 7"),
        ("101.2b An", "300.+ One\n\n101.2b An", "300.+ has no place here; expected it under 300"),
        ("101.2b An", "101.2A+ One.\n\n101.2b An", "101.2A+ is not an open label; expected one such as 704.5e+"),
        ("101.2b An", "7ww. One\n\n7XX. One\n\n101.2b An", "7XX. is not an open label; expected one such as"),
        ("101.2b An", "101.2c An", "the release before has no 101.2c; expected an open label for a new clause"),
        ("101.2b An", "101.2a An", "101.2a is on line {before} too; expected a label of its own, such as 101.2a+"),
        ("101.2b An", "101.2b See rule 101.2a+. An", "cites 101.2a+, but no clause has this label; expected a label"),
        ("101.2. There are", "101.1 There are", "101.1 is on line {before} too; expected a label"),
    ):
        draft = broken((f"\n{head}", f"\n{wrong}"))
        (tmp_path / "draft.txt").write_text(draft, "utf-8")
        line = crdiff.refused(*RENUMBER, "-o", "out.txt")
        place, _, message = line.partition(": ")
        own = draft.split("\n")[int(place.removeprefix("draft.txt:")) - 1]
        assert own.startswith(wrong.removesuffix(head).strip().split("\n")[-1].split()[0])
        assert message.startswith(said.split("{before}", maxsplit=1)[0])
        assert not (tmp_path / "out.txt").exists()


def test_what_cannot_be_done_is_told_in_a_line(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html><body><p>101.1. A game ends.</p></body></html>", "utf-8")
    (tmp_path / "locked.txt").write_text("mine", "utf-8")
    (tmp_path / "locked.txt").chmod(0o444)
    own = ("before.txt", "--against", "before.txt")
    for arguments, said in (
        (("712-judge-school", "--against", "before.txt"), "712-judge-school: not a file that can be changed"),
        (("page.html", "--against", "before.txt", "-o", "out.html"), "page.html: cannot write changes into a file of"),
        ((*own, "-o", "locked.txt"), "locked.txt: is read-only"),
        ((*own, "-o", ""), "-o has no name; expected a file, or -"),
        (("before", "--against", "before.txt", "-o", "out.docx"), "expected a name that does not end in .docx"),
        ((*own, "-o", "-", "--format", "json"), "both write to standard output"),
        (("before.txt", "--against", "nowhere.txt"), "nowhere.txt"),
        ((*own, "-o", "out.docx"), "expected a name that ends in .txt"),
        ((*own, "-o", "out.txt", "--format", "diff"), "--format diff shows what -o"),
    ):
        assert said in crdiff.refused("renumber", *arguments)
        assert not (tmp_path / "out.html").exists()
        assert (tmp_path / "locked.txt").read_text("utf-8") == "mine"
