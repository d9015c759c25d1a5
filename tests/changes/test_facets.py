"""Which facets a change of wording has, and when it is mechanical: tables of real changes, references among them."""

from __future__ import annotations

import pytest
from clean_text import broken, release
from table import table, table_at_once

from crdiff.changes.change import Facet, Part
from crdiff.changes.compare import compare_releases
from crdiff.changes.description.facets import is_citation
from crdiff.changes.english import is_slip
from crdiff.changes.proof.repairs import is_repair
from tests.changes.conftest import both, change_of, compared


@table_at_once
def test_a_change_has_the_facets_a_reader_sees(text: str, facets: str, mechanical: bool) -> None:
    change = change_of(*both(text))
    assert " ".join(change.facets) == facets
    assert change.mechanical is mechanical
    assert change.for_review is (bool(facets) and not mechanical)


@table
def test_a_hyphen_goes_or_comes_as_the_release_prints_the_words_elsewhere(old: str, new: str, elsewhere: str) -> None:
    """Until 2003-07-01 "upper right corner" and "upper-right corner" stand side by side."""
    change = compared({"100.1": old, "100.2": elsewhere}, {"100.1": new, "100.2": elsewhere}).changes[0]
    assert (change.facets, change.mechanical) == ((Facet.TYPOGRAPHIC,), True)


@table
def test_how_long_an_item_may_be(items: str, facets: str) -> None:
    """A name has up to four words, a hyphen counted; an item up to eight between two joints."""
    change = change_of("Artifacts, tokens, and auras count.", f"Artifacts, {items}, tokens, and auras count.")
    assert " ".join(change.facets) == facets


@pytest.mark.parametrize(("neighbour", "facets"), [("tokens of red", "enumeration"), ("tokens of red mana", "wording")])
def test_an_item_before_a_comma_has_a_neighbour_of_three_words_at_most(neighbour: str, facets: str) -> None:
    change = change_of(f"Count {neighbour}, auras, and lands.", f"Count jewels, {neighbour}, auras, and lands.")
    assert " ".join(change.facets) == facets


@table
def test_a_slip_is_one_letter_of_a_word_of_four(wrong: str, right: str, slipped: bool) -> None:
    """2003-05-26 has "creaturse" for "creatures"."""
    assert is_slip(wrong, right) is slipped


@table
def test_a_lost_character_was_a_quote_a_dash_a_letter_beyond_ascii_or_nothing(damaged: str, whole: str) -> None:
    """2009-05-01 prints "?" for 124 dashes, as in "rules 409.1f?h"."""
    assert is_repair(damaged, whole)
    assert is_repair(whole, damaged)


@pytest.mark.parametrize(
    ("one", "other"), [("can?t", "cannot"), ("may?", "may not"), ("can't", "can’t"), ("player?s", "playerxs")]
)
def test_words_are_never_put_back(one: str, other: str) -> None:
    assert not is_repair(one, other)


# references: rewritten through the alignment they are mechanical; stale or misdirected ones are said so


CITED_HEIRS = {
    "102": ["104"], "102.3": ["104.3"], "102.3a": ["104.3a"], "102.3b": [], "409": ["601"], "409.1": ["601.2"],
    "409.1f": ["601.2f"], "409.1h": ["601.2h"], "423.1": ["119.1", "119.2"], "103.1": ["102.3b"],
}  # fmt: skip
CITED = {
    "102": "Winning and Losing", "102.3": "Ways to lose.", "102.3a": "A player can concede.",
    "102.3b": "A player loses to mana burn.", "103.1": "Players shuffle.", "409": "Playing Spells", "409.1": "Steps.",
    "409.1f": "Total cost.", "409.1h": "Payment.", "423.1": "A player draws.", "500.1": "Turns have phases.",
}  # fmt: skip
CITED_NEW = {
    "102.3b": "Players shuffle.", "104": "Ending the Game", "104.3": "Ways to lose.",
    "104.3a": "A player can concede.", "119.1": "A player draws.", "119.2": "A card is drawn.",
    "500.1": "Turns have phases.", "601": "Casting Spells", "601.2": "Steps.", "601.2f": "Total cost.",
    "601.2h": "Payment.",
}  # fmt: skip


@table_at_once
def test_a_reference_follows_its_clause_or_the_reader_is_told(
    text: str, facets: str, mechanical: bool, remark: str
) -> None:
    old, new = both(text)
    comparison = compared({**CITED, "700.1": old}, {**CITED_NEW, "700.1": new}, CITED_HEIRS)
    change = next(change for change in comparison.changes if change.new and change.new[0].number == "700.1")
    assert " ".join(change.facets) == facets
    assert change.mechanical is mechanical
    assert "".join(change.remarks[:1]) == remark


@table
def test_a_mere_citation_is_told_from_a_sentence_about_a_rule(text: str, cites_only: bool) -> None:
    assert is_citation(text) is cites_only


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


@table
def test_the_label_of_a_layer_follows_its_clause(number: str, said: str, is_mechanical: bool) -> None:
    """Source: 613.3e of 2020-01-24 and 613.4d of 2020-04-17, one layer less."""
    comparison = compared(LAYERS, RELABELLED | {number: said}, {"613.3c": [], "613.3d": ["613.3c"]})
    changes = {change.new[0].number: change for change in comparison.changes if change.new}
    assert changes[number].mechanical is is_mechanical
    assert (changes[number].facets == (Facet.REFERENCE,)) or not is_mechanical


def test_a_subrule_in_the_introduction_shows_how_letters_follow_each_other_and_cites_nothing() -> None:
    told = ("This document holds rules.", "Subrule 101.2a is followed by 101.2b. See rule 101.3, “Ending.”")
    inserted = ("101.2a A player", "101.2a There are more.\n\n101.2b A player")
    moved = ("101.2b An effect", "101.2c An effect"), ("101.3. A player", "101.3. One more.\n\n101.4. A player")
    old, new = release(broken(told)), release(broken(told, inserted, *moved))
    remarks = [
        remark
        for change in compare_releases(old, new).changes
        if change.part is Part.FRONT
        for remark in change.remarks
    ]
    assert remarks == ["still cites 101.3, which became 101.4"]
