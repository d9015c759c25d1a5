"""A citation stays with its clause, and is out of date from the release that gave its number to another one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from days import number, on, run, standing
from msgspec.structs import replace
from small_citations import citation, citation_list

from crdiff.cite.cited_by import CitationIndex, CitingPlace, ClauseLineage, index_citations
from crdiff.history.lineage import Event, How

DAYS = ("2018-04-27", "2021-06-18", "2021-07-23", "2023-02-03", "2023-04-14", "2026-04-17")
# 714.4 of 2018-04-27, which was 715.4 for a time.
SAGA = standing(
    "2018-04-27-714.4",
    run("2018-04-27", "2021-06-18", "714.4"),
    run("2021-07-23", "2023-02-03", "715.4"),
    run("2023-04-14", "2026-04-17", "714.4"),
)
CONTROL = standing("a", run("2018-04-27", "2021-06-18", "716.1"), run("2021-07-23", "2026-04-17", "717.1"))


def index(*rows: Mapping[str, object], follow: tuple[ClauseLineage, ...] = (SAGA, CONTROL)) -> CitationIndex:
    after = dict(zip(map(on, DAYS), [*map(on, DAYS[1:]), None], strict=True))
    lives = {lineage.id: lineage for lineage in follow}
    return index_citations([("me/engine", citation_list(rows))], lives.get, after.__getitem__)


def places(cited: CitationIndex, lineage: str) -> tuple[CitingPlace, ...]:
    return cited.repositories[0].places[lineage]


def test_a_citation_is_out_of_date_from_the_first_release_without_its_number() -> None:
    cited = index(citation("a.rs:1", "716.1", "a", "2021-06-18"), citation("a.rs:2", "717.1", "a", "2026-04-17"))
    assert [place.outdated for place in places(cited, "a")] == [on("2021-07-23"), None]


def test_a_number_that_names_its_clause_again_is_not_out_of_date() -> None:
    """714.4 of 2021-04-22 was 715.4 for a time."""
    cited = index(
        citation("a.rs:1", "714.4", SAGA.id, "2018-04-27"), citation("a.rs:2", "715.4", SAGA.id, "2021-07-23")
    )
    assert [place.outdated for place in places(cited, SAGA.id)] == [None, on("2023-04-14")]


def test_nothing_is_said_of_a_citation_whose_release_is_unknown_or_does_not_fit() -> None:
    cited = index(citation("a.rs:1", "716.1", "a", None), citation("a.rs:2", "716.1", "a", "2023-02-03"))
    assert [(place.since, place.outdated) for place in places(cited, "a")] == [(None, None)] * 2


def test_a_citation_of_a_clause_that_was_revoked_later_is_out_of_date() -> None:
    revoked = replace(CONTROL, fate=(Event(How.REVOKED, on("2023-02-03")),))
    cited = index(
        citation("a.rs:1", "717.1", "a", "2021-07-23"),
        citation("a.rs:2", "717.1", "a", "2026-04-17"),
        follow=(revoked,),
    )
    assert [place.outdated for place in places(cited, "a")] == [on("2023-02-03"), None]


def test_between_two_releases_those_count_that_were_right_in_the_first_and_are_wrong_in_the_second() -> None:
    cited = index(citation("a.rs:1", "716.1", "a", "2021-06-18"), citation("b.rs:1", "716.1", "a", "2018-04-27"))

    def outdated(old: str, new: str) -> list[tuple[str, int]]:
        return [(str(each.number), each.total) for each in cited.outdated(date.fromisoformat(old), on(new))]

    assert outdated("2021-06-18", "2021-07-23") == [("716.1", 2)]
    assert outdated("2018-04-27", "2026-04-17") == [("716.1", 2)]
    assert outdated("2018-04-27", "2021-06-18") == []
    assert outdated("2021-07-23", "2026-04-17") == []


def test_a_citation_of_a_clause_that_is_not_followed_is_counted_only() -> None:
    cited = index(citation("a.rs:1", "716.1", "elsewhere", "2021-06-18"), citation("a.rs:2", "1.1", "", None))
    assert cited.repositories[0].homeless == 2
    assert cited.clauses == ()


def test_places_are_in_the_order_of_files_and_lines() -> None:
    rows = [citation(f"{name}.rs:{line}", "717.1", "a", "2026-04-17") for name in "ba" for line in (10, 9)]
    assert [(place.path, place.line) for place in places(index(*rows), "a")] == [
        ("a.rs", 9), ("a.rs", 10), ("b.rs", 9), ("b.rs", 10),
    ]  # fmt: skip
    assert places(index(*rows), "a")[0].number == number("717.1")
