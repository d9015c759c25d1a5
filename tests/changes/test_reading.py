"""What a reader does with a change: kinds to choose among, and what explains those that nobody has to read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_excerpt import make_excerpt

from crdiff.changes.change import Change, ExampleChange, ExamplePlace, Facet, Op, Part, Segment, Structure
from crdiff.changes.reading import ReadingKind, SkipReason, explanation_of, is_of_marks, is_to_read, kind_of

EXAMPLE = ExampleChange(ExamplePlace("507.1", 0), ExamplePlace("507.1", 0), (Segment(Op.INSERTED, "new"),))


KEPT = (Segment(Op.KEPT, "kept"),)


@pytest.fixture
def change() -> Change:
    return make_excerpt().comparisons[0].changes[1]


@pytest.mark.parametrize(
    ("structure", "kind"),
    [
        (Structure.ADDED, ReadingKind.ADDED),
        (Structure.REMOVED, ReadingKind.REMOVED),
        (Structure.REVOKED, ReadingKind.REMOVED),
        (Structure.SAME, ReadingKind.REWORDED),
        (Structure.SPLIT, ReadingKind.REWORDED),
    ],
)
def test_every_change_is_of_one_kind(change: Change, structure: Structure, kind: ReadingKind) -> None:
    assert kind_of(replace(change, structure=structure)) is kind


def test_a_rule_whose_examples_alone_changed_is_not_reworded(change: Change) -> None:
    shown = replace(change, structure=Structure.SAME, redline=KEPT, examples=(EXAMPLE,))
    assert kind_of(shown) is ReadingKind.EXAMPLE
    assert kind_of(replace(shown, structure=Structure.SPLIT)) is ReadingKind.REWORDED
    assert kind_of(replace(shown, examples=())) is ReadingKind.REWORDED


@pytest.mark.parametrize(
    ("facets", "why"),
    [
        ((Facet.REFERENCE, Facet.TERMINOLOGY), SkipReason.REWORDING),
        ((Facet.REFERENCE,), SkipReason.REFERENCE),
        ((Facet.TYPO,), SkipReason.SLIP),
        ((Facet.TYPOGRAPHIC, Facet.EXAMPLE), SkipReason.TYPOGRAPHY),
        ((), None),
    ],
)
def test_the_weightiest_facet_explains_a_mechanical_change(
    change: Change, facets: tuple[Facet, ...], why: SkipReason | None
) -> None:
    proved = replace(change, structure=Structure.SAME, facets=facets, mechanical=True)
    assert explanation_of(proved) is why
    assert explanation_of(replace(proved, part=Part.CREDITS)) is None
    if facets:
        assert explanation_of(replace(proved, facets=(*facets, Facet.WORDING), mechanical=False)) is None


@pytest.mark.parametrize(
    ("facets", "is_read"),
    [
        ((Facet.TYPOGRAPHIC,), False),
        ((Facet.TYPOGRAPHIC, Facet.WORDING), True),
        ((Facet.TYPOGRAPHIC, Facet.EXAMPLE), True),
        ((Facet.REFERENCE,), True),
        ((), False),
    ],
)
def test_a_change_of_marks_alone_is_for_an_editor_and_not_to_be_read_again(
    change: Change, facets: tuple[Facet, ...], is_read: bool
) -> None:
    """Source: 405.6e of 2009-09-04, "it doesn't receive priority (. See rule 703."."""
    unproved = replace(change, structure=Structure.SAME, facets=facets, mechanical=False)
    assert is_to_read(unproved) is is_read
    assert unproved.for_review is bool(facets)
    assert explanation_of(unproved) is (SkipReason.MARKS if facets and not is_read else None)


@pytest.mark.parametrize("part", [Part.FRONT, Part.CREDITS])
def test_nothing_outside_the_rules_and_the_glossary_is_to_be_read(change: Change, part: Part) -> None:
    for structure in Structure:
        outside = replace(change, part=part, structure=structure, facets=(Facet.WORDING,), mechanical=False)
        assert not is_to_read(outside)
        assert explanation_of(outside) is None


def test_marks_alone_need_not_be_read_though_no_step_proves_them(change: Change) -> None:
    """206.3 of 2006-10-01 has "symbol. Any reprint" for "symbol; any reprint"."""
    of_marks = replace(change, structure=Structure.SAME, facets=(Facet.TYPOGRAPHIC,), mechanical=False)
    assert is_of_marks(of_marks)
    assert explanation_of(of_marks) is SkipReason.MARKS
    assert not is_of_marks(replace(of_marks, mechanical=True))
    assert not is_of_marks(replace(of_marks, structure=Structure.SPLIT))
    assert not is_of_marks(replace(of_marks, facets=(Facet.TYPOGRAPHIC, Facet.WORDING)))
    assert explanation_of(replace(of_marks, part=Part.CREDITS)) is None


@pytest.mark.parametrize(
    ("old", "new", "is_read"),
    [
        ("the mana ability, a player", "the mana ability a player", False),
        ("imprint: exile a card", "imprint, exile a card", False),
        ("gets +1/+1 until", "gets -1/-1 until", True),
        ("costs {2}{R} to cast", "costs {2}{G} to cast", True),
        ("exile that card", "exiles that card", True),
    ],
)
def test_marks_that_change_only_in_an_example_need_not_be_read(
    change: Change, old: str, new: str, is_read: bool
) -> None:
    """An example of 601.3a of 2019-06-14 has one comma more, one of 607.4 of 2010-04-23 a comma for a colon."""
    place = ExamplePlace("607.4", 0)
    example = ExampleChange(place, place, (Segment(Op.DELETED, old), Segment(Op.INSERTED, new)))
    facets = (Facet.TYPOGRAPHIC, Facet.EXAMPLE)
    unproved = replace(change, structure=Structure.SAME, facets=facets, mechanical=False, examples=(example,))
    assert is_to_read(unproved) is is_read
    assert is_to_read(replace(unproved, examples=(example, ExampleChange(None, place, example.redline))))
    assert is_to_read(replace(unproved, facets=(*facets, Facet.WORDING)))
