"""Redlines as reports show them: shortened, wrapped, in one column or two, never with a word lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.changes.change import Op, Segment
from crdiff.reports.terminal import GAP, excerpt, inline, side, two_columns, words

TEXTS = st.text(alphabet="ab[{}]-+. \n’", min_size=1, max_size=60)
REDLINES = st.lists(st.builds(Segment, st.sampled_from(Op), TEXTS), max_size=8)

LONG = Segment(Op.KEPT, "one two three four five six seven eight nine ten ")
CHANGED = (Segment(Op.DELETED, "old "), Segment(Op.INSERTED, "new "))


@given(TEXTS)
def test_cutting_into_words_loses_nothing(text: str) -> None:
    assert "".join(words(text)) == text


def shown(redline: tuple[Segment, ...]) -> str:
    return "".join(segment.text for segment in redline)


def test_an_excerpt_keeps_some_words_on_each_side_of_a_change() -> None:
    assert shown(excerpt((LONG, *CHANGED, LONG), 2)) == "… nine ten old new one two … "
    assert shown(excerpt((*CHANGED, LONG, *CHANGED), 1)) == "old new one … ten old new "


def test_where_only_a_word_or_two_would_go_they_stay() -> None:
    assert shown(excerpt((LONG, *CHANGED), 8)) == shown((LONG, *CHANGED))


def test_a_text_without_a_change_is_shown_whole() -> None:
    assert excerpt((LONG,), 0) == (LONG,)
    assert excerpt((LONG, *CHANGED), None) == (LONG, *CHANGED)


@given(REDLINES, st.integers(0, 3))
def test_an_excerpt_never_leaves_out_a_change(redline: list[Segment], context: int) -> None:
    changed = [segment for segment in redline if segment.op is not Op.KEPT]
    assert [segment for segment in excerpt(redline, context) if segment.op is not Op.KEPT] == changed


def test_marks_stand_around_words_and_not_around_the_space_after_them() -> None:
    redline = (Segment(Op.KEPT, "See rule "), *CHANGED, Segment(Op.KEPT, "there."))
    assert list(inline(redline, 80, colour=False)) == ["See rule [-old-] {+new+} there."]


def test_colour_is_added_to_the_marks_and_never_replaces_them() -> None:
    (line,) = inline(CHANGED, 80, colour=True)
    assert "[-old-]" in line
    assert "{+new+}" in line
    assert line.count("\x1b[0m") == 2


def test_a_run_over_two_lines_is_marked_on_each() -> None:
    lines = list(inline((Segment(Op.DELETED, "a long run that went away"),), 16, colour=False))
    assert lines == ["[-a long run-]", "[-that went-]", "[-away-]"]


def test_two_columns_show_the_old_and_the_new_wording() -> None:
    redline = (Segment(Op.KEPT, "Only control "), *CHANGED)
    assert list(two_columns(redline, 63, colour=False)) == [f"{'Only control [-old-]':30} │ Only control {{+new+}}"]


@given(REDLINES, st.integers(20, 60))
def test_wrapping_keeps_every_word_in_order_and_the_width(redline: list[Segment], width: int) -> None:
    lines = list(inline(redline, width, colour=False))
    plain = [Segment(Op.KEPT, segment.text) for segment in redline]
    assert " ".join(" ".join(inline(plain, width, colour=False)).split()) == " ".join(shown(tuple(redline)).split())
    longest = max(map(len, shown(tuple(redline)).split()), default=0)
    assert all(len(line) <= max(width, longest + 4 * len(redline)) for line in lines)


@given(REDLINES)
def test_a_side_holds_its_own_words_only(redline: list[Segment]) -> None:
    assert all(segment.op is not Op.INSERTED for segment in side(redline, Op.INSERTED))
    assert GAP not in shown(side(redline, Op.INSERTED))
