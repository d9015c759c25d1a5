"""Texts of a book in which paragraphs stand under headings of any level, with a mark before their own number."""

from __future__ import annotations

import pytest

from crdiff.annotate.cross_references import cross_references
from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Book
from crdiff.model.clause import ClauseKind
from crdiff.model.release import Release
from crdiff.model.tree import walk
from tests.marked_book import BREAD, BREAD_NUMBERS, Bread, printed

_SAID = {"title": "", "called": "", "short": "", "game": "", "publisher": "", "notice": ""}
BOOK = Book(name="bread", **_SAID, numbers=BREAD_NUMBERS)


def _read(clauses: dict[str, str], day: str = "2001-01-01") -> Release:
    return read(printed(clauses, day).encode(), "bread.txt", book=BOOK)


def test_every_clause_stands_under_the_number_before_its_mark() -> None:
    nodes = walk(_read(BREAD))
    assert [str(node.number) for node in nodes] == list(BREAD)
    for node in nodes:
        above = nodes[node.parent].number if node.parent >= 0 else None
        assert above == node.number.parent, node.number
        is_rule = ":" in str(node.number)
        assert (node.clause.text if is_rule else node.clause.title) == BREAD[str(node.number)]


def test_all_headings_below_a_section_are_subsections() -> None:
    kinds = {str(node.number): node.kind for node in walk(_read(BREAD))}
    assert kinds["1"] is ClauseKind.SECTION
    assert kinds["1.1"] is kinds["2.1.1.1"] is kinds["3.0.1"] is ClauseKind.SUBSECTION
    assert kinds["1:1"] is kinds["1.1.1:1"] is ClauseKind.RULE


def test_a_sound_text_has_no_findings_and_is_whole() -> None:
    release = _read(BREAD)
    assert release.findings == ()
    assert release.coverage.is_whole
    assert release.name == "2001-01-01"


def test_a_paragraph_under_another_heading_is_found() -> None:
    clauses = {number: said for number, said in BREAD.items() if number != "1.2"}
    (finding,) = _read(clauses).findings
    assert (finding.check, finding.number) == ("number-without-parent", "1.2:1")


@pytest.mark.parametrize("day", ["2001-02-30", "2001-13-01"])
def test_a_day_that_is_none_is_no_date(day: str) -> None:
    assert _read(BREAD, day).effective is None


def test_a_text_without_paragraphs_is_refused_with_one() -> None:
    with pytest.raises(UnrecognisedText, match="lines such as '1:1 These rules"):
        _read({"1": "Flour", "2": "Dough"})


def test_a_number_with_its_mark_is_a_reference() -> None:
    found = cross_references("See rule 2.1.1:2, rules 1:1 and 1.1, and section 3. At 1:30 the dough rests.", Bread)
    assert [str(each.number) for each in found] == ["2.1.1:2", "1:1", "1.1", "3"]
