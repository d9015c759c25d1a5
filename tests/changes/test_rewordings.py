"""Rewordings: which replacements a release makes throughout, and which never count as such."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from table import table

from crdiff.changes.change import Facet
from crdiff.changes.english import able, ing, participle, weight
from tests.changes.conftest import both, compared

FRAMES = [
    "If {} tonight, the game goes on.",
    "A creature counts. After that, {} and nothing else happens.",
    "Whenever {}, look at the stack (see rule 500).",
    "Players wait until {}; then they act.",
]


def numbered(texts: Sequence[str]) -> dict[str, str]:
    return {f"100.{n}": text for n, text in enumerate(texts, 1)}


def met(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return the rewordings that were met, with the number of clauses."""
    found = compared(numbered(old), numbered(new)).rewordings
    return [(rewording.old, rewording.new, rewording.clauses) for rewording in found]


def framed(phrase: str) -> list[str]:
    return [frame.format(phrase) for frame in FRAMES]


@table
def test_what_a_release_renames_is_found_and_mechanical(old: str, new: str) -> None:
    comparison = compared(numbered(framed(old)), numbered(framed(new)))
    assert [rewording.clauses for rewording in comparison.rewordings] == [4]
    changed = [change for change in comparison.changes if change.facets]
    assert [change.facets for change in changed] == [(Facet.TERMINOLOGY,)] * 4
    assert all(change.mechanical for change in changed)


@table
def test_a_change_of_meaning_is_no_rewording_however_often_it_is_made(old: str, new: str) -> None:
    comparison = compared(numbered(framed(old)), numbered(framed(new)))
    assert comparison.rewordings == ()
    assert not any(change.mechanical for change in comparison.changes)


@table
def test_a_wording_replaced_often_enough_is_reworded(texts: list[str], found: list[tuple[str, str, int]]) -> None:
    assert met(*zip(*map(both, texts), strict=True)) == found


def test_a_tenth_may_stay_and_is_named() -> None:
    words = ("old", "new", "odd", "fun", "big", "red", "dry", "sad", "mad")
    fillers = [f"Rule {word}: the planar magic variant is {word}." for word in words]
    old = [*fillers, "The planar magic cards are large."]
    new = [filler.replace("planar magic", "planechase") for filler in fillers] + ["The planar magic cards are large."]
    rewording = compared(numbered(old), numbered(new)).rewordings[0]
    assert (rewording.old, rewording.new, rewording.clauses) == ("planar magic", "planechase", 9)
    assert rewording.exceptions == ("100.10",)
    more = "No planar magic deck is small."
    assert ("planar magic", "planechase", 9) not in met([*old, more], [*new, more])


@pytest.mark.parametrize(
    ("between", "is_reworded"), [("the very big red card", True), (" ".join(["word"] * 10), True), ("a " * 11, False)]
)
def test_a_rewording_with_a_gap_reaches_ten_words_far(between: str, is_reworded: bool) -> None:
    """Source: "remove … from the game" became "exile …" in 2009-07-11."""
    usual = {"it": "red", "the card": "blue", "that creature": "green", "the top card": "black"}
    old = [f"Then {who} players of {who} remove {what} from the game, {who} first." for what, who in usual.items()]
    old.append(f"They remove {between} from the game.")
    new = [text.replace("remove", "exile").replace(" from the game", "") for text in old]
    assert compared(numbered(old), numbered(new)).changes[-1].mechanical is is_reworded


@pytest.mark.parametrize(("cut", "found"), [(9, []), (10, [("to your mana pool", "", 10)])])
def test_words_have_to_go_from_ten_clauses_to_be_a_rewording(cut: int, found: list[tuple[str, str, int]]) -> None:
    """The words "to your mana pool" went from some 100 clauses in 2018-04-27."""
    old = [f"Ability number {n} adds {{G}} to your mana pool, {n} times." for n in range(cut)]
    assert met(old, [text.replace(" to your mana pool", "") for text in old]) == found


def test_the_words_on_which_meaning_turns_are_counted() -> None:
    found = weight(["he", "or", "she", "can't", "play", "up", "to", "two", "target", "creatures"])
    assert found == {"can": 1, "not": 1, "up": 1, "two": 1, "target": 1}
    assert weight(["{o2}", "{2/U}", "cannot"]) == {"2": 2, "not": 1, "can": 1}


PLAYED = [
    "Nobody may play this ability during combat.",
    "Whoever wants to play this ability pays twice.",
    "Then they play this ability as often as they like.",
    "Lands are unlike that: to play this land is no such thing.",
]


@table
def test_what_is_done_to_an_ability_is_reworded_with_the_verb(old: str, new: str) -> None:
    """Source: 502.53a and 502.18b of 2009-05-01, where only "play this ability" was met often enough."""
    after = [text.replace("play this ability", "activate this ability") for text in PLAYED]
    assert compared(numbered([*PLAYED, old]), numbered([*after, new])).changes[-1].mechanical


@table
def test_a_change_of_meaning_is_no_form_of_a_rewording(old: str, new: str) -> None:
    after = [text.replace("play this ability", "activate this ability") for text in PLAYED]
    comparison = compared(numbered([*PLAYED, old]), numbered([*after, new]))
    assert [change.mechanical for change in comparison.changes] == [True] * len(PLAYED) + [False]


@table
def test_participles(verb: str, forms: tuple[str, str, str]) -> None:
    assert (participle(verb), ing(verb), able(verb)) == forms
