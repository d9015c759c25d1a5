"""Coverage of a release, and a draft in which a clause was turned round: pages made of real results."""

from __future__ import annotations

import json

import pytest
from html_reader import read_html, words
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from rendering import render_site
from small_excerpt import make_excerpt, make_results
from table import table

from crdiff.pages.archive_index import ArchiveIndex, CheckResults, read_results
from crdiff.pages.checks import STATES
from crdiff.pages.whole_book import ICONS, title_of
from crdiff.reports.schemas import schema


def test_a_badge_leads_to_the_page_of_a_clause_that_no_check_plays(drafted_pages: dict[str, bytes]) -> None:
    """Every clause of which results say something has a place for checks on its page, whatever its state is."""
    badges = [link for _, link in read_html(drafted_pages["/editions/720-mtg-wiki/"]).links if link.endswith("#checks")]
    assert len(badges) > 11
    named = [link.split("/")[-2] for link in badges]
    assert [name for name in named if b'id="checks"' not in drafted_pages[f"/clause/{name}/"]] == []
    assert any("Is this rule checked? No check plays it." in words(drafted_pages[f"/clause/{name}/"]) for name in named)


@pytest.mark.parametrize("state", STATES)
def test_every_state_has_an_icon_and_words(state: str) -> None:
    assert state in ICONS


def test_without_results_there_is_no_page_of_a_release(excerpt: ArchiveIndex) -> None:
    pages = render_site(excerpt)
    assert not [where for where in pages if where.startswith("/checks/2")]
    assert "built without results of checks" in words(pages["/checks/"])
    assert "covered" not in words(pages["/checks/"])


def test_many_releases_are_told_as_stretches(checked: ArchiveIndex) -> None:
    value = json.loads(checked.checks.raw if checked.checks else b"")
    days = [f"2020-01-{day:02}" for day in range(1, 16)]
    value["releases"] = [value["releases"][0] | {"release": day} for day in days]
    place = value["clauses"][0]["releases"][0]
    value["clauses"][0]["releases"] = [place | {"release": day} for day in days if day != days[3]]
    run = value["checks"][0]["runs"][0]
    value["checks"][0]["runs"] = [run | {"release": day} for day in days if day != days[3]]
    results: CheckResults = read_results(json.dumps(value).encode())
    pages = render_site(make_excerpt(checks=results))
    clause = words(pages["/clause/2003-10-01-507.1a/"])
    assert (
        "passed 2020-01-01 to 2020-01-03, 3 releases as 507.1a passed 2020-01-05 to 2020-01-15, 11 releases" in clause
    )


def test_a_badge_counts_the_checks_of_which_it_speaks() -> None:
    """Of two checks of a clause one is suspect; a check that was not run does not pass."""
    value = json.loads(make_results(state="suspect").raw)
    other = json.loads(make_results(outcome="not run").raw)["checks"][0] | {"id": "t.py::test_other"}
    value["checks"].append(other)
    for place in value["clauses"][0]["releases"]:
        place["checks"].append(other["id"])

    def shown() -> str:
        excerpt = make_excerpt(checks=read_results(json.dumps(value).encode()))
        return words(render_site(excerpt)["/editions/712-new/"])

    assert "1 check suspect" in shown()
    value["checks"][0] |= {"runs": other["runs"]}
    value["clauses"][0]["releases"] = [place | {"state": "covered"} for place in value["clauses"][0]["releases"]]
    assert "checks not run" in shown()


# results of checks as pages read them, and the sentence under which each check is listed


def test_results_are_found_by_clause_and_by_check() -> None:
    results = make_results()
    (check,) = results.naming["2003-10-01-507.1a"]
    assert results.by_id[check.id] is check
    assert results.by_lineage["2003-10-01-507.1a"].state == "covered"
    assert "2003-10-01-507.4" not in results.naming


def test_the_results_that_tests_make_keep_to_the_published_schema() -> None:
    """Otherwise these tests would show pages of values that no run of checks writes."""
    value = json.loads(make_results().raw)
    published = json.loads(schema("checks"))
    Draft202012Validator(published).validate(value)


@table
def test_the_name_of_a_function_gets_its_marks_back(name: str, title: str) -> None:
    """As 101.2 and 810 of 2024-11-08 write them."""
    (check,) = make_results().report.checks
    assert title_of(replace(check, name=name, title="")) == title


def test_the_docstring_of_a_check_comes_before_its_name() -> None:
    (check,) = make_results().report.checks
    assert title_of(replace(check, title="Ann concedes for Bob.")) == "Ann concedes for Bob."
