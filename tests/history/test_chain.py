"""From the links of an alignment to who continues whom."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.alignment import Link
from crdiff.history.chain import NONE, step


def link(old: tuple[int, ...], new: tuple[int, ...], confidence: float = 0.9) -> Link:
    return Link(old, new, "test", ("made by hand",), confidence)


def test_the_main_clauses_of_a_link_continue() -> None:
    assert step([link((0,), (1,)), link((1,), (0,))], 2).continues == (1, 0)


def test_added_and_removed_clauses_stand_in_nothing() -> None:
    made = step([link((), (0,)), link((0,), ())], 1)
    assert (made.continues, made.parts) == ((NONE,), ())


def test_the_lesser_heirs_of_a_split_are_parts_of_the_main_clause() -> None:
    made = step([link((0,), (1, 0, 2))], 3)
    assert made.continues == (NONE, 0, NONE)
    assert made.parts == ((0, 0), (0, 2))


def test_the_lesser_sources_of_a_merge_are_parts_of_the_main_clause() -> None:
    made = step([link((1, 0), (0,))], 1)
    assert made.continues == (1,)
    assert made.parts == ((0, 0),)


def test_a_plain_link_is_preferred_to_a_merge_that_claims_the_same_clause() -> None:
    made = step([link((0, 1), (0,)), link((0,), (1,))], 2)
    assert made.continues == (NONE, 0)
    assert made.parts == ((0, 0), (1, 0))


def test_the_surer_of_two_equal_claims_has_the_clause() -> None:
    made = step([link((0,), (0, 1), 0.6), link((0,), (2, 3), 0.8)], 4)
    assert made.continues == (NONE, NONE, 0, NONE)


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
