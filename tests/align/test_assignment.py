"""The best assignment, against trying everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.measure.assignment import best_pairs

GAINS = st.dictionaries(
    st.tuples(st.integers(0, 4), st.integers(0, 4)),
    st.one_of(st.integers(-3, 6).map(float), st.floats(-1, 5, allow_nan=False)),
    max_size=14,
)


def best_sum(gains: dict[tuple[int, int], float], rows: tuple[int, ...], used: frozenset[int]) -> float:
    if not rows:
        return 0.0
    row, *rest = rows
    best = best_sum(gains, tuple(rest), used)
    for (old, new), gain in gains.items():
        if old == row and new not in used and gain > 0:
            best = max(best, gain + best_sum(gains, tuple(rest), used | {new}))
    return best


@given(GAINS)
def test_the_sum_of_the_gains_is_as_large_as_can_be(gains: dict[tuple[int, int], float]) -> None:
    rows = tuple(sorted({old for old, _ in gains}))
    found = sum(gains[pair] for pair in best_pairs(gains))
    assert abs(found - best_sum(gains, rows, frozenset())) < 1e-9


@given(GAINS)
def test_no_item_is_paired_twice_and_no_loss_is_taken(gains: dict[tuple[int, int], float]) -> None:
    pairs = best_pairs(gains)
    assert len({old for old, _ in pairs}) == len(pairs) == len({new for _, new in pairs})
    assert all(gains[pair] > 0 for pair in pairs)


def test_two_good_pairs_beat_one_very_good_one() -> None:
    assert best_pairs({(0, 0): 5.0, (0, 1): 4.0, (1, 0): 4.0}) == [(0, 1), (1, 0)]
