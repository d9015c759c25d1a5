"""What the browser compares two releases by: every clause and entry of every release, and a text for each wording."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from crdiff.history.lineage import Lineage, NumberRun, Worded
from crdiff.history.sameness import SameAs
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons.any_two import PIECE_MOST, _pieces

Pages = Mapping[str, bytes]
EACH = 1 + len(SameAs._fields)
"""Numbers that a wording has."""


def rows(pages: Pages, *kinds: str) -> Iterator[tuple[str, list[Any]]]:
    found = json.loads(pages["/compare/index.json"])
    return ((piece, row) for kind in kinds for piece, inside in found[kind].items() for row in inside)


def test_every_clause_of_every_release_has_its_number_there(pages: Pages, archive: ArchiveIndex) -> None:
    numbers = {
        (at, row[0]): runs[place + 2]
        for _, row in rows(pages, "clauses")
        for runs in (row[1],)
        for place in range(0, len(runs), 3)
        for at in range(runs[place], runs[place + 1] + 1)
    }
    standing = {
        (at, each.lineage): str(each.number)
        for at, release in enumerate(archive.contents.dates)
        for each in archive.contents.standing[release]
    }
    assert numbers == standing


def test_every_wording_has_its_text_in_the_piece_that_is_named(pages: Pages, archive: ArchiveIndex) -> None:
    lineages = {each.id: each for each in (*archive.contents.lineages, *archive.contents.entries)}
    for piece, (id_, _, wordings, *_) in rows(pages, "clauses", "entries"):
        texts = json.loads(pages[f"/compare/texts/{piece}.json"])["wordings"][id_]
        assert set(texts) == {str(text) for text in wordings[1::EACH]}
        if not piece.startswith("glossary"):
            newest = lineages[id_].wordings[-1]
            assert texts[str(wordings[1 - EACH])] == [newest.wording, *newest.examples]


def test_a_wording_that_is_proved_from_another_is_marked_as_such(pages: Pages) -> None:
    """The fourth number of a wording is equal where nobody need read the change, whatever the second is."""
    every = [row[2] for _, row in rows(pages, "clauses")]
    steps = [(each[at - EACH : at], each[at : at + EACH]) for each in every for at in range(EACH, len(each), EACH)]
    assert any(before[1] != after[1] and before[3] == after[3] for before, after in steps)
    assert any(before[3] != after[3] for before, after in steps)


def test_a_subsection_with_long_histories_has_a_piece_for_each_rule() -> None:
    """502.1 and after were the keywords from 1999-04-23 to 2009-05-01: 502.9 is apart from 502.10."""
    number = ClauseNumber(502, 9)
    whole, long = (
        _pieces([_lineage(number, text), _lineage(ClauseNumber(502, 10), "")]) for text in ("a", "a" * (PIECE_MOST + 1))
    )
    assert (list(whole), list(long)) == (["502"], ["502.10", "502.9"])


def _lineage(number: ClauseNumber, text: str) -> Lineage[ClauseNumber]:
    day = date(1999, 4, 23)
    worded = Worded(day, day, number, "", text, (), None)
    return Lineage(f"{day}-{number}", "", (NumberRun(day, day, number),), (worded,), (), (), day)
