"""Which facets a change of wording has, and when it is mechanical: tables of real changes, references among them."""

from __future__ import annotations

import pytest
from every import every

from crdiff.changes.change import Facet
from crdiff.changes.description.facets import is_citation
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
CitingCase = tuple[str, str, str, bool, str]
"""What it is, both texts in one, the facets, whether the change is mechanical, and the first remark.

That a misprint hides a reference comes from the entry on Hideaway of 2009-07-11: "See rule702.72".
"""

CITING: list[CitingCase] = [
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


@every("case", CITING, ids=lambda case: case[0])
def test_a_reference_follows_its_clause_or_the_reader_is_told(case: CitingCase) -> None:
    _, text, facets, mechanical, remark = case
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
