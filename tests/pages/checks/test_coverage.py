"""Coverage of a release, and a draft in which a clause was turned round: pages made of real results."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from html_reader import read_html, words
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from rendering import render_site
from small_excerpt import make_excerpt, make_results
from table import table

from crdiff.changes.compare import compare_releases
from crdiff.checks.inputs import embedded_timeline
from crdiff.dialects.registry import read
from crdiff.pages.archive_index import ArchiveIndex, CheckResults, read_results
from crdiff.pages.checks import STATES
from crdiff.pages.whole_book import ICONS, title_of
from crdiff.reports.schemas import schema
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.beside import read_scope
from crdiff.trace.drafts import DRAFT, with_draft
from crdiff.trace.results import Check, CheckCoverage, Run, report_of
from crdiff.trace.timeline import ClauseName

CONCEDE, OWN = "2003-10-01-507.3b", "2003-10-01-507.3d"
SCOPE = """
scope = ["720.6@2024-06-07", "720.8@2024-06-07", "720@2024-06-07"]
[informational]
"720@2024-06-07" = "A heading."
"""


@pytest.fixture(scope="module")
def drafted() -> ArchiveIndex:
    """Return the embedded corpus with results for two releases and for a draft that says "can" in 720.6."""
    known = load_corpus()
    of_both = tuple(each for each in known.editions if each.release.year in {2021, 2024})
    corpus = replace(known, annotations=(), editions=of_both)
    edition = corpus.edition("720-mtg-wiki")
    said = corpus.raw(edition).decode("utf-8")
    draft = said.replace("can’t make that player concede", "can make that player concede")
    assert draft != said
    comparison = compare_releases(corpus.text(edition), read(draft.encode(), "draft.txt", edition.dialect))
    timeline = with_draft(embedded_timeline(), comparison)
    releases = (date(2021, 7, 23), date(2024, 6, 7), DRAFT)
    played = tuple(Run(release, "passed") for release in releases)
    named = (("720.6", "concede"), ("720.8", "own_decisions"))
    checks = [
        Check(f"t.py::test_{name}", f"{name}.", "", "t.py", 1, "def …", (ClauseName(number, date(2024, 6, 7)),), played)
        for number, name in named
    ]
    report = report_of(CheckCoverage(timeline, releases, tuple(checks), scope=read_scope(SCOPE)))
    return make_excerpt(corpus, checks=CheckResults(report, report.encoded()))


@pytest.fixture(scope="module")
def pages(drafted: ArchiveIndex) -> dict[str, bytes]:
    return render_site(drafted)


def test_the_page_of_a_release_tells_each_clause_with_its_state_and_its_scenarios(pages: dict[str, bytes]) -> None:
    said = words(pages["/checks/2024-06-07/"])
    assert "Checks under the rules of Modern Horizons 3 (2024-06-07)" in said
    assert "Fourteen clauses: 2 covered but unproved, 1 informational, 11 uncovered. Two checks." in said
    assert "informational A heading." in said
    assert "passed, unproved concede." in said


def test_a_draft_that_turns_a_clause_round_shows_its_check_as_suspect_and_no_other(pages: dict[str, bytes]) -> None:
    said = words(pages["/checks/draft/"])
    assert said.count("passed, suspect") == 1
    assert "passed, suspect concede." in said
    assert 'crdiff checks accept 720.6 t.py --at draft --reason "…"' in said
    assert "suspect" not in words(pages["/checks/2024-06-07/"])


def test_the_pages_of_the_clauses_tell_in_which_releases_the_check_is_suspect(pages: dict[str, bytes]) -> None:
    concede, own = (words(pages[f"/clause/{lineage}/"]) for lineage in (CONCEDE, OWN))
    assert "to be read again: a wording has changed since the check was reviewed" in concede
    assert "passed draft as 720.6 (720.6 suspect)" in concede
    assert "suspect" not in own.lower()
    assert "Passes; played in three releases" in own


def test_the_page_on_checks_leads_to_every_release_and_counts_what_is_suspect(pages: dict[str, bytes]) -> None:
    said = words(pages["/checks/"])
    assert "One is suspect." in said
    assert "draft 1 covered but unproved, 1 suspect, 1 informational, 11 uncovered" in said
    assert b'href="2024-06-07/"' in pages["/checks/"]


def test_a_badge_leads_to_the_page_of_a_clause_that_no_check_plays(pages: dict[str, bytes]) -> None:
    """Every clause of which results say something has a place for checks on its page, whatever its state is."""
    badges = [link for _, link in read_html(pages["/editions/720-mtg-wiki/"]).links if link.endswith("#checks")]
    assert len(badges) > 11
    named = [link.split("/")[-2] for link in badges]
    assert [name for name in named if b'id="checks"' not in pages[f"/clause/{name}/"]] == []
    assert any("Checks that play it out No check plays it." in words(pages[f"/clause/{name}/"]) for name in named)


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


def test_the_list_of_checks_names_the_release_of_their_clauses_once(pages: dict[str, bytes]) -> None:
    """With "of 2024-06-07" behind every number the page of all checks came near its limit of 200 kB."""
    said = words(pages["/checks/"])
    assert re.search(r"720\.6 \(\s?2024-06-07\s?\)", said)
    assert "of 2024-06-07" not in said


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
