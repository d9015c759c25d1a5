"""A citation is judged by what its number meant when it was written, and what became of that."""

from __future__ import annotations

from datetime import date

import pytest
from citing import at, numbering

from crdiff.cite.judging import Verdict, judge
from crdiff.model.number import ClauseNumber
from crdiff.store.embedded.lives import known_lives

CASES = [
    ("704.5k", "2012-06-01", "2026-04-17", Verdict.REUSED, "704.5j"),  # the legend rule was 704.5k
    ("114.4", "2018-01-19", "2026-04-17", Verdict.REUSED, "115.5"),  # a target of itself
    ("507.4", "2009-05-01", "2026-04-17", Verdict.RETIRED, ""),  # mana burn by another's choices
    ("704.5a", "2012-06-01", "2026-04-17", Verdict.RIGHT, "704.5a"),  # 0 or less life
    ("112.6m", "2017-09-29", "2026-04-17", Verdict.MOVED, "113.6n"),  # where abilities function
    ("409.1b", "2012-06-01", "2026-04-17", Verdict.ABSENT, "601.2b"),  # casting a spell, a number of before 2009
    ("799.9z", "2012-06-01", "2026-04-17", Verdict.ABSENT, ""),  # a number that no release has
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_number_is_followed_from_the_release_it_was_written_for(case: tuple[str, str, str, Verdict, str]) -> None:
    number, written, today, verdict, now = case
    found = judge(numbering(), ClauseNumber.parse(number), at(written), at(today))
    assert (found.verdict, " ".join(map(str, found.numbers))) == (verdict, now)


def test_what_a_number_meant_in_a_release_is_what_the_lives_say() -> None:
    lives = known_lives()
    for thread in lives.clauses[::97]:
        for stay in thread.stays:
            number = ClauseNumber.parse(stay.number)
            named = [use for use in numbering().uses(number) if use.first <= stay.first <= use.last]
            assert thread.id in {numbering().lineage(use.clause) for use in named}


def test_no_release_is_in_force_before_the_first() -> None:
    assert numbering().position(date(1998, 1, 1)) is None
    assert numbering().position(date(2100, 1, 1)) == numbering().newest
