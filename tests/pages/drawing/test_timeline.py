"""Pictures of time: what stands where."""

from __future__ import annotations

from datetime import date

import pytest

from crdiff.pages.drawing.tracks import Scale, stretch

SCALE = Scale(date(2000, 1, 1), date(2020, 1, 1))


@pytest.mark.parametrize(
    ("years", "label", "room"),
    [(10, "712.6", "always"), (2, "712.6", "roomy"), (0, "712.6", "never")],
)
def test_a_label_is_shown_where_it_fits(years: int, label: str, room: str) -> None:
    until = date(2000 + years, 6, 1)
    drawn = stretch(date(2000, 1, 1), until, label, label, SCALE)
    assert drawn.room == room


def test_stretches_of_a_track_meet() -> None:
    first = stretch(date(2001, 1, 1), date(2005, 1, 1), "1st", "", SCALE)
    second = stretch(date(2005, 1, 1), date(2011, 1, 1), "2nd", "", SCALE, held=False)
    assert first.x + first.width == pytest.approx(second.x, abs=0.02)
    assert (first.held, second.held) == (True, False)
