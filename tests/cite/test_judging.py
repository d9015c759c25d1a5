"""A citation is judged by what its number meant when it was written, and what became of that."""

from __future__ import annotations

from datetime import date

from citing import at, numbering
from table import table

from crdiff.cite.judging import Verdict, judge
from crdiff.model.number import ClauseNumber
from crdiff.store.embedded.lives import known_lives


@table
def test_a_number_is_followed_from_the_release_it_was_written_for(
    cited: ClauseNumber, written: date, verdict: Verdict, now: str
) -> None:
    found = judge(numbering(), cited, at(str(written)), at("2026-04-17"))
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
