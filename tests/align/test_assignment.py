"""Pairs made one by one, the surest first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.measure.score import best_pairs

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
