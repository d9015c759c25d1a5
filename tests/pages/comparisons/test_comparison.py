"""Which texts are compared and where their clauses went, and what the browser compares any two releases by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from crdiff.history.lineage import Lineage, NumberRun, Worded
from crdiff.history.sameness import SameAs
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons import PIECE_MOST, _pieces, lead_of_comparison, map_clauses


def test_texts_of_one_section_are_compared_with_their_neighbours_the_first_with_the_last(facts: ArchiveIndex) -> None:
    """The page on players quotes passages of several subsections and is compared with none of them."""
    named = [(each.alignment.old.name, each.alignment.new.name) for each in facts.comparisons]
    assert named == [
        ("2008-02-01", "2014-05-01"),
        ("2014-05-01", "2021-07-23"),
        ("2021-07-23", "2024-06-07"),
        ("2008-02-01", "2024-06-07"),
    ]


def test_the_sentence_about_a_comparison_is_true(facts: ArchiveIndex) -> None:
    """By hand: of eleven clauses ten came through to 720, one is gone, three are new; 718 became 720 unchanged."""
    first_to_last = lead_of_comparison(facts.comparisons[3]).lower()
    assert first_to_last.startswith("ten of eleven clauses are still there, each under a new number")
    assert first_to_last.endswith("one was removed and three were added.")
    assert lead_of_comparison(facts.comparisons[2]) == (
        "All thirteen clauses are still there, each under a new number, none reworded."
    )


def test_the_map_shows_every_clause_once_and_every_link(excerpt: ArchiveIndex) -> None:
    drawn = map_clauses(excerpt.comparisons[0])
    assert [(number, change) for number, _, change in drawn["old"]] == [
        ("507.1", "to-712.1"),
        ("507.1a", "to-712.1a"),
        ("507.4", "from-507.4"),
    ]
    assert [number for number, _, _ in drawn["new"]] == ["712.1", "712.1a", "712.2"]
    assert [kind for _, kind in drawn["curves"]] == ["kept", "kept", "out", "in"]


def test_what_crossed_its_neighbours_is_drawn_apart(facts: ArchiveIndex) -> None:
    """507.3b, c and d changed their order in July 2009."""
    kinds = [kind for _, kind in map_clauses(facts.comparisons[3])["curves"]]
    assert kinds.count("cross") >= 2
    assert kinds.count("out") == 1
    assert kinds.count("in") == 3


Pages = Mapping[str, bytes]
# Numbers that a wording has.
EACH = 1 + len(SameAs._fields)


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
    number = ClauseNumber.of(502, 9)
    whole, long = (
        _pieces([_lineage(number, text), _lineage(ClauseNumber.of(502, 10), "")])
        for text in ("a", "a" * (PIECE_MOST + 1))
    )
    assert (list(whole), list(long)) == (["502"], ["502.10", "502.9"])


def _lineage(number: ClauseNumber, text: str) -> Lineage[ClauseNumber]:
    day = date(1999, 4, 23)
    worded = Worded(day, day, number, "", text, (), None)
    return Lineage(f"{day}-{number}", "", (NumberRun(day, day, number),), (worded,), (), (), day)
