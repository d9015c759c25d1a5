"""Citations are dated by the releases in which their numbers were clauses, and named what their words are about."""

from __future__ import annotations

from datetime import date

from citing import at, citing, numbering

from crdiff.cite.checking import Basis, CheckedNumber
from crdiff.cite.dating import date_by, dating
from crdiff.cite.judging import Certainty, judge
from crdiff.model.number import ClauseNumber


def _cited(number: str, day: str, basis: Basis = Basis.WORDS) -> CheckedNumber:
    """Return a citation that means what `number` was on a day."""
    text = citing(f"CR {number}")
    judgement = judge(numbering(), ClauseNumber.parse(number), at(day), numbering().newest)
    group = text.groups[0]
    return CheckedNumber(text, group, group.items[0], group.items[0].number, judgement, basis, Certainty.SURE)


def _days(*cited: CheckedNumber) -> tuple[str, str]:
    best = dating(cited, numbering(), numbering().newest).best
    return str(numbering().dates[best[0]]), str(numbering().dates[best[-1]])


def test_without_words_a_number_fits_every_release_that_has_it() -> None:
    """112.6m was a clause until 2019-06-14, in which abilities of emblems and others function."""
    assert _days(_cited("112.6m", "2017-09-29", Basis.TREE))[1] == "2019-06-14"


def test_with_words_a_number_fits_the_releases_in_which_it_meant_that() -> None:
    """114.4 named three clauses; an illegal target for itself was 114.4 until 2018-01-19."""
    assert _days(_cited("114.4", "2018-01-19")) == ("2010-07-16", "2018-01-19")
    assert _days(_cited("114.4", "2018-01-19", Basis.TREE))[1] == str(numbering().dates[-1])


def test_a_tree_is_mixed_where_clear_citations_exclude_each_other_and_none_fits_nearly_all() -> None:
    """502.46b, convoke, ended in 2007; 704.5a of 2026-04-17 begins in 2009. One slip among ten mixes nothing."""
    old, new = _cited("502.46b", "2007-02-01"), _cited("704.5a", "2026-04-17")
    mixed = dating([old, new], numbering(), numbering().newest)
    assert (mixed.is_mixed, mixed.oldest, mixed.newest) == (True, old, new)
    slip = dating([old, *[new] * 9], numbering(), numbering().newest)
    assert (slip.is_mixed, slip.fits_all) == (False, False)


def test_parts_are_dated_apart() -> None:
    numbers = [_cited("114.4", "2018-01-19"), _cited("704.5a", "2026-04-17")]
    parts = dict(date_by(numbers, lambda checked: str(checked.number), numbering(), numbering().newest))
    assert {name: part.numbers for name, part in parts.items()} == {"114.4": 1, "704.5a": 1}
    assert numbering().dates[parts["114.4"].best[-1]] == date(2018, 1, 19)


def test_the_words_may_fit_other_releases_than_the_numbers() -> None:
    """702.166 is in no release before 2023-09-01; an illegal target for itself was 114.4 until 2018-01-19."""
    cited = [_cited("114.4", "2018-01-19")] * 2
    cited += [_cited("702.166", "2023-09-01", Basis.TREE)] * 3
    found = dating(cited, numbering(), numbering().newest)
    assert str(numbering().dates[found.best[0]]) == "2023-09-01"
    assert str(numbering().dates[found.best_by_words[-1]]) == "2018-01-19"
    assert not found.is_mixed
