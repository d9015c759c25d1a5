"""Rewordings: which replacements a release makes throughout, and which never count as such."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from crdiff.changes.change import Comparison, Facet
from crdiff.changes.words.meaning import weight

FRAMES = [
    "If {} tonight, the game goes on.",
    "A creature counts. After that, {} and nothing else happens.",
    "Whenever {}, look at the stack (see rule 500).",
    "Players wait until {}; then they act.",
]


def numbered(texts: Sequence[str]) -> dict[str, str]:
    return {f"100.{n}": text for n, text in enumerate(texts, 1)}


def met(compared: Callable[..., Comparison], old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return the rewordings that were met, with the number of clauses."""
    found = compared(numbered(old), numbered(new)).rewordings
    return [(rewording.old, rewording.new, rewording.clauses) for rewording in found]


def framed(phrase: str) -> list[str]:
    return [frame.format(phrase) for frame in FRAMES]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("it comes into play", "it enters the battlefield"),
        ("it has the converted mana cost", "it has the mana value"),
        ("the local enchantment moves", "the Aura moves"),
        ("a player gains priority", "a player gets priority"),
        ("the tribal spell resolves", "the kindred spell resolves"),
        ("a player pays {oT}", "a player pays {T}"),
        ("he or she has lost", "they have lost"),
        ("the player loses his or her hand", "the player loses their hand"),
    ],
)
def test_what_a_release_renames_is_found_and_mechanical(
    compared: Callable[..., Comparison], old: str, new: str
) -> None:
    comparison = compared(numbered(framed(old)), numbered(framed(new)))
    assert [rewording.clauses for rewording in comparison.rewordings] == [4]
    changed = [change for change in comparison.changes if change.facets]
    assert [change.facets for change in changed] == [(Facet.TERMINOLOGY,)] * 4
    assert all(change.mechanical for change in changed)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the player may draw", "the player must draw"),
        ("the player can attack", "the player can't attack"),
        ("each player draws", "any player draws"),
        ("only one spell resolves", "one spell resolves"),
        ("two cards are drawn", "three cards are drawn"),
        ("a cost of {2} is paid", "a cost of {3} is paid"),
        ("up to two cards go", "two cards go"),
        ("the target creature dies", "the creature dies"),
        ("a creature is attacked", "a creature or planeswalker is attacked"),
        ("a creature or planeswalker is attacked", "a creature, planeswalker, or battle is attacked"),
        ("a creature and a land die", "a creature or a land die"),
        ("the first spell resolves", "the last spell resolves"),
        ("a double-faced permanent turns", "a transforming double-faced permanent turns"),
        ("a nontoken creature dies", "a creature dies"),
        ("the player's turn is controlled", "the player is controlled"),
        ("when it dies", "whenever it dies"),
        ("the spell resolves", "this spell resolves"),
        ("X cards are drawn", "N cards are drawn"),
        ("all creatures die", "both creatures die"),
    ],
)
def test_a_change_of_meaning_is_no_rewording_however_often_it_is_made(
    compared: Callable[..., Comparison], old: str, new: str
) -> None:
    comparison = compared(numbered(framed(old)), numbered(framed(new)))
    assert comparison.rewordings == ()
    assert not any(change.mechanical for change in comparison.changes)


def test_two_clauses_make_no_rewording(compared: Callable[..., Comparison]) -> None:
    assert met(compared, framed("it comes into play")[:2], framed("it enters the battlefield")[:2]) == []


def test_clauses_that_are_copies_of_each_other_make_no_rewording(compared: Callable[..., Comparison]) -> None:
    """508.5, 802.2a and 805.10e say the same and were changed alike, in what they mean, in 2017-08-25."""
    old, new = "As it became an attacking creature that combat, it counts.", "As it was removed from combat, it counts."
    assert met(compared, [old] * 4, [new] * 4) == []


def test_a_wording_that_often_stays_is_not_reworded(compared: Callable[..., Comparison]) -> None:
    cards = [f"A card is drawn in step {n}." for n in range(20)]
    assert met(compared, [*framed("a card moves"), *cards], [*framed("an object moves"), *cards]) == []


def test_a_tenth_may_stay_and_is_named(compared: Callable[..., Comparison]) -> None:
    words = ("old", "new", "odd", "fun", "big", "red", "dry", "sad", "mad")
    fillers = [f"Rule {word}: the planar magic variant is {word}." for word in words]
    old = [*fillers, "The planar magic cards are large."]
    new = [filler.replace("planar magic", "planechase") for filler in fillers] + ["The planar magic cards are large."]
    rewording = compared(numbered(old), numbered(new)).rewordings[0]
    assert (rewording.old, rewording.new, rewording.clauses) == ("planar magic", "planechase", 9)
    assert rewording.exceptions == ("100.10",)


def test_company_decides_where_a_word_has_two_meanings(compared: Callable[..., Comparison]) -> None:
    """In July 2009 spells were cast and abilities activated, while lands are played to this day."""
    spells = [
        "A player may play a spell now.",
        "To play a spell, pay its cost.",
        "They play a spell; it goes on the stack.",
    ]
    lands = ["A player may play a land now.", "To play a land, put it down.", "They play a land; it stays."]
    old = [*spells, *lands]
    new = [*(text.replace("play a spell", "cast a spell") for text in spells), *lands]
    assert met(compared, old, new) == [("play a spell", "cast a spell", 3)]


def test_verbs_follow_their_subject(compared: Callable[..., Comparison]) -> None:
    old = [
        "The active player determines which permanents he or she controls. Then he or she untaps them all.",
        "A player may act if he or she has priority.",
        "When he or she is done, the turn ends.",
        "If he or she then draws a card and reveals it, the game goes on.",
        "He or she doesn't draw, and he or she pays his or her costs.",
        "Players may reveal cards. Nobody has to reveal them.",
    ]
    new = [
        "The active player determines which permanents they control. Then they untap them all.",
        "A player may act if they have priority.",
        "When they are done, the turn ends.",
        "If they then draw a card and reveal it, the game goes on.",
        "They don't draw, and they pay their costs.",
        "Players may reveal cards. Nobody has to reveal them.",
    ]
    comparison = compared(numbered(old), numbered(new))
    assert all(change.mechanical for change in comparison.changes)
    assert [(r.old, r.new) for r in comparison.rewordings] == [("he or she", "they")]


def test_only_verbs_follow_their_subject(compared: Callable[..., Comparison]) -> None:
    old = [
        *framed("he or she wins"),
        "If he or she wins, he or she draws cards.",
        "As he or she looks at a card, cards change.",
        "He or she counts creatures, lands, and spells and abilities.",
    ]
    new = [
        *framed("they win"),
        "If they win, they draw card.",
        "As they look at a card, card change.",
        "They count creatures, lands, and spells and ability.",
    ]
    comparison = compared(numbered(old), numbered(new))
    assert [change.mechanical for change in comparison.changes] == [True] * 4 + [False] * 3


def test_a_phrase_that_all_the_release_drops_is_a_rewording(compared: Callable[..., Comparison]) -> None:
    """Source: "Add {G} to your mana pool" became "Add {G}" in 2018-04-27."""
    words = ("red", "blue", "green", "black", "white", "old", "new", "odd", "big", "small")
    old = [f"The {word} ability reads “Add {{G}} to your mana pool” and is {word}." for word in words]
    new = [text.replace(" to your mana pool", "") for text in old]
    assert met(compared, old, new) == [("to your mana pool", "", 10)]


def test_the_words_on_which_meaning_turns_are_counted() -> None:
    found = weight(["he", "or", "she", "can't", "play", "up", "to", "two", "target", "creatures"])
    assert found == {"can": 1, "not": 1, "up": 1, "two": 1, "target": 1}
    assert weight(["{o2}", "{2/U}", "cannot"]) == {"2": 2, "not": 1, "can": 1}
