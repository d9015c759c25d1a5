"""Which facets a change of wording has, and when it is mechanical: tables of real changes, references among them."""

from __future__ import annotations

import pytest
from table import table, table_at_once

from crdiff.changes.change import Facet
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


def test_a_hyphen_that_was_a_dash_is_none() -> None:
    """2003-07-01 prints "Tokens aren't considered cards-even a card that represents a token isn't"."""
    old = "Tokens aren't considered cards-even a card isn't. Look at the cards even so."
    change = change_of(old, old.replace("cards-even", "cards even"))
    assert not change.mechanical


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


def test_items_that_came_or_went_are_named() -> None:
    change = change_of("The types are Ajani, Bolas, Karn, and Venser.", "The types are Ajani, Jaya, Karn, and Venser.")
    assert change.facets == (Facet.WORDING,), "one name in place of another is no longer list"
    change = change_of("The types are Ajani, Bolas, and Venser.", "The types are Ajani, Bolas, Jaya, and Will.")
    assert change.remarks == ()
    change = change_of("The types are Ajani, Bolas, and Karn.", "The types are Ajani, Bolas, Jaya, and Karn.")
    assert change.remarks == ("added to the list: Jaya",)


@pytest.mark.parametrize(("more", "facet"), [({"400.7c": "Auras are found."}, Facet.ENUMERATION), ({}, Facet.WORDING)])
def test_a_count_is_a_list_that_grew_only_where_clauses_under_it_did(more: dict[str, str], facet: Facet) -> None:
    """400.7 had seven exceptions, each a subrule, and got an eighth in 2016-04-08."""
    old = {"400.7": "There are two exceptions:", "400.7a": "Effects continue.", "400.7b": "Prevention continues."}
    change = compared(old, {**old, "400.7": "There are three exceptions:", **more}).changes[0]
    assert (change.facets, change.mechanical) == ((facet,), False)


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


def test_a_reference_in_an_example_is_held_to_the_same() -> None:
    old = {**CITED, "700.1": ["Players act.", "Example: See rule 102.3a."]}
    new = {**CITED_NEW, "700.1": ["Players act.", "Example: See rule 102.3a."]}
    change = next(
        change for change in compared(old, new, CITED_HEIRS).changes if change.old and change.old[0].number == "700.1"
    )
    assert change.for_review
    assert change.remarks == ("still cites 102.3a, which became 104.3a",)


@table
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


@table
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
