"""Which numbers of a release are known once a text of it was followed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from msgspec.structs import replace

from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.trace.following import _quoted
from crdiff.trace.timeline import Timeline
from tests.changes.conftest import release
from tests.support.days import on

ONE, TWO = ClauseNumber.parse("100"), ClauseNumber.parse("200")
NEW, HELD = on("2009-07-11"), on("2003-03-03")


@pytest.mark.parametrize(
    ("coverage", "day", "before", "after"),
    [
        (Coverage(), NEW, {NEW: (ONE,)}, {}),
        (Coverage((TWO,)), NEW, {}, {NEW: (TWO,)}),
        (Coverage((TWO,)), NEW, {NEW: (ONE,)}, {NEW: (ONE, TWO)}),
        (Coverage((TWO,)), HELD, {}, {}),
    ],
    ids=["a whole text", "an excerpt", "a second excerpt", "an excerpt of a release known as a whole"],
)
def test_an_excerpt_adds_the_numbers_it_quotes_and_a_whole_text_makes_all_known(
    small: Timeline,
    coverage: Coverage,
    day: date,
    before: Mapping[date, tuple[ClauseNumber, ...]],
    after: Mapping[date, tuple[ClauseNumber, ...]],
) -> None:
    text = replace(release({"100.1": "A rule."}), coverage=coverage)
    assert _quoted(replace(small, quoted=before), text, day) == after
