"""``crdiff identify`` as its users run it, over small releases that are made here."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from benchmarks.fuzz_inputs import page_document
from tests.cli.conftest import Run, built

RULE = (
    "Multiple player-controlling effects that affect the same player overwrite each other. The last one to be created"
    " is the one that works."
)
LATER = RULE.replace("is the one that works", "is the one which counts")
SOME = "Some cards allow a player to control another player during that player’s next turn."


TWO_RELEASES = {
    day: {number: "Controlling Another Player", f"{number}.1": SOME, f"{number}.1a": rule}
    for day, number, rule in (("2024-06-07", "720", RULE), ("2025-04-04", "723", LATER))
}
"""Two releases: 720.1a became 723.1a, in other words."""
PART = RULE.split(". ", maxsplit=1)[0] + "."
"""The sentence of 720.1a that the later release has too."""
PASTED = {
    "slip.txt": f"720.1a {RULE.replace('overwrite', 'overwirte')}",
    "nothing.txt": "Exile this card from your graveyard.",
    "exact.txt": f"720.1a {RULE}",
    "dated.txt": f"From the Comprehensive Rules (April 4, 2025—Tarkir)\n\n- 720.1a {RULE}\n",
    "marks.txt": f"720.1a {RULE.replace('overwrite', 'overwirte')}\n\n720.1 {SOME.replace('’', chr(39))}\n",
    "part.txt": f"720.1. {SOME}\n\n720.1a {PART}\n",
    "quoted.txt": f"“{RULE}”\n",
}
"""What is pasted in tests/golden/sessions/identifying.txt."""


@pytest.fixture(scope="module")
def two_releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of them, built."""
    return built(tmp_path_factory.mktemp("identifying"), TWO_RELEASES)


@pytest.fixture
def home(two_releases: Path, tmp_path: Path) -> Path:
    """Return the folder of the commands, with a copy of that corpus as theirs."""
    copytree(two_releases, tmp_path / "home")
    return tmp_path


def _clauses(crdiff: Run, *arguments: str, **given: bytes) -> list[dict[str, Any]]:
    (document,) = crdiff.json("identify", *arguments, **given)["documents"]
    return [clause for passage in document["passages"] for clause in passage["clauses"]]


PAGES = [
    ("page.html", f"<html>\n<p>Menu</p>\n<table><tr><td>720.1a</td>\n<td>{RULE}</td></tr></table></html>", 4),
    ("page.md", f"Our own words.\n\n> **720.1a** {RULE}\n", 3),
    ("tasks.md", f"- [ ] Look at this:\n\n    > **720.1a.** {RULE}\n", 3),
    ("table.md", f"| number | rule |\n| --- | --- |\n| 720.1a | {RULE} |\n", 3),
    ("page.wiki", f"== Rules ==\n* '''720.1a''' {RULE.replace('player-', '[[Player|player]]-')}\n", 2),
]
"""A name, a page that quotes 720.1a, and the line where it does."""


def test_a_rule_is_found_in_every_kind_of_page_on_its_line(crdiff: Run, home: Path) -> None:
    for name, page, line in PAGES:
        (home / name).write_text(page, "utf-8")
        (clause,) = _clauses(crdiff, name)
        assert (clause["number"], clause["written"], clause["line"], clause["slips"]) == ("720.1a", "720.1a", line, [])
        assert clause["releases"] == [{"first": "2024-06-07", "last": "2024-06-07"}]


def test_a_slip_behind_a_character_reference_is_told_at_its_place_in_the_source(crdiff: Run, home: Path) -> None:
    (home / "page.html").write_text(f"<p>720.1a&nbsp;{RULE.replace('overwrite', 'overwrites')}</p>", "utf-8")
    (clause,) = _clauses(crdiff, "page.html")
    (slip,) = clause["slips"]
    assert (home / "page.html").read_text("utf-8")[slip["column"] - 1 :].startswith("overwrites")


@pytest.mark.usefixtures("home")
def test_as_of_checks_against_one_release(crdiff: Run) -> None:
    (clause,) = _clauses(crdiff, "-", "--as-of", "2025-05-01", stdin=f"720.1a {RULE}".encode())
    assert clause["number"] == "723.1a"
    assert [slip["kind"] for slip in clause["slips"]] == ["number", "words"]


@pytest.mark.usefixtures("home")
def test_a_date_on_the_page_is_checked(crdiff: Run) -> None:
    page = f"From the Comprehensive Rules (April 4, 2025—Tarkir)\n\n- 720.1a {RULE}\n".encode()
    (clause,) = _clauses(crdiff, "-", stdin=page)
    assert (clause["stated"], clause["is_misdated"]) == ("2025-04-04", True)


def test_today_writes_what_it_reads_now_and_no_other_byte(crdiff: Run, home: Path) -> None:
    page = f"Mine:  \n\n> **720.1a** {RULE}\n\nMore of *mine*\n"
    for end in ("\n", "\r\n"):
        (home / "page.md").write_bytes(page.replace("\n", end).encode())
        written = crdiff.printed("identify", "page.md", "--today", "-q")
        assert written == page.replace("720.1a", "723.1a").replace(RULE, LATER).replace("\n", end)


def test_a_folder_is_read_as_git_ignores_have_it_with_any_number_of_jobs(crdiff: Run, home: Path) -> None:
    wiki = home / "wiki"
    wiki.mkdir()
    for name in ("a.md", "b.md", "draft.md", "code.py"):
        (wiki / name).write_text(f"720.1a {RULE}\n", "utf-8")
    (wiki / ".gitignore").write_text("draft.md\n", "utf-8")
    one, two = (crdiff("identify", "wiki", "--jobs", jobs, "--format", "json").stdout for jobs in ("1", "2"))
    assert one == two
    assert [document["name"] for document in json.loads(one)["documents"]] == ["wiki/a.md", "wiki/b.md"]


def test_every_format_tells_the_slip(crdiff: Run, home: Path) -> None:
    (home / "page.md").write_text(f"720.1a {RULE.replace('overwrite', 'overwirte')}\n", "utf-8")
    for form in ("text", "markdown", "html", "github", "junit", "sarif"):
        assert "overwirte" in crdiff.printed("identify", "page.md", "--format", form), form


REFUSED: list[tuple[tuple[str, ...], bytes, str]] = [
    (("--fail-on", "slips"), b"a", "there is no kind 'slips'; expected one of slip, outdated, misdated, absent"),
    (("--today",), b"<html><p>a</p></html>", "--today writes no documents and no HTML"),
    ((), b"a " * 200_000, "the page has 400,000 characters; expected at most 250,000"),
    ((), b"", "the file is empty"),
]


@pytest.mark.usefixtures("home")
def test_what_cannot_be_answered_is_refused_in_a_line(crdiff: Run) -> None:
    for arguments, page, said in REFUSED:
        assert said in crdiff.refused("identify", "-", *arguments, stdin=page)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return the folder of a corpus without texts."""
    return tmp_path / "bare"


OF_2016 = "A player who controls another player also continues to make his or her own choices and decisions."
"""712.8 of 2016-04-08; today it is 723.8 and says "their"."""


def test_without_texts_the_verdict_says_what_was_not_looked_for(crdiff: Run, bare: Path) -> None:
    said = crdiff.printed("identify", "-", "--corpus", str(bare), stdin=f"712.8. {OF_2016}".encode())
    assert said.startswith("standard input: Quotes 712.8 as in force 2011-09-30 to 2016-07-21; ")
    assert "Without the texts of the rules, only whole sentences quoted without a mistake can be found." in said


def test_without_texts_other_words_are_not_called_word_for_word(crdiff: Run, bare: Path) -> None:
    asked = ("identify", "-", "--corpus", str(bare), "--as-of", "2026-04-17", "--fail-on", "slip")
    answer = crdiff(*asked, stdin=f"723.8. {OF_2016}".encode())
    assert answer.stdout.decode().startswith(
        "standard input: Checked against 2026-04-17: quotes 723.8; one of them reads otherwise in it."
    )
    assert answer.returncode == 1


def test_without_texts_today_says_why_it_leaves_a_quotation(crdiff: Run, bare: Path) -> None:
    page = f"712.8. {OF_2016}\n".encode()
    answer = crdiff("identify", "-", "--corpus", str(bare), "--today", stdin=page)
    assert answer.stdout == page
    assert "712.8 left as it is: the corpus lacks today's text" in answer.stderr.decode()


def test_where_texts_are_missing_a_line_says_that_dates_are_those_of_the_texts_held(crdiff: Run, home: Path) -> None:
    (home / "page.md").write_text(f"720.1a {RULE}\n", "utf-8")
    (line,) = crdiff("identify", "page.md").stderr.decode().splitlines()
    assert line.startswith("crdiff: of the 134 releases known, 0 are held; quotations are looked for in the texts held")
    assert crdiff("identify", "page.md", "--quiet").stderr == b""


def test_a_file_of_a_folder_that_cannot_be_read_is_named_once(crdiff: Run, home: Path) -> None:
    (home / "wiki").mkdir()
    (home / "wiki" / "a.md").write_text(f"720.1a {RULE}\n", "utf-8")
    (home / "wiki" / "b.md").write_bytes(bytes(9))
    answer = crdiff("identify", "wiki")
    assert answer.stderr.decode().startswith("crdiff: not read: wiki/b.md: the file holds zero bytes")
    assert answer.stdout.decode().startswith("wiki/a.md: Quotes 720.1a")


SLIP = RULE.replace("overwrite", "overwirte")
OWN = "Our league had this question last week, and here is what the book has to say about it."


def _quoted(crdiff: Run, name: str) -> tuple[str, list[str]]:
    (clause,) = _clauses(crdiff, name)
    return clause["number"], [slip["written"] for slip in clause["slips"]]


def test_a_document_of_word(crdiff: Run, home: Path) -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_heading("Mindslaver at our table", 1)
    document.add_paragraph(OWN)
    document.add_paragraph(f"720.1a {SLIP}", style="List Bullet")
    cells = document.add_table(rows=1, cols=2).rows[0].cells
    cells[0].text, cells[1].text = "who", "nobody"
    document.save(home / "page.docx")
    assert _quoted(crdiff, "page.docx") == ("720.1a", ["overwirte"])


def test_a_pdf_whose_lines_are_broken(crdiff: Run, home: Path) -> None:
    pytest.importorskip("pypdfium2")
    words = f"720.1a {SLIP}".split()
    lines = [OWN, "", *(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))]
    (home / "page.pdf").write_bytes(_pdf(lines))
    assert _quoted(crdiff, "page.pdf") == ("720.1a", ["overwirte"])


def _pdf(lines: list[str]) -> bytes:
    """Return a page of lines, one below the other."""
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    return page_document(zlib.compress(f"BT /F1 10 Tf 72 720 Td {shown} ET".encode()))
