"""The weights of words, which word replaced which, and texts found by rare words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.measure.lexicon import Lexicon
from crdiff.text.nearest import RareWords
from crdiff.text.words import Words

TEXTS = [f"the player may cast the spell{n} of the owner" for n in range(20)] + ["frenzy of frenzy"]
WORDS = st.frozensets(st.sampled_from(["the", "player", "may", "cast", "spell1", "unheard"]))


def words(text: str) -> Words:
    return frozenset(text.split())


def taught(*pairs: tuple[str, str]) -> Lexicon:
    lexicon = Lexicon(TEXTS)
    lexicon.learn([(words(old), words(new)) for old, new in pairs])
    return lexicon


def test_a_rare_word_weighs_more_than_a_common_one_and_an_unknown_one_most() -> None:
    lexicon = Lexicon(TEXTS)
    common, rare, unknown = (lexicon.mass({word}) for word in ("the", "frenzy", "madness"))
    assert 0 < common < rare < unknown == 1.0


@given(WORDS, WORDS)
def test_what_two_texts_share_weighs_no_more_than_either(one: Words, other: Words) -> None:
    lexicon = Lexicon(TEXTS)
    assert lexicon.shared(one, other) <= min(lexicon.mass(one), lexicon.mass(other)) + 1e-9
    assert lexicon.shared(one, one) == lexicon.mass(one)


def test_a_word_that_replaced_another_in_three_pairs_is_shared_with_it() -> None:
    lexicon = taught(*[(f"removed card{n}", f"exiled card{n}") for n in range(3)])
    assert lexicon.shared(words("removed"), words("exiled")) > 0
    assert lexicon.shared(words("exiled"), words("removed")) == 0
    assert lexicon.reversed().shared(words("exiled"), words("removed")) > 0
    assert lexicon.lost(words("removed other"), words("exiled")) == words("other")
    assert lexicon.looked_for(words("removed other")) == words("removed other exiled")


@pytest.mark.parametrize(
    "pairs",
    [
        pytest.param([(f"removed card{n}", f"exiled card{n}") for n in range(2)], id="in two pairs only"),
        pytest.param(
            [(f"removed {' '.join(f'a{n}{i}' for i in range(13))}", "exiled") for n in range(4)],
            id="in pairs written anew",
        ),
        pytest.param(
            [("removed", f"{word}") for word in ("exiled", "gone", "lost", "away") for _ in range(3)],
            id="by four others",
        ),
        pytest.param([("removed", "removed exiled")] * 4, id="where it stayed"),
    ],
)
def test_a_word_did_not_replace_another(pairs: list[tuple[str, str]]) -> None:
    assert taught(*pairs).shared(words("removed"), words("exiled")) == 0


def put(lexicon: Lexicon, texts: list[str], best: int = 2) -> RareWords:
    found = RareWords(lexicon, best)
    for at, text in enumerate(texts):
        found.put(at, words(text), place=at)
    return found


def test_a_text_is_found_by_the_rare_words_that_it_shares_the_most_first() -> None:
    holders = put(Lexicon(TEXTS), ["the player", "madness the player", "madness frenzy", "nothing else"])
    assert holders.sharing(words("madness frenzy the")) == [2, 1]
    assert holders.sharing(words("unheard")) == []


def test_a_text_of_a_corresponding_chapter_comes_first() -> None:
    holders = put(Lexicon(TEXTS), ["madness frenzy", "madness frenzy"], best=1)
    assert holders.sharing(words("madness frenzy")) == [0]
    assert holders.sharing(words("madness frenzy"), frozenset({1})) == [1]


def test_a_word_that_replaced_another_finds_texts_too() -> None:
    lexicon = taught(*[(f"removed card{n}", f"exiled card{n}") for n in range(3)])
    assert put(lexicon, ["exiled"]).sharing(words("removed")) == [0]


def test_words_in_too_many_texts_find_none_and_that_is_known() -> None:
    holders = put(Lexicon(TEXTS), ["the"] * 4001)
    assert holders.knows_only_common(words("the"))
    assert not holders.knows_only_common(words("unheard"))
    assert holders.sharing(words("the")) == []
