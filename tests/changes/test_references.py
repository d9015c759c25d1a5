"""References: rewritten through the alignment they are mechanical; stale or misdirected ones are said so."""

from __future__ import annotations

import pytest
from every import every

from crdiff.changes.change import Facet
from crdiff.changes.description.facets import is_citation
from tests.changes.conftest import both, change_of, compared

HEIRS = {
    "102": ["104"], "102.3": ["104.3"], "102.3a": ["104.3a"], "102.3b": [], "409": ["601"], "409.1": ["601.2"],
    "409.1f": ["601.2f"], "409.1h": ["601.2h"], "423.1": ["119.1", "119.2"], "103.1": ["102.3b"],
}  # fmt: skip
OLD = {
    "102": "Winning and Losing", "102.3": "Ways to lose.", "102.3a": "A player can concede.",
    "102.3b": "A player loses to mana burn.", "103.1": "Players shuffle.", "409": "Playing Spells", "409.1": "Steps.",
    "409.1f": "Total cost.", "409.1h": "Payment.", "423.1": "A player draws.", "500.1": "Turns have phases.",
}  # fmt: skip
NEW = {
    "102.3b": "Players shuffle.", "104": "Ending the Game", "104.3": "Ways to lose.",
    "104.3a": "A player can concede.", "119.1": "A player draws.", "119.2": "A card is drawn.",
    "500.1": "Turns have phases.", "601": "Casting Spells", "601.2": "Steps.", "601.2f": "Total cost.",
    "601.2h": "Payment.",
}  # fmt: skip
Case = tuple[str, str, str, bool, str]
"""What it is, both texts in one, the facets, whether the change is mechanical, and the first remark.

That a misprint hides a reference comes from the entry on Hideaway of 2009-07-11: "See rule702.72".
"""

CASES: list[Case] = [
    ("rewritten", "See rule «102|104».3a.", "reference", True, ""),
    ("the whole subsection", "See rule «102|104».", "reference", True, ""),
    ("a range", "in rules «409.1f|601.2f»–h,", "reference", True, ""),
    ("a range with another dash", "in rules «409.1f-|601.2f–»h,", "typographic reference", True, ""),
    ("a list", "see rules «102.3a, 409.1f|104.3a, 601.2f», and 500.1", "reference", True, ""),
    ("a heading renamed", 'See rule «409, "Playing|601, “Casting» Spells.«"|”»', "typographic reference", True, ""),
    (
        "a heading renamed otherwise than its title",
        'See rule «409, "Playing|601, "Paying for» Spells."',
        "reference wording",
        False,
        "",
    ),
    ("one of the two heirs", "See rule «423.1|119.2».", "reference", True, ""),
    ("unmoved", "See rule 500.1.", "", True, ""),
    ("unknown in both", "See rule 999.9.", "", True, ""),
    ("stale", "See rule 102.3a.", "reference", False, "still cites 102.3a, which became 104.3a"),
    (
        "stale beside a change",
        "«See|Also see» rule 102.3a.",
        "reference wording",
        False,
        "still cites 102.3a, which became 104.3a",
    ),
    ("removed, its number given away", "See rule 102.3b.", "reference", False, "still cites 102.3b, which was removed"),
    (
        "moved elsewhere",
        "See rule «102.3a|601.2f».",
        "reference",
        False,
        "cites 601.2f instead of 102.3a, which became 104.3a",
    ),
    (
        "moved without need",
        "See rule «500.1|601.2f».",
        "reference",
        False,
        "cites 601.2f instead of 500.1, which did not move",
    ),
    ("dropped", "It ends.« (See rule 500.1.)|»", "reference", False, "no longer cites 500.1"),
    ("added", "It ends.«| (See rule 500.1.)»", "reference", False, "now cites 500.1"),
    ("moved within the text", "«It ends. |»See rule 500.1.«| A turn is over.»", "wording", False, ""),
    ("stale by its title and put right", 'See rule «500|601», "Playing Spells."', "reference", True, ""),
    ("a number that no rule had, put right", "See rule «501|500».1.", "reference", True, ""),
    ("a misprint hides it, and it is no new one", "See «rule500.1|rule 500.1 first».", "reference wording", False, ""),
    (
        "a number that no rule had, and an unlike one",
        "See rule «555.9|500.1».",
        "reference",
        False,
        "cites 500.1 instead of 555.9",
    ),
]


@every("case", CASES, ids=lambda case: case[0])
def test_a_reference_follows_its_clause_or_the_reader_is_told(case: Case) -> None:
    _, text, facets, mechanical, remark = case
    old, new = both(text)
    comparison = compared({**OLD, "700.1": old}, {**NEW, "700.1": new}, HEIRS)
    change = next(change for change in comparison.changes if change.new and change.new[0].number == "700.1")
    assert " ".join(change.facets) == facets
    assert change.mechanical is mechanical
    assert "".join(change.remarks[:1]) == remark


def test_a_reference_in_an_example_is_held_to_the_same() -> None:
    old = {**OLD, "700.1": ["Players act.", "Example: See rule 102.3a."]}
    new = {**NEW, "700.1": ["Players act.", "Example: See rule 102.3a."]}
    change = next(
        change for change in compared(old, new, HEIRS).changes if change.old and change.old[0].number == "700.1"
    )
    assert change.for_review
    assert change.remarks == ("still cites 102.3a, which became 104.3a",)


@pytest.mark.parametrize(
    ("text", "cites_only"),
    [
        ("(See rule 408, “Timing of Spells and Abilities.”)", True),
        ("see rule 119.3", True),
        (" (see rules 601.2b and 601.2f–h)", True),
        ("104.3a", True),
        ("This is an exception to rule 711.4a.", False),
        ("See the glossary.", False),
        ("two cards", False),
    ],
)
def test_a_mere_citation_is_told_from_a_sentence_about_a_rule(text: str, cites_only: bool) -> None:
    assert is_citation(text) is cites_only


def test_remarks_name_sections_as_sections() -> None:
    assert change_of("It ends.", "It ends. (See section 6.)").remarks == ("now cites section 6",)


def test_a_number_that_a_clause_without_origin_took_is_not_gone() -> None:
    """It may well name the same thing rewritten, so nobody is told that a reference to it is stale."""
    texts = {"100.1": "Players draw.", "100.2": "See rule 100.1."}
    rewritten = compared(texts, {**texts, "100.1": "Every hand grows."}, {"100.1": []})
    assert [change.facets for change in rewritten.changes if change.old and change.new] == [()]
    del texts["100.1"]
    gone = compared({"100.1": "Players draw.", **texts}, texts)
    assert [change.remarks for change in gone.changes if change.old and change.new] == [
        ("still cites 100.1, which was removed",)
    ]


LAYERS = {
    "613.3": "Layers are applied in order.",
    "613.3a": "Layer 7a: Effects that define power are applied.",
    "613.3b": "Layer 7b: Effects that modify power are applied.",
    "613.3c": "Layer 7c: Changes from counters are applied.",
    "613.3d": "Layer 7d: Effects that switch power are applied.",
    "613.5": "A creature's power is switched in layer 7d, and counted again.",
}
RELABELLED = {
    **{number: LAYERS[number] for number in ("613.3", "613.3a", "613.3b")},
    "613.3c": "Layer 7c: Effects that switch power are applied.",
    "613.5": "A creature's power is switched in layer 7c, and counted again.",
}


@pytest.mark.parametrize(
    ("number", "said", "is_mechanical"),
    [
        ("613.3c", RELABELLED["613.3c"], True),
        ("613.5", RELABELLED["613.5"], True),
        ("613.3c", "Layer 7b: Effects that switch power are applied.", False),
        ("613.3c", "Layer 7e: Effects that switch power are applied.", False),
        ("613.3c", "Layer 6: Effects that switch power are applied.", False),
        ("613.5", "A creature's power is switched in layer 7b, and counted again.", False),
        ("613.5", "A creature's power is switched in layer 7d, and counted twice.", False),
        ("613.5", "A creature's power is switched after layer 7c, and counted again.", False),
        ("613.5", "A creature's power is not switched in layer 7c, and counted again.", False),
    ],
)
def test_the_label_of_a_layer_follows_its_clause(number: str, said: str, is_mechanical: bool) -> None:
    """Source: 613.3e of 2020-01-24 and 613.4d of 2020-04-17, one layer less."""
    comparison = compared(LAYERS, RELABELLED | {number: said}, {"613.3c": [], "613.3d": ["613.3c"]})
    changes = {change.new[0].number: change for change in comparison.changes if change.new}
    assert changes[number].mechanical is is_mechanical
    assert (changes[number].facets == (Facet.REFERENCE,)) or not is_mechanical


def test_a_layer_whose_clause_is_gone_has_no_new_label() -> None:
    """An effect that is applied in "layer 7c" after the clause of 7c went is applied somewhere else now."""
    heirs: dict[str, list[str]] = {"613.3c": [], "613.3d": ["613.3c"]}
    old = LAYERS | {"613.6": "Counters count in layer 7c, as ever."}
    new = RELABELLED | {"613.6": "Counters count in layer 7c, as always."}
    assert not compared(old, new, heirs).changes[-1].mechanical
