"""Places, stays and runs, and what a lineage knows of a release."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.errors import UnknownNumber
from crdiff.history.place import Place
from crdiff.history.saying import saying
from crdiff.history.thread import Stay, copies, number_runs, wording_runs


@pytest.mark.parametrize("written", ["2003-10-01-507.3b", "2006-05-01-501.2~2", "2024-09-20-7", "2008-10-01-306.b"])
def test_a_place_survives_being_read_and_written(written: str) -> None:
    assert str(Place.parse(written)) == written


@pytest.mark.parametrize("written", ["507.3b", "2003-10-01", "2003-10-01-", "2003-10-01-five", "03-10-01-507"])
def test_anything_else_is_no_place(written: str) -> None:
    with pytest.raises(UnknownNumber, match="such as"):
        Place.parse(written)


def test_a_number_printed_again_is_a_copy() -> None:
    assert copies(["501.1", "501.2", "501.2", "501.3", "501.2"]) == {2: 2, 4: 3}
    assert copies(["501.1", "501.2"]) == {}


def test_runs_end_where_the_feature_changes_and_at_a_gap() -> None:
    stays = [Stay(0, 1, "1.1", 1, "a", 0), Stay(2, 3, "1.1", 1, "b", 0), Stay(4, 4, "1.2", 1, "b", 0),
             Stay(7, 9, "1.2", 1, "b", 0)]  # fmt: skip
    assert [[stay.first for stay in run] for run in number_runs(stays)] == [[0, 2], [4], [7]]
    assert [[stay.first for stay in run] for run in wording_runs(stays)] == [[0], [2, 4], [7]]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8))
def test_runs_put_together_are_the_stays(steps: list[tuple[bool, bool]]) -> None:
    position, number, stays = 0, 1, []
    for has_gap, is_renumbered in steps:
        position += 1 + has_gap
        number += is_renumbered
        stays.append(Stay(position, position, f"1.{number}", 1, "same", 0))
    for runs in (number_runs, wording_runs):
        assert [stay for run in runs(stays) for stay in run] == stays


def test_typography_case_and_cited_numbers_are_not_what_a_clause_says() -> None:
    assert saying("", "See Rule 102.3a, “Winning”") == saying("", 'see rule 104.3a, "winning"')
    assert saying("", "See rule 102.3a twice") != saying("", "See rule 102.3a once")
