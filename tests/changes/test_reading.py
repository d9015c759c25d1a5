"""What a reader does with a change: kinds to choose among, and what explains those that nobody has to read."""

from __future__ import annotations

import pytest
from made_change import made_change
from msgspec.structs import replace
from table import table_at_once

from crdiff.changes.change import (
    Change,
    ExampleChange,
    ExamplePlace,
    Facet,
    Means,
    Op,
    Part,
    Proof,
    Quoted,
    Segment,
    Step,
    Structure,
)
from crdiff.changes.company import in_company
from crdiff.changes.reading import ReadingKind, SkipReason, in_rows, kind_of, skip_reason, told_once

EXAMPLE = ExampleChange(ExamplePlace("507.1", 0), ExamplePlace("507.1", 0), (Segment(Op.INSERTED, "new"),))


KEPT = (Segment(Op.KEPT, "kept"),)


WORDS = (Segment(Op.DELETED, "old"), Segment(Op.INSERTED, "new"))


@pytest.fixture
def change() -> Change:
    clause = (Quoted("507.1", "", "One card.", (), 1),)
    return made_change(Structure.SAME, old=clause, new=clause, redline=WORDS)


@table_at_once
def test_every_change_is_of_one_kind(change: Change, structure: str, kind: str) -> None:
    assert kind_of(replace(change, structure=Structure(structure))) == kind


def test_a_rule_whose_examples_alone_changed_is_not_reworded(change: Change) -> None:
    shown = replace(change, structure=Structure.SAME, redline=KEPT, examples=(EXAMPLE,))
    assert kind_of(shown) is ReadingKind.EXAMPLE
    assert kind_of(replace(shown, structure=Structure.SPLIT)) is ReadingKind.REWORDED
    assert kind_of(replace(shown, examples=())) is ReadingKind.REWORDED


@table_at_once
def test_the_weightiest_facet_explains_a_mechanical_change(change: Change, facets: str, why: str) -> None:
    said = tuple(map(Facet, facets.split()))
    proved = replace(change, structure=Structure.SAME, facets=said, mechanical=True)
    assert skip_reason(proved) is SkipReason[why.upper()]
    if said:
        assert skip_reason(replace(proved, facets=(*said, Facet.WORDING), mechanical=False)) is None


def test_marks_that_are_proved_are_told_from_other_typography(change: Change) -> None:
    facets = (Facet.TYPOGRAPHIC,)
    proved = replace(change, structure=Structure.SAME, facets=facets, mechanical=True, proof=Proof(()))
    marks = Proof((Step(Means.PUNCTUATION, 4, 5, "."),))
    assert skip_reason(proved) is SkipReason.TYPOGRAPHY
    assert skip_reason(replace(proved, proof=marks)) is SkipReason.MARKS
    assert skip_reason(replace(proved, proof=None, mechanical=False)) is None


def test_the_credits_are_furniture_and_the_words_of_the_introduction_are_read(change: Change) -> None:
    """Source: "Charlie Cactino" -> "Charlie Cathero" in two paragraphs of the credits of 2026-06-19."""
    reworded = replace(change, structure=Structure.SAME, facets=(Facet.WORDING,), mechanical=False)
    assert skip_reason(replace(reworded, part=Part.CREDITS)) is SkipReason.FURNITURE
    long = (Quoted("front:2", "", "This document is the ultimate authority for competitive game play.", (), 4),)
    assert replace(reworded, part=Part.FRONT, old=long, new=long).for_review


def test_the_same_words_elsewhere_are_told_from_no_change(change: Change) -> None:
    kept = replace(change, structure=Structure.SAME, facets=(), mechanical=True)
    assert skip_reason(kept) is SkipReason.UNCHANGED
    assert skip_reason(replace(kept, structure=Structure.MOVED)) is SkipReason.PLACE


def quoted(number: str, title: str = "", text: str = "") -> tuple[Quoted, ...]:
    return (Quoted(number, title, text, (), 1),)


def edited(change: Change, number: str, *redline: tuple[Op, str], part: Part = Part.RULES) -> Change:
    clause = quoted(number, text="".join(text for _, text in redline))
    segments = tuple(Segment(*one) for one in redline)
    return replace(change, part=part, facets=(Facet.WORDING,), old=clause, new=clause, redline=segments)


def added(change: Change, number: str, title: str = "", text: str = "", part: Part = Part.RULES) -> Change:
    redline = (Segment(Op.INSERTED, text or title),)
    return replace(
        change, part=part, structure=Structure.ADDED, old=(), new=quoted(number, title, text), redline=redline
    )


LEAVES = ((Op.KEPT, "If it "), (Op.DELETED, "changes zones"), (Op.INSERTED, "left its zone"), (Op.KEPT, " then."))


def test_the_same_edit_in_two_places_is_one_row(change: Change) -> None:
    """Source: 702.2e, 702.15c, 702.80b and 702.90d of 2026-06-19."""
    elsewhere = ((Op.KEPT, "When this "), *LEAVES[1:3], (Op.KEPT, " again."))
    one, other = edited(change, "702.2e", *LEAVES), edited(change, "702.15c", *elsewhere)
    third = edited(change, "Deathtouch", *LEAVES, part=Part.GLOSSARY)
    changes = in_company((one, other, third))
    assert [skip_reason(each) for each in changes] == [None, SkipReason.SAME_EDIT, SkipReason.SAME_EDIT]
    assert changes[0].company
    assert changes[0].company.labels == ("702.2e", "702.15c", "glossary: Deathtouch")
    assert [each.new[0].number for each in told_once(changes)] == ["702.2e"]


@pytest.mark.parametrize(
    "redline",
    [
        ((Op.KEPT, "If it "), (Op.DELETED, "changes zones"), (Op.INSERTED, "left the game"), (Op.KEPT, " then.")),
        (*LEAVES, (Op.INSERTED, " Then stop.")),
    ],
)
def test_another_edit_or_one_more_is_a_row_of_its_own(change: Change, redline: tuple[tuple[Op, str], ...]) -> None:
    changes = in_company((edited(change, "702.2e", *LEAVES), edited(change, "702.15c", *redline)))
    assert [each.for_review for each in changes] == [True, True]


@pytest.mark.parametrize("put", ["not ", "up to ", "the "])
def test_a_word_that_turns_meaning_is_the_same_edit_only_among_the_same_words(change: Change, put: str) -> None:
    one = edited(change, "100.1", (Op.KEPT, "When players can "), (Op.INSERTED, put), (Op.KEPT, "draw two cards."))
    like = edited(
        change, "100.2", (Op.KEPT, "Only when players can "), (Op.INSERTED, put), (Op.KEPT, "draw two cards.")
    )
    unlike = edited(change, "100.3", (Op.KEPT, "Objects do "), (Op.INSERTED, put), (Op.KEPT, "leave the game."))
    assert [each.for_review for each in in_company((one, unlike))] == [True, True]
    assert [each.for_review for each in in_company((one, like))] == [True, False]


def test_clauses_that_moved_apart_or_cannot_be_paired_are_read_for_themselves(change: Change) -> None:
    one = edited(change, "702.2e", *LEAVES)
    for other in (replace(one, undetermined=True), replace(one, structure=Structure.SPLIT)):
        assert [each.for_review for each in in_company((one, other))] == [True, True]


def test_a_new_rule_is_one_row_with_its_subrules_and_its_entry(change: Change) -> None:
    """Source: 701.70 of 2026-08-07, "Recruit", with 701.70a and the entry."""
    changes = in_company(
        (
            added(change, "701.70", "Recruit"),
            added(change, "701.70a", text="“Recruit” means “Draw a card.”"),
            added(change, "701.4c", text="Something else is new."),
            added(change, "Recruit", "Recruit", "A keyword action. See rule 701.70.", Part.GLOSSARY),
            added(change, "Recruiter", "Recruiter", "A person. See rule 701.70a.", Part.GLOSSARY),
            added(change, "Hone", "Hone", "A counter. See rule 122.", Part.GLOSSARY),
        )
    )
    assert [each.for_review for each in changes] == [True, False, True, False, False, True]
    assert {skip_reason(changes[at]) for at in (1, 3, 4)} == {SkipReason.NEW_RULE}
    told = [each.new[0].number for each in told_once(changes)]
    assert told == ["701.70", "701.70a", "Recruit", "Recruiter", "701.4c", "Hone"]


def test_the_heading_of_a_new_subsection_is_read_with_its_first_rule(change: Change) -> None:
    numbers = ("123", "123.1", "123.2", "123.2a")
    changes = in_company([added(change, number, "Stickers" if number == "123" else "") for number in numbers])
    assert [each.for_review for each in changes] == [True, False, True, False]


def test_company_is_found_anew_among_fewer_changes(change: Change) -> None:
    changes = in_company([edited(change, number, *LEAVES) for number in ("100.1", "200.1", "300.1")])
    assert [each.for_review for each in in_company(changes[1:])] == [True, False]
    assert in_company(changes[2:])[0].company is None
    assert [each.new[0].number for each in in_rows(changes[1:])] == ["200.1", "300.1"]
