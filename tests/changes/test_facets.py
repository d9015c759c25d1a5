"""Which facets a change of wording has, and when it is mechanical: a table of real changes."""

from __future__ import annotations

import pytest
from every import every

from crdiff.changes.change import Facet
from crdiff.changes.english import is_slip
from crdiff.changes.proof.repairs import is_repair
from tests.changes.conftest import both, change_of, compared

Case = tuple[str, str, str, bool]
"""What it is, both texts in one, the facets, and whether the change is mechanical."""

CASES: list[Case] = [
    ("the same", "Players have a hand.", "", True),
    # typography
    ("curly apostrophe", "the «spell's|spell’s» controller goes first", "typographic", True),
    ("curly quotes", 'the word «"|“»target«"|”» on it', "typographic", True),
    ("trade marks", "the Future Sight«(tm)|» set", "typographic", True),
    ("italics", "the «Future Sight|_Future Sight_» set", "typographic", True),
    ("address in brackets", "at «|<»http://gatherer.wizards.com«|>».", "typographic", True),
    ("capital", "See «Rule|rule» 104.3a.", "typographic", True),
    ("spaces around a dash", "A loop« -- |—»of events.", "typographic", True),
    ("lost dash", "a static ability«?| -- »not a triggered one", "typographic", True),
    ("lost apostrophe", "each «player?s|player’s» library", "typographic", True),
    ("lost letter", "«Dand?n can't|Dandân can’t» attack", "typographic", True),
    ("accent", "the Gathering of «Ghazban|Ghazbán»", "typographic", True),
    ("ligature", "an «Æther|AEther» spell", "typographic", True),
    ("lost dash of a type", "type “Creature «?|—» Goblin” or not", "typographic", True),
    ("lost quotation marks and a dash", "a «?|“»Goblin«?|”» «?|—» a red one", "typographic", True),
    ("quotation mark dropped", 'is named «"|»Goblin Scout', "typographic", True),
    ("hyphen that was a dash", "considered cards«-| »even this one", "typographic", False),
    ("hyphen where none is known", "pay one energy« |-»counter", "typographic", False),
    ("hyphen moved", "a Two«-Headed | Headed-»Giant game", "typographic", False),
    ("prefix cut off", "a non«-| »Human Wizard", "typographic", False),
    ("dash dropped", "A loop«--| »of events.", "typographic", False),
    ("dash lost and gone", "cards«?| »even this one", "typographic", False),
    ("minus sign lost and gone", "a cost of [«?|»4]", "typographic", False),
    ("minus sign lost", "a cost of [«?|-»4]", "typographic", True),
    ("quotation marks around fewer words", 'a "can’t«" effect | effect" »wins', "typographic", False),
    ("quotation mark behind the full stop", 'the word "play«."|".» It', "typographic", True),
    ("angle brackets around a number", "gets +1/«+1|<+1>»", "typographic", False),
    ("a letter in brackets", "red« (R)|», and green", "wording", False),
    ("comma", "a 2/2 face-down creature«,|» with no text", "typographic", False),
    # lists
    ("item added", "The types are Ajani, Jace, «|Jaya, »Karn, and Venser.", "enumeration", False),
    ("first item", "The words are«| adamant,» channel, chroma, and raid.", "enumeration", False),
    ("last item", "The types are Aura (see rule 303.4)«|, Curse,» and Shrine.", "enumeration", False),
    ("item removed", "the same object«, player, or zone| or player» can be chosen", "enumeration", False),
    ("one becomes two", "On«| Ixalan and Rivals of» Ixalan cards, the symbol is a rose.", "enumeration", False),
    (
        "an item that says something",
        "If a player is attacked« or|,» controls a planeswalker,«| or protects a battle that was attacked,» "
        "the player blocks.",
        "enumeration wording",
        False,
    ),
    ("without and neither", "by a source «without|with neither» wither«| nor infect» is marked", "enumeration", False),
    ("either and no item", "Choose «|either »a creature or a land.", "wording", False),
    # wording
    ("not dropped", "The spell can «not |»be countered.", "wording", False),
    ("may and must", "That player «may|must» draw a card.", "wording", False),
    ("number", "That player draws «two|three» cards.", "wording", False),
    ("sign", "It gets «-|»1/-1 until end of turn.", "wording", False),
    ("symbol", "Its cost is {«2|3»}{W}.", "wording", False),
    ("one word", "«Spells|Most spells» and abilities create tokens.", "wording", False),
    ("a verb after and", "in any order and «put |»the rest on top", "wording", False),
    ("plural that is no list", "the trigger event «|or events »occurred", "wording", False),
    ("misspelling", "the following «creaturse|creatures» can attack", "typo", False),
    ("word twice", "put it into the «the |»graveyard", "typo", False),
    ("article", "«an|a» player draws a card", "typo", False),
    # references
    ("reference added", "Damage is marked«.| (see rule 119.3).»", "reference", False),
    ("reference dropped", 'It goes on the stack.« (See rule 408, "Timing.")|»', "reference", False),
    (
        "a sentence about a rule",
        "Back faces count.«| This is an exception to rule 711.4a.»",
        "reference wording",
        False,
    ),
]


@every("case", CASES, ids=lambda case: case[0])
def test_a_change_has_the_facets_a_reader_sees(case: Case) -> None:
    _, text, facets, mechanical = case
    change = change_of(*both(text))
    assert " ".join(change.facets) == facets
    assert change.mechanical is mechanical
    assert change.for_review is (bool(facets) and not mechanical)


@pytest.mark.parametrize(
    ("old", "new", "elsewhere"),
    [
        ("It is in the upper-right corner.", "It is in the upper right corner.", "The upper right corner is free."),
        ("Look at a face down card.", "Look at a face-down card.", "A face-down card has no name."),
    ],
)
def test_a_hyphen_goes_or_comes_as_the_release_prints_the_words_elsewhere(old: str, new: str, elsewhere: str) -> None:
    """Until 2003-07-01 "upper right corner" and "upper-right corner" stand side by side."""
    change = compared({"100.1": old, "100.2": elsewhere}, {"100.1": new, "100.2": elsewhere}).changes[0]
    assert (change.facets, change.mechanical) == ((Facet.TYPOGRAPHIC,), True)


def test_a_hyphen_that_was_a_dash_is_none() -> None:
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
def test_how_long_an_item_may_be(items: str, facets: str) -> None:
    """A name has up to four words, a hyphen counted; an item up to eight between two joints."""
    change = change_of("Artifacts, tokens, and auras count.", f"Artifacts, {items}, tokens, and auras count.")
    assert " ".join(change.facets) == facets


@pytest.mark.parametrize(("neighbour", "facets"), [("tokens of red", "enumeration"), ("tokens of red mana", "wording")])
def test_an_item_before_a_comma_has_a_neighbour_of_three_words_at_most(neighbour: str, facets: str) -> None:
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


@pytest.mark.parametrize(
    ("damaged", "whole"),
    [
        ("409.1f?h", "409.1f–h"),
        ("player?s", "player’s"),
        ("?", "—"),
        ("Creature ? Goblin", "Creature—Goblin"),
        ("Dand?n", "Dandân"),
        ("the DCI?", "the DCI"),
    ],
)
def test_a_lost_character_was_a_quote_a_dash_a_letter_beyond_ascii_or_nothing(damaged: str, whole: str) -> None:
    """2009-05-01 prints "?" for 124 dashes, as in "rules 409.1f?h"."""
    assert is_repair(damaged, whole)
    assert is_repair(whole, damaged)


@pytest.mark.parametrize(
    ("one", "other"), [("can?t", "cannot"), ("may?", "may not"), ("can't", "can’t"), ("player?s", "playerxs")]
)
def test_words_are_never_put_back(one: str, other: str) -> None:
    assert not is_repair(one, other)
