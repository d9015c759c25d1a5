"""The weights of words, which word replaced which, and the odds of a pair: what each feature adds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from crdiff.align.measure import score as weights
from crdiff.align.measure.context import PlaceMatch
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.score import WordingMatch, best_pairs, score
from crdiff.align.measure.scorer import Rivals
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


@table
def test_a_word_did_not_replace_another(pairs: list[tuple[str, str]]) -> None:
    assert taught(*pairs).shared(words("removed"), words("exiled")) == 0


def put(lexicon: Lexicon, texts: list[str], best: int = 2) -> RareWords:
    found = RareWords(lexicon, best)
    for at, text in enumerate(texts):
        found.put(at, words(text), place=at)
    return found


def test_a_word_that_replaced_another_finds_texts_too() -> None:
    lexicon = taught(*[(f"removed card{n}", f"exiled card{n}") for n in range(3)])
    assert put(lexicon, ["exiled"]).sharing(words("removed")) == [0]


def test_words_in_too_many_texts_find_none_and_that_is_known() -> None:
    holders = put(Lexicon(TEXTS), ["the"] * 4001)
    assert holders.knows_only_common(words("the"))
    assert not holders.knows_only_common(words("unheard"))
    assert holders.sharing(words("the")) == []


# the odds of a pair: what each feature adds, and how candidates compare


WORDING = WordingMatch(0.5, 0.5)
NOWHERE = PlaceMatch(0.0, 0.0, False, False, 0.0, False, False, False)
PLAIN = score(WORDING, NOWHERE, cites=0)


@table
def test_each_feature_of_a_place_adds_its_weight(feature: str, value: float, worth: float) -> None:
    found = score(WORDING, replace(NOWHERE, **{feature: value}), cites=0)
    assert found.odds - PLAIN.odds == pytest.approx(worth)


@pytest.mark.parametrize(("cites", "counted"), [(1, 1), (2, 2), (9, 2)])
def test_each_clause_that_both_cite_adds_its_weight_up_to_two(cites: int, counted: int) -> None:
    assert score(WORDING, NOWHERE, cites).odds - PLAIN.odds == pytest.approx(counted * weights.CITES)


@pytest.mark.parametrize(
    ("wording", "is_likelier"),
    [(WordingMatch(0.8, 0.5), True), (WordingMatch(0.5, 0.9), True), (WordingMatch(0.1, 0.5), False)],
)
def test_the_likelier_the_wording_the_better_the_odds(wording: WordingMatch, is_likelier: bool) -> None:
    assert (score(wording, NOWHERE, cites=0).odds > PLAIN.odds) is is_likelier


def test_the_breakdown_sums_to_the_odds_and_words_alone_need_be_nearly_the_same() -> None:
    assert sum(worth for _, worth in PLAIN.breakdown()) == pytest.approx(PLAIN.odds)
    assert score(WordingMatch(0.5, 0.6), NOWHERE, cites=0).odds < 0 < score(
        WordingMatch(0.9, 0.9), NOWHERE, cites=0).odds  # fmt: skip


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_likelihood_is_a_share_and_rivals_lower_it(alike: float, rival: float) -> None:
    one, other = (score(WordingMatch(share, share), NOWHERE, cites=0) for share in (alike, rival))
    alone, rivalled = Rivals({(0, 0): one}), Rivals({(0, 0): one, (0, 1): other, (1, 0): other})
    assert 0.0 <= rivalled.likelihood(0, 0) <= alone.likelihood(0, 0) <= 1.0


def test_a_pair_is_as_likely_as_it_beats_its_rivals_and_none() -> None:
    strong, weak = (score(WordingMatch(alike, alike), NOWHERE, cites=0) for alike in (0.95, 0.7))
    rivals = Rivals({(0, 0): strong, (0, 1): weak, (1, 1): weak})
    assert rivals.likelihood(0, 0) > 0.9
    assert rivals.likelihood(0, 1) < 0.5
    second = rivals.runner_up(0, 0)
    assert second is not None
    assert (second.old, second.new) == (0, 1)
    assert rivals.absence_of_old(0)[0] < rivals.absence_of_old(1)[0] <= 1.0
    assert rivals.absence_of_new(7) == (1.0, None)


GAINS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)),
    st.one_of(st.integers(-3, 6).map(float), st.floats(-1, 5, allow_nan=False)),
    max_size=14,
)


@given(GAINS)
def test_no_item_is_paired_twice_and_no_loss_is_taken(gains: dict[tuple[int, int], float]) -> None:
    pairs = best_pairs(gains)
    assert len({old for old, _ in pairs}) == len(pairs) == len({new for _, new in pairs})
    assert all(gains[pair] > 0 for pair in pairs)


@given(GAINS)
def test_a_gain_is_left_only_where_one_of_its_items_has_one_as_large(gains: dict[tuple[int, int], float]) -> None:
    pairs = best_pairs(gains)
    for (old, new), gain in gains.items():
        rivals = [gains[pair] for pair in pairs if old == pair[0] or new == pair[1]]
        assert gain <= 0 or max(rivals) >= gain


def test_of_equal_gains_that_of_the_smaller_items_comes_first() -> None:
    assert best_pairs({(1, 0): 5.0, (0, 0): 5.0, (0, 1): 5.0}) == [(0, 0)]
