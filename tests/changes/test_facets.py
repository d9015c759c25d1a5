"""Which facets a change of wording has, and when it is mechanical: a table of real changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from every import every

from crdiff.changes.change import Change, Comparison, Facet
from crdiff.changes.english import is_slip

Case = tuple[str, str, str, str, bool]
"""What it is, the old and the new text, the facets, and whether the change is mechanical."""

CASES: list[Case] = [
    ("the same", "Players have a hand.", "Players have a hand.", "", True),
    # typography
    ("curly apostrophe", "the spell's controller goes first", "the spell’s controller goes first", "typographic", True),
    ("curly quotes", 'the word "target" on it', "the word “target” on it", "typographic", True),
    ("trade marks", "the Future Sight(tm) set", "the Future Sight set", "typographic", True),
    ("italics", "the Future Sight set", "the _Future Sight_ set", "typographic", True),
    (
        "address in brackets",
        "at http://gatherer.wizards.com.",
        "at <http://gatherer.wizards.com>.",
        "typographic",
        True,
    ),
    ("capital", "See Rule 104.3a.", "See rule 104.3a.", "typographic", True),
    ("spaces around a dash", "A loop -- of events.", "A loop—of events.", "typographic", True),
    (
        "lost dash",
        "a static ability?not a triggered one",
        "a static ability -- not a triggered one",
        "typographic",
        True,
    ),
    ("lost apostrophe", "each player?s library", "each player’s library", "typographic", True),
    ("lost letter", "Dand?n can't attack", "Dandân can’t attack", "typographic", True),
    ("accent", "the Gathering of Ghazban", "the Gathering of Ghazbán", "typographic", True),
    ("ligature", "an Æther spell", "an AEther spell", "typographic", True),
    ("quotation mark dropped", 'is named "Goblin Scout', "is named Goblin Scout", "typographic", True),
    (
        "hyphen that was a dash",
        "considered cards-even this one",
        "considered cards even this one",
        "typographic",
        False,
    ),
    ("hyphen where none is known", "pay one energy counter", "pay one energy-counter", "typographic", False),
    ("hyphen moved", "a Two-Headed Giant game", "a Two Headed-Giant game", "typographic", False),
    ("prefix cut off", "a non-Human Wizard", "a non Human Wizard", "typographic", False),
    ("dash dropped", "A loop--of events.", "A loop of events.", "typographic", False),
    ("dash lost and gone", "cards?even this one", "cards even this one", "typographic", False),
    ("minus sign lost and gone", "a cost of [?4]", "a cost of [4]", "typographic", False),
    ("minus sign lost", "a cost of [?4]", "a cost of [-4]", "typographic", True),
    ("quotation marks around fewer words", 'a "can’t" effect wins', 'a "can’t effect" wins', "typographic", False),
    ("quotation mark behind the full stop", 'the word "play." It', 'the word "play". It', "typographic", True),
    ("angle brackets around a number", "gets +1/+1", "gets +1/<+1>", "typographic", False),
    ("a letter in brackets", "red (R), and green", "red, and green", "wording", False),
    ("comma", "a 2/2 face-down creature, with no text", "a 2/2 face-down creature with no text", "typographic", False),
    # lists
    (
        "item added",
        "The types are Ajani, Jace, Karn, and Venser.",
        "The types are Ajani, Jace, Jaya, Karn, and Venser.",
        "enumeration",
        False,
    ),
    (
        "first item",
        "The words are channel, chroma, and raid.",
        "The words are adamant, channel, chroma, and raid.",
        "enumeration",
        False,
    ),
    (
        "last item",
        "The types are Aura (see rule 303.4) and Shrine.",
        "The types are Aura (see rule 303.4), Curse, and Shrine.",
        "enumeration",
        False,
    ),
    (
        "item removed",
        "the same object, player, or zone can be chosen",
        "the same object or player can be chosen",
        "enumeration",
        False,
    ),
    (
        "one becomes two",
        "On Ixalan cards, the symbol is a rose.",
        "On Ixalan and Rivals of Ixalan cards, the symbol is a rose.",
        "enumeration",
        False,
    ),
    (
        "an item that says something",
        "If a player is attacked or controls a planeswalker, the player blocks.",
        "If a player is attacked, controls a planeswalker, or protects a battle that was attacked, the player blocks.",
        "enumeration wording",
        False,
    ),
    (
        "without and neither",
        "by a source without wither is marked",
        "by a source with neither wither nor infect is marked",
        "enumeration",
        False,
    ),
    # wording
    ("not dropped", "The spell can not be countered.", "The spell can be countered.", "wording", False),
    ("may and must", "That player may draw a card.", "That player must draw a card.", "wording", False),
    ("number", "That player draws two cards.", "That player draws three cards.", "wording", False),
    ("sign", "It gets -1/-1 until end of turn.", "It gets 1/-1 until end of turn.", "wording", False),
    ("symbol", "Its cost is {2}{W}.", "Its cost is {3}{W}.", "wording", False),
    ("one word", "Spells and abilities create tokens.", "Most spells and abilities create tokens.", "wording", False),
    ("a verb after and", "in any order and put the rest on top", "in any order and the rest on top", "wording", False),
    ("plural that is no list", "the trigger event occurred", "the trigger event or events occurred", "wording", False),
    ("misspelling", "the following creaturse can attack", "the following creatures can attack", "typo", False),
    ("word twice", "put it into the the graveyard", "put it into the graveyard", "typo", False),
    ("article", "an player draws a card", "a player draws a card", "typo", False),
    # references
    ("reference added", "Damage is marked.", "Damage is marked (see rule 119.3).", "reference", False),
    (
        "reference dropped",
        'It goes on the stack. (See rule 408, "Timing.")',
        "It goes on the stack.",
        "reference",
        False,
    ),
    (
        "a sentence about a rule",
        "The back face counts.",
        "The back face counts. This is an exception to rule 711.4a.",
        "reference wording",
        False,
    ),
]


@every("case", CASES, ids=lambda case: case[0])
def test_a_change_has_the_facets_a_reader_sees(change_of: Callable[[str, str], Change], case: Case) -> None:
    _, old, new, facets, mechanical = case
    change = change_of(old, new)
    assert " ".join(change.facets) == facets
    assert change.mechanical is mechanical
    assert change.for_review is (bool(facets) and not mechanical)


def test_a_hyphen_may_go_where_the_release_prints_the_same_words_without_one(
    compared: Callable[..., Comparison],
) -> None:
    """Until 2003-07-01 "upper right corner" and "upper-right corner" stand side by side."""
    old = {"100.1": "It stands in the upper-right corner.", "100.2": "The upper right corner is free."}
    change = compared(old, {**old, "100.1": "It stands in the upper right corner."}).changes[0]
    assert (change.facets, change.mechanical) == ((Facet.TYPOGRAPHIC,), True)


def test_a_hyphen_may_join_words_that_are_joined_elsewhere(compared: Callable[..., Comparison]) -> None:
    old = {"100.1": "Look at a face down card.", "100.2": "A face-down card has no name."}
    change = compared(old, {**old, "100.1": "Look at a face-down card."}).changes[0]
    assert (change.facets, change.mechanical) == ((Facet.TYPOGRAPHIC,), True)


def test_a_hyphen_that_was_a_dash_is_none(change_of: Callable[[str, str], Change]) -> None:
    """2003-07-01 prints "Tokens aren't considered cards-even a card that represents a token isn't"."""
    old = "Tokens aren't considered cards-even a card isn't. Look at the cards even so."
    change = change_of(old, old.replace("cards-even", "cards even"))
    assert not change.mechanical


@pytest.mark.parametrize(
    ("items", "facets"),
    [
        ("double-faced cards", "enumeration"),
        ("big double-faced cards", "enumeration wording"),
        ("big land that one player owns now here", "enumeration wording"),
        ("big land that one player owns now here too", "wording"),
    ],
)
def test_how_long_an_item_may_be(change_of: Callable[[str, str], Change], items: str, facets: str) -> None:
    """A name has up to four words, a hyphen counted; an item up to eight between two joints."""
    change = change_of("Artifacts, tokens, and auras count.", f"Artifacts, {items}, tokens, and auras count.")
    assert " ".join(change.facets) == facets


@pytest.mark.parametrize(("neighbour", "facets"), [("tokens of red", "enumeration"), ("tokens of red mana", "wording")])
def test_an_item_before_a_comma_has_a_neighbour_of_three_words_at_most(
    change_of: Callable[[str, str], Change], neighbour: str, facets: str
) -> None:
    change = change_of(f"Count {neighbour}, auras, and lands.", f"Count jewels, {neighbour}, auras, and lands.")
    assert " ".join(change.facets) == facets


@pytest.mark.parametrize(
    ("wrong", "right", "slipped"),
    [
        ("creaturse", "creatures", True),
        ("creatues", "creatures", True),
        ("palyer", "player", True),
        ("form", "from", True),
        ("the", "she", False),
        ("plays", "play", False),
        ("can", "can't", False),
        ("land", "lamb", False),
    ],
)
def test_a_slip_is_one_letter_of_a_word_of_four(wrong: str, right: str, slipped: bool) -> None:
    """2003-05-26 has "creaturse" for "creatures"."""
    assert is_slip(wrong, right) is slipped


def test_items_that_came_or_went_are_named(change_of: Callable[[str, str], Change]) -> None:
    change = change_of("The types are Ajani, Bolas, Karn, and Venser.", "The types are Ajani, Jaya, Karn, and Venser.")
    assert change.facets == (Facet.WORDING,), "one name in place of another is no longer list"
    change = change_of("The types are Ajani, Bolas, and Venser.", "The types are Ajani, Bolas, Jaya, and Will.")
    assert change.remarks == ()
    change = change_of("The types are Ajani, Bolas, and Karn.", "The types are Ajani, Bolas, Jaya, and Karn.")
    assert change.remarks == ("added to the list: Jaya",)


def test_a_count_that_follows_the_clauses_under_it_is_a_list_that_grew(compared: Callable[..., Comparison]) -> None:
    """400.7 had seven exceptions, each a subrule, and got an eighth in 2016-04-08."""
    old = {"400.7": "There are two exceptions:", "400.7a": "Effects continue.", "400.7b": "Prevention continues."}
    new = {**old, "400.7": "There are three exceptions:", "400.7c": "Auras are found."}
    change = compared(old, new).changes[0]
    assert change.facets == (Facet.ENUMERATION,)
    assert not change.mechanical


def test_the_same_count_with_the_same_clauses_under_it_is_another_rule(compared: Callable[..., Comparison]) -> None:
    old = {"400.7": "There are two exceptions:", "400.7a": "Effects continue.", "400.7b": "Prevention continues."}
    change = compared(old, {**old, "400.7": "There are three exceptions:"}).changes[0]
    assert change.facets == (Facet.WORDING,)
