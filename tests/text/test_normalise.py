"""Typography is folded, and what differs then is told word by word."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from table import table

from crdiff.text import inline
from crdiff.text.inline import Difference, differences
from crdiff.text.normalise import fold_typography, squeeze, straight_quotes, unify_line_ends
from tests.support.work_done import counted


@table
def test_typography_is_written_one_way(printed: str, folded: str) -> None:
    assert fold_typography(printed) == folded


@table
def test_what_carries_meaning_is_left_alone(one: str, other: str) -> None:
    assert fold_typography(one) != fold_typography(other)


@example("- -")
@example("1  -.")
@given(st.text(st.sampled_from("abC1 .,:/+{}’‘“”—–-\"'™®_\n\u00a0…"), max_size=60))
def test_folding_twice_folds_no_more(text: str) -> None:
    once = fold_typography(text)
    assert fold_typography(once) == once


@given(st.text(st.sampled_from("abC1 .,\n\t")))
def test_plain_text_is_only_squeezed(text: str) -> None:
    assert fold_typography(text) == squeeze(text)


@given(st.text())
@example("“It’s a ‘card’ – that’s it.”")
def test_straightening_marks_leaves_every_other_character_in_its_place(text: str) -> None:
    straight = straight_quotes(text)
    assert len(straight) == len(text)
    assert {(curly, plain) for curly, plain in zip(text, straight, strict=True) if curly != plain} <= {
        ("‘", "'"),
        ("’", "'"),
        ("“", '"'),
        ("”", '"'),
    }
    assert not {*straight} & {*"‘’“”"}


@given(st.lists(st.text(st.characters(exclude_characters="\r\n"))), st.sampled_from(["\r\n", "\n", "\r"]))
def test_every_line_end_becomes_one_line_feed(lines: list[str], end: str) -> None:
    assert unify_line_ends(end.join(lines)) == "\n".join(lines)


# word differences: exact, whole words only, the same on every machine


WORDS = st.lists(st.sampled_from(("a", "player", "may", "cast", "any", "it’s", "can’t", ".", ",", "{2/U}", "702.9c")))
LONG = st.lists(st.sampled_from([f"w{n}" for n in range(60)]), min_size=25, max_size=90)


def rebuilt(old: list[str], new: list[str], runs: list[Difference]) -> list[str]:
    """Return what the runs make of `old`: the words between them from `old`, the others from `new`."""
    made: list[str] = []
    at = 0
    for run in runs:
        made += (*old[at : run.old_start], *new[run.new_start : run.new_stop])
        at = run.old_stop
    return [*made, *old[at:]]


@given(WORDS, WORDS)
def test_kept_and_inserted_words_make_the_new_text(old: list[str], new: list[str]) -> None:
    assert rebuilt(old, new, differences(old, new)) == new


@given(LONG, LONG)
def test_long_texts_are_rebuilt_too(old: list[str], new: list[str]) -> None:
    """Long texts are held together by words in a row that stand only once, so they take another way."""
    assert rebuilt(old, new, differences(old, new)) == new


@given(LONG, st.integers(0, 24), LONG)
def test_a_long_text_is_found_again_inside_another(old: list[str], at: int, more: list[str]) -> None:
    new = [*old[:at], "begin", *more, "end", *old[at:]]
    assert rebuilt(old, new, differences(old, new)) == new
    assert sum(run.old_stop - run.old_start for run in differences(old, new)) <= len(old)


@given(WORDS)
def test_equal_texts_have_no_differences(words: list[str]) -> None:
    assert differences(words, list(words)) == []


@given(WORDS, WORDS)
def test_no_run_is_empty_on_both_sides_and_no_two_runs_touch(old: list[str], new: list[str]) -> None:
    runs = differences(old, new)
    assert all(run.old_start < run.old_stop or run.new_start < run.new_stop for run in runs)
    assert all(one.old_stop < other.old_start for one, other in pairwise(runs))


def test_words_are_replaced_whole() -> None:
    old, new = ["they", "can", "attack"], ["they", "can’t", "attack"]
    assert differences(old, new) == [Difference(1, 2, 1, 2)]


def test_texts_with_hardly_a_word_in_common_differ_as_a_whole() -> None:
    """Glossary entries of May 2009 were rewritten in July; a shared "the" holds nothing together."""
    old = [f"old{n}" for n in range(40)]
    new = [f"new{n}" for n in range(30)]
    old[20] = new[5] = "the"
    assert differences(old, new) == [Difference(0, 40, 0, 30)]


def test_more_words_than_a_plane_has_private_characters() -> None:
    """The private area below U+F900 holds 6,400 characters; what follows it serves as well."""
    old = [f"word{n}" for n in range(7000)]
    new = ["changed" if n % 3500 == 0 else word for n, word in enumerate(old)]
    assert differences(old, new) == [Difference(0, 1, 0, 1), Difference(3500, 3501, 3500, 3501)]


def test_very_long_texts_of_few_words_are_compared_stretch_by_stretch() -> None:
    """Source: one clause of 4,000 sentences that are all the same has no three words that stand only once."""
    old, new = (f"{who} player loses the game .".split() * 1000 for who in ("the", "a"))
    with counted(inline, "_differences") as calls:
        runs = differences(old, new)
        assert 5 <= calls() <= 7
    assert rebuilt(old, new, runs) == new
    assert len(runs) == 1000


def test_a_run_that_goes_on_in_the_next_stretch_is_one_run() -> None:
    shared = ["the", "game"] * 1200
    old, new = [*shared, *["old", "the"] * 1200], [*["new", "the"] * 1200, *shared]
    runs = differences(old, new)
    assert rebuilt(old, new, runs) == new
    assert all(one.old_stop < other.old_start for one, other in pairwise(runs))


@pytest.mark.parametrize(("shared", "runs"), [(8, 1), (9, 10)])
def test_long_texts_that_share_three_words_in_ten_are_compared_word_by_word(shared: int, runs: int) -> None:
    """With fewer they are different texts; the words in common stand apart, so that no three hold them together."""
    old = [f"both{n}" if n < shared and odd else f"old{n}-{odd}" for n in range(15) for odd in (0, 1)]
    new = [f"both{n}" if n < shared and odd else f"new{n}-{odd}" for n in range(15) for odd in (0, 1)]
    assert len(differences(old, new)) == runs
