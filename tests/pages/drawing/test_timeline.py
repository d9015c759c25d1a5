"""Pictures of time: what stands where."""

from __future__ import annotations

from datetime import date

import pytest

from crdiff.pages.drawing.tracks import Scale, TrackPeriod, draw_track

SCALE = Scale(date(2000, 1, 1), date(2020, 1, 1))


@pytest.mark.parametrize(
    ("years", "label", "room"), [(10, "712.6", "always"), (2, "712.6", "roomy"), (0, "712.6", "never")]
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
