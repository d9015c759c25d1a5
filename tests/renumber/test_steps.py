"""Where the labels of a draft stand, and what becomes of its citations."""

from __future__ import annotations

import pytest
from clean_text import CLEAN, broken, release

from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.renumber.citations import DraftCitations, GoneCitation
from crdiff.renumber.labels import DraftLabel, DraftPlaces, read_places
from crdiff.trace.timeline import numbers_cited


def places(text: str) -> DraftPlaces:
    """Return where the labels of a draft stand."""
    return read_places(release(text), text.split("\n"))


def label(printed: str) -> DraftLabel:
    """Return a label as printed."""
    return DraftLabel.parse(printed)


def test_every_label_stands_at_the_head_of_its_line() -> None:
    lines = CLEAN.split("\n")
    found = places(CLEAN)
    assert [lines[one.line][one.start : one.stop] for one in found.clauses][:4] == ["1", "100", "100.1", "100.1a"]
    assert all(lines[one.line].startswith(".", one.stop) == one.has_stop for one in found.clauses)


def test_an_open_label_is_read_where_a_clause_begins() -> None:
    found = places(broken(("101.3. A", "101.2+. A player may go.\n\n101.3. A")))
    at = [one.label for one in found.clauses].index(label("101.2+"))
    assert [one.label for one in found.clauses][at + 1] == label("101.3")
    assert found.clauses[at].has_stop


@pytest.mark.parametrize("written", ["101.2B+. A", "1xy.1. A"])
def test_a_label_that_can_only_be_meant_as_open_is_refused_with_its_line(written: str) -> None:
    text = broken(("101.3. A", f"{written} player may go.\n\n101.3. A"))
    with pytest.raises(UnknownNumber, match="is not an open label") as refused:
        places(text)
    assert refused.value.line == text[: text.index(written)].count("\n") + 1


FOUND = {
    label(printed): ClauseNumber.parse(new)
    for printed, new in {"101.2a": "101.2b", "101.2b": "101.2c", "101.2+": "101.3", "101.3": "101.4"}.items()
}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("See rule 101.2a.", "See rule 101.2b."),
        ("See rules 101.2a and 101.3.", "See rules 101.2b and 101.4."),
        ("See rules 101.2a–b.", "See rules 101.2b–c."),
        ("See rule 101.2+.", "See rule 101.3."),
        ("See rule 200.1.", "See rule 200.1."),
        ("In 101 games.", "In 101 games."),
    ],
)
def test_a_citation_gets_the_new_number_of_its_clause(line: str, expected: str) -> None:
    edits = [
        edit for edit in DraftCitations(FOUND, frozenset()).edits([line], {}, ()) if not isinstance(edit, GoneCitation)
    ]
    for edit in sorted(edits, key=lambda edit: -edit.start):
        line = line[: edit.start] + edit.new + line[edit.stop :]
    assert line == expected


def test_a_citation_of_a_clause_that_is_gone_is_left_and_told() -> None:
    cites = DraftCitations(FOUND, frozenset({ClauseNumber.parse("101.1")}))
    assert list(cites.edits(["", "See rule 101.1."], {}, ())) == [GoneCitation(2, "101.1")]
    assert list(cites.edits(["See rule 101.1."], {}, {0})) == []


def test_the_numbers_that_a_text_cites_include_those_of_lists_and_ranges() -> None:
    cited = numbers_cited("See rules 101.2a–c, rule 702.9 and section 5. It has 300 cards.")
    assert {"101.2a", "101.2c", "702.9"} <= set(map(str, cited))
    assert "300" not in set(map(str, cited))
    assert numbers_cited("None.") == frozenset()
