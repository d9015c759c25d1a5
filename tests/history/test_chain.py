"""From the links of an alignment to who continues whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.alignment import Link
from crdiff.history.chain import NONE, step


def link(old: tuple[int, ...], new: tuple[int, ...], confidence: float = 0.9) -> Link:
    return Link(old, new, "test", ("made by hand",), confidence)


@pytest.mark.parametrize(
    ("links", "count", "continues", "parts"),
    [
        pytest.param([link((0,), (1,)), link((1,), (0,))], 2, (1, 0), (), id="the main clauses of a link continue"),
        pytest.param([link((), (0,)), link((0,), ())], 1, (NONE,), (), id="added and removed"),
        pytest.param([link((0,), (1, 0, 2))], 3, (NONE, 0, NONE), ((0, 0), (0, 2)), id="lesser heirs are parts"),
        pytest.param([link((1, 0), (0,))], 1, (1,), ((0, 0),), id="lesser sources are parts"),
        pytest.param(
            [link((0, 1), (0,)), link((0,), (1,))], 2, (NONE, 0), ((0, 0), (1, 0)), id="a plain link before a merge"
        ),
        pytest.param(
            [link((0,), (0, 1), 0.6), link((0,), (2, 3), 0.8)], 4, (NONE, NONE, 0, NONE), ((0, 0), (0, 1), (0, 3)),
            id="the surer of two equal claims",
        ),
    ],
)  # fmt: skip
def test_what_continues_and_what_is_a_part(
    links: list[Link], count: int, continues: tuple[int, ...], parts: tuple[tuple[int, int], ...]
) -> None:
    made = step(links, count)
    assert (made.continues, made.parts) == (continues, parts)


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 5), max_size=3, unique=True),
            st.lists(st.integers(0, 5), max_size=3, unique=True),
            st.sampled_from([0.5, 0.7, 0.9]),
        ),
        max_size=8,
    )
)
def test_no_clause_continues_as_two_and_the_order_of_links_does_not_matter(
    drawn: list[tuple[list[int], list[int], float]],
) -> None:
    links = [link(tuple(old), tuple(new), confidence) for old, new, confidence in drawn]
    made = step(links, 6)
    heirs = [old for old in made.continues if old != NONE]
    assert len(heirs) == len(set(heirs))
    assert step(links[::-1], 6) == made
