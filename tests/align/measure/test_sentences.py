"""How well sentences and clauses continue one another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.measure.context import Context
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.scorer import Scorer
from crdiff.align.measure.sentences import Sentences, SentenceWords, clash, fit, sentences_of
from crdiff.align.side import ReleaseSide
from crdiff.text.words import counted_words
from tests.align.conftest import NOTHING, Clauses, release_of, state_of

TAPPED = "A tapped creature can't be declared as an attacker."
DAMAGE = "Combat damage is dealt simultaneously by every creature that fights."
WALL = "Walls guard whoever summoned them until the moon has risen."


def sentences(old: Clauses, new: Clauses, linked: Clauses = NOTHING) -> Sentences:
    state = state_of(old, new, linked)
    return Sentences(state.matching, state.lexicon, range(len(old)), range(len(new)))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{TAPPED} {DAMAGE}", 2),
        (f"{TAPPED} See rule 810.", 1),
        ("See rule 810.", 0),
        ("Three things: (1) one thing; (2) another thing; (3) a third thing.", 4),
        ("Two things: (a) one; (b) another.", 3),
    ],
)
def test_a_clause_is_cut_into_its_sentences_and_items(text: str, count: int) -> None:
    side = ReleaseSide(release_of({"300.1": text}))
    assert len(sentences_of(side, 0, Lexicon([text]))) == count


@given(st.floats(0.1, 30), st.floats(0.1, 30), st.floats(0, 1))
def test_a_fit_is_a_share_and_one_for_the_same_words_only(one: float, other: float, share: float) -> None:
    shared = share * min(one, other)
    assert 0 <= fit(shared, one, other) <= 1
    assert fit(one, one, one) == pytest.approx(1)
    assert fit(shared, one, other) == pytest.approx(fit(shared, other, one))


@pytest.mark.parametrize(
    ("shared", "one", "other", "least"), [(3.0, 3.0, 12.0, 0.8), (1.0, 1.0, 12.0, 0.1), (5.0, 6.0, 6.0, 0.8)]
)
def test_a_part_of_a_sentence_fits_nearly_as_well_as_all_of_it_unless_it_is_short(
    shared: float, one: float, other: float, least: float
) -> None:
    assert least <= fit(shared, one, other) < least + 0.1


def test_a_sentence_is_kept_where_an_heir_has_it_and_explained_where_an_origin_had_it() -> None:
    found = sentences({"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE})
    tapped, damage = found.old[0]
    assert found.kept(tapped, [0]) == found.explained(found.new[0][0], [0]) == 1.0
    assert found.kept(damage, [0]) < 0.3
    assert found.kept(damage, [0, 1]) == 1.0
    assert found.kept(damage, []) == 0.0


def test_no_words_count_twice_when_a_sentence_is_kept() -> None:
    """Both old sentences are like the one of the heir; what it continues of the better one is not left."""
    old = f"{DAMAGE} Combat damage is dealt simultaneously by every creature that is banded with horses."
    found = sentences({"300.1": old}, {"300.1": DAMAGE})
    first, second = found.old[0]
    assert found.kept(first, [0]) == 1.0
    assert found.kept(second, [0]) < 0.2 < found.fit(second, found.new[0][0])


def test_what_is_said_counts_in_clauses_that_changed_and_in_others() -> None:
    state = state_of({"300.1": DAMAGE, "300.2": WALL}, {"300.1": DAMAGE, "300.2": WALL})
    found = Sentences(state.matching, state.lexicon, [0], [0, 1])
    assert found.said(found.new[1][0], [1]) == 1.0
    assert found.said(found.new[1][0], [0]) < 0.5
    assert found.said(found.new[1][0], []) == 0.0


def test_candidates_are_the_sentences_that_nobody_accounts_for() -> None:
    old, new = {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}
    state = state_of(old, new, {"300.1": "300.1"})
    found = Sentences(state.matching, state.lexicon, [0], [0, 1])
    pairs = found.candidates(state.matching, Context(state.matching))
    assert (found.old[0][1], found.new[1][0], 1.0) in pairs
    assert found.old[0][0] not in [one for one, _, _ in pairs]


def test_the_sentences_of_a_new_clause_find_the_nearest_old_ones() -> None:
    found = sentences({"300.1": TAPPED, "300.2": f"{WALL} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE})
    best = max(found.nearest_of_new([1]), key=lambda each: each[2])
    assert (best[0].clause, best[2]) == (1, 1.0)


@pytest.mark.parametrize(
    ("old", "new", "may"),
    [(DAMAGE, DAMAGE, True), (DAMAGE, WALL, False), (f"{TAPPED} {DAMAGE}", f"{WALL} {DAMAGE}", True)],
)
def test_two_clauses_may_be_one_only_with_words_in_common(old: str, new: str, may: bool) -> None:
    state = state_of({"300.1": old}, {"300.1": new})
    assert Scorer(state.matching, state.lexicon, state.citations).may_be_one(0, 0) is may


@pytest.mark.parametrize(
    ("old", "new", "is_clash"),
    [
        ("attacking creature", "blocking creature", True),
        ("attack block", "block", False),
        ("attack", "creature", False),
        ("first", "second", True),
        ("", "", False),
    ],
)
def test_words_that_exclude_one_another_clash(old: str, new: str, is_clash: bool) -> None:
    one, other = (SentenceWords(0, frozenset(counted_words(text)), 1.0) for text in (old, new))
    assert clash(one, other) is is_clash
