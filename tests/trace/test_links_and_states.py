"""Which clause a name means, where it stands, and its states: covered, suspect, predated, orphaned."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest
from msgspec.structs import replace
from soon import ends_soon
from table import table

from crdiff.checks.inputs import known_timeline
from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.trace.beside import Review
from crdiff.trace.following import _quoted
from crdiff.trace.links import Stretch, link, releases_of, stretches, today
from crdiff.trace.states import WORST_FIRST, State, readings_of, state_of_clause, state_of_link
from crdiff.trace.timeline import ClauseName, Timeline
from tests.changes.conftest import release
from tests.support.days import in_force, on


@table
def test_a_clause_is_named_by_a_number_of_any_release_by_its_id_or_an_alias(small: Timeline, written: str) -> None:
    assert small.find(ClauseName.parse(written)).id == "2001-01-01-100.1"


@table
def test_a_name_of_no_clause_is_answered_with_what_is_near(small: Timeline, wrong: str, said: str) -> None:
    with pytest.raises(UnknownNumber, match=said):
        small.find(ClauseName(wrong))


@pytest.mark.parametrize(
    ("wrong", "near"), [("1999-04-23-502.999", "1999-04-23-502."), ("2031-01-01-704.5k", "-704.5k")]
)
def test_an_unknown_lineage_is_answered_at_once_in_a_whole_archive(wrong: str, near: str) -> None:
    """Files of results may name thousands."""
    known = known_timeline()
    with pytest.raises(UnknownNumber):
        known.find(ClauseName("1999-04-23-999.9"))
    with ends_soon():
        for _ in range(200):
            with pytest.raises(UnknownNumber) as caught:
                known.find(ClauseName(wrong))
    named = caught.value.expected.split(", ")
    assert len(named) == 3
    assert all(near in each for each in named)


def test_the_clauses_in_force_come_in_the_order_of_their_numbers(small: Timeline) -> None:
    assert [str(clause.number) for clause in in_force(small, on("2002-02-02"))] == ["100.1", "100.2"]
    assert [str(clause.number) for clause in in_force(small, on("2003-03-03"))] == ["200.5"]


def test_a_clause_is_in_force_between_the_releases_held_without_a_wording(small: Timeline) -> None:
    standing = small.standing("2001-01-01-100.1", on("2001-06-06"))
    assert standing is not None
    assert (str(standing.number), standing.wording) == ("100.1", None)
    assert not standing.says("player")


def test_a_release_that_is_not_held_is_answered_with_the_nearest_ones_that_are(small: Timeline) -> None:
    with pytest.raises(UnknownRelease, match="such as 2001-01-01 or 2002-02-02"):
        small.require_release("2001-06-06")


def test_the_newest_two_releases_held_have_names(small: Timeline) -> None:
    assert small.require_release("latest") == on("2003-03-03")
    assert small.require_release("previous") == on("2002-02-02")


def test_every_edition_of_the_embedded_corpus_has_its_clauses_with_their_wordings(embedded: Timeline) -> None:
    counts = {
        release: sum(each.wording is not None for each in in_force(embedded, release)) for release in embedded.releases
    }
    assert counts == {on("2008-02-01"): 12, on("2014-05-01"): 14, on("2021-07-23"): 14, on("2024-06-07"): 35}


# from the clauses a check names to releases, stretches of them, and states: covered, suspect, predated, orphaned


MOVED = "2001-01-01-100.1"


def _state(timeline: Timeline, name: ClauseName, release: str, *reviews: Review) -> State:
    of = link(timeline, name)
    return state_of_link(timeline, of, readings_of(timeline, of, reviews), release)


def test_a_check_runs_in_every_release_that_has_its_clause(small: Timeline) -> None:
    assert releases_of(small, [link(small, ClauseName("200.5"))], small.releases) == small.releases


def test_a_check_on_several_clauses_runs_where_all_of_them_stand(small: Timeline) -> None:
    links = [link(small, ClauseName("200.5")), link(small, ClauseName("100.2", on("2001-01-01")))]
    assert releases_of(small, links, small.releases) == (on("2001-01-01"), on("2002-02-02"))


def test_a_check_of_a_wording_runs_where_the_clause_says_so(small: Timeline) -> None:
    links = [link(small, ClauseName("100.1", on("2001-01-01"), says="may"))]
    assert releases_of(small, links, small.releases) == (on("2001-01-01"),)


@table
def test_without_the_text_a_wording_stands_where_the_clause_is_recorded_to_say_the_same(
    embedded: Timeline, number: str, says: str, releases: str
) -> None:
    of = link(embedded, ClauseName(number, on("2021-07-23"), says))
    assert releases_of(embedded, [of], embedded.releases) == tuple(map(on, releases.split()))


@table
def test_a_check_is_in_a_state_of_each_release(small: Timeline, name: str, release: date, state: State) -> None:
    assert _state(small, ClauseName.parse(name), release) is state


def test_a_later_wording_makes_the_check_suspect_until_it_is_accepted(small: Timeline) -> None:
    name = ClauseName("100.1", on("2001-01-01"))
    assert _state(small, name, on("2002-02-02")) is State.SUSPECT
    accepted = Review("check", MOVED, on("2002-02-02"), "b" * 16, "read")
    assert _state(small, name, on("2002-02-02"), accepted) is State.COVERED


def test_a_review_by_an_alias_of_the_lineage_counts(small: Timeline) -> None:
    accepted = Review("check", "2003-03-03-200.5", on("2002-02-02"), "b" * 16, "read")
    assert _state(small, ClauseName("100.1", on("2001-01-01")), on("2002-02-02"), accepted) is State.COVERED


def test_a_number_that_there_cannot_be_is_orphaned_and_says_so(small: Timeline) -> None:
    of = link(small, ClauseName("702.19.B"))
    assert (of.is_pending, of.is_unknown, of.problem[:10]) == (False, False, "'702.19.B'")
    assert _state(small, of.name, on("2003-03-03")) is State.ORPHANED


@table
def test_without_its_text_a_clause_is_unknown_not_orphaned(embedded: Timeline, name: str, state: State) -> None:
    of = link(embedded, ClauseName.parse(name))
    assert state_of_link(embedded, of, (), on("2024-06-07")) is state
    assert ("corpus add" in of.problem) is (state is not State.ORPHANED)


def test_a_wording_that_is_not_held_is_judged_by_what_is_recorded_of_it(embedded: Timeline) -> None:
    """No edition quotes 805.8, last reworded with 2017-07-08; of a clause without a record nothing is known."""
    name = ClauseName("805.8", on("2024-06-07"))
    states = [_state(embedded, name, release) for release in embedded.releases]
    assert states == [State.PREDATED, State.PREDATED, State.COVERED, State.COVERED]
    later = Review("check", link(embedded, name).lineage or "", on("2025-02-07"), "0" * 16, "read beyond the record")
    assert _state(embedded, name, on("2021-07-23"), later) is State.COVERED
    unrecorded = replace(embedded, lineages=tuple(replace(each, is_recorded=False) for each in embedded.lineages))
    assert _state(unrecorded, name, on("2021-07-23")) is State.UNKNOWN


def test_without_the_text_that_a_check_was_written_against_its_state_is_unknown(small: Timeline) -> None:
    """Unless a review says what it was held against."""
    wordings = {place: wording for place, wording in small.wordings.items() if place[1] > on("2001-01-01")}
    less = replace(small, wordings=wordings)
    assert _state(less, ClauseName("100.1", on("2001-01-01")), on("2002-02-02")) is State.UNKNOWN
    accepted = Review("check", MOVED, on("2002-02-02"), "b" * 16, "read")
    assert _state(less, ClauseName("100.1", on("2001-01-01")), on("2002-02-02"), accepted) is State.COVERED


def test_an_old_number_is_told_what_it_is_today(small: Timeline) -> None:
    assert today(small, link(small, ClauseName("100.1", on("2001-01-01")))) == "200.5 in 2003-03-03"
    assert today(small, link(small, ClauseName("100.2", on("2001-01-01")))) == "gone: last 100.2 in 2002-02-02"


@table
def test_the_state_of_a_clause_follows_from_its_links(states: list[str], state: State) -> None:
    assert state_of_clause(list(map(State, states))) is state


def test_what_asks_most_of_a_person_stands_for_the_rest() -> None:
    """A wording to read comes before a clause without a check, and both before a context to look at."""
    asked = (State.SUSPECT, State.UNCOVERED, State.CONTEXT_CHANGED, State.UNKNOWN, State.PREDATED, State.COVERED)
    assert [state for state in WORST_FIRST if state in asked] == list(asked)
    assert WORST_FIRST[-2:] == (State.NOT_PLAYED, State.INFORMATIONAL)


RELEASES = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")


def test_neighbours_of_which_the_same_is_told_are_one_stretch() -> None:
    told = {"2001-01-01": "covered", "2002-02-02": "covered", "2003-03-03": "suspect"}
    assert stretches(RELEASES, told) == (
        Stretch("2001-01-01", "2002-02-02", 2, "covered"),
        Stretch("2003-03-03", "2003-03-03", 1, "suspect"),
    )


def test_a_release_of_which_nothing_is_told_ends_a_stretch() -> None:
    told = {"2001-01-01": "covered", "2003-03-03": "covered", "2004-04-04": "covered"}
    assert [str(each) for each in stretches(RELEASES, told)] == ["2001-01-01", "2003-03-03 to 2004-04-04, 2 releases"]


# which numbers of a release are known once a text of it was followed


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
