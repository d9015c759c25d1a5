"""Pictures of time: what stands where."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.pages.drawing.timeline import Happening, Remark, Scale, StairStay, TrackPeriod, draw_stair, draw_track

SCALE = Scale(date(2000, 1, 1), date(2020, 1, 1))


def stay(number: str, first: date, until: date, held: bool = True) -> StairStay:
    return StairStay(first, first, until, number, held, f"/number/{number}/")


STAYS = (
    stay("507", date(2003, 10, 1), date(2009, 7, 11)),
    stay("710", date(2009, 7, 11), date(2012, 1, 1), held=False),
    stay("711", date(2012, 1, 1), date(2014, 1, 1)),
    stay("710", date(2014, 1, 1), date(2016, 1, 1)),
)


def test_a_scale_begins_at_nothing_and_ends_at_a_hundred() -> None:
    assert SCALE.at(date(2000, 1, 1)) == 0
    assert SCALE.at(date(2020, 1, 1)) == 100
    assert 49 < SCALE.at(date(2010, 1, 1)) < 51


def test_steps_of_one_number_stand_at_one_height_and_higher_numbers_higher() -> None:
    stair = draw_stair(STAYS, (), (), SCALE)
    heights = [step.y for step in stair.steps]
    assert heights[1] == heights[3]
    assert heights[2] < heights[1] < heights[0]
    assert [row.number for row in stair.rows] == ["507", "710", "711"]


def test_the_gap_between_hundreds_is_wider_than_a_row() -> None:
    stair = draw_stair(STAYS, (), (), SCALE)
    five, seven_ten, seven_eleven = (step.y for step in stair.steps[:3])
    assert five - seven_ten > seven_ten - seven_eleven


def test_what_was_removed_is_marked_where_it_stood_last() -> None:
    day = date(2009, 7, 11)
    events = (Happening(day, "added", "one added"), Happening(day, "removed", "one removed"))
    added, removed = draw_stair(STAYS, events, (), SCALE).marks
    steps = draw_stair(STAYS, (), (), SCALE).steps
    assert (added.y, removed.y) == (steps[1].y, steps[0].y)


def test_marks_of_one_day_stand_side_by_side() -> None:
    events = [Happening(date(2010, 10, 1), kind, kind) for kind in ("added", "wording", "example")]
    assert [mark.shift for mark in draw_stair(STAYS, events, (), SCALE).marks] == [0, 12, 24]


words = st.text("abcdefghij ", min_size=1, max_size=50)
days = st.dates(date(2003, 10, 1), date(2019, 12, 31))


@given(st.lists(st.builds(Remark, days, words, st.just("/")), max_size=12))
def test_no_callout_overlaps_another_or_crosses_a_step(remarks: list[Remark]) -> None:
    stair = draw_stair(STAYS, (), remarks, SCALE)
    lines = [(callout.text_x, y, remark) for callout in stair.callouts for y, remark in callout.lines]
    for index, (x, y, remark) in enumerate(lines):
        for other_x, other_y, other in lines[index + 1 :]:
            apart = x + len(remark.words) * 0.7 <= other_x or other_x + len(other.words) * 0.7 <= x
            assert apart or abs(y - other_y) >= 16
        for step in stair.steps:
            beside = x + len(remark.words) * 0.7 <= step.x or step.end <= x
            assert beside or step.y < y - 10
    assert sum(len(callout.lines) for callout in stair.callouts) == len(remarks)
    assert all(y < stair.full_height for _, y, _ in lines)


def test_a_callout_near_the_edge_stays_inside_the_picture() -> None:
    remark = Remark(date(2019, 12, 1), "a remark of some forty letters, give or take", "/")
    callout = draw_stair(STAYS, (), (remark,), SCALE).callouts[0]
    assert callout.text_x + len(remark.words) * 0.7 <= 100


@pytest.mark.parametrize(
    ("years", "label", "room"),
    [(10, "712.6", "always"), (2, "712.6", "roomy"), (0, "712.6", "never")],
)
def test_a_label_is_shown_where_it_fits(years: int, label: str, room: str) -> None:
    until = date(2000 + years, 6, 1)
    (stretch,) = draw_track([TrackPeriod(date(2000, 1, 1), until, label, True, label)], SCALE)
    assert stretch.room == room


def test_stretches_of_a_track_meet() -> None:
    spans = [
        TrackPeriod(date(2001, 1, 1), date(2005, 1, 1), "1st", True, ""),
        TrackPeriod(date(2005, 1, 1), date(2011, 1, 1), "2nd", False, ""),
    ]
    first, second = draw_track(spans, SCALE)
    assert first.x + first.width == pytest.approx(second.x, abs=0.02)
    assert (first.held, second.held) == (True, False)
