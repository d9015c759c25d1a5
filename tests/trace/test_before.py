"""The text before a draft is enough to tell which checks the draft concerns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.changes.compare import compare_releases
from crdiff.checks.inputs import MarkedChecks, checks_in, embedded_timeline
from crdiff.model.release import Release
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.book import coverage_before
from crdiff.trace.drafts import Concern, concerned
from crdiff.trace.following import gather
from crdiff.trace.results import Check, CheckCoverage
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName
from tests.support.days import on

Official = Callable[[str], Release]
RULES = Path(__file__).parents[1] / "rules"


MARKED = checks_in([RULES])


def _check(name: str, *clauses: ClauseName) -> Check:
    return Check(f"t.py::test_{name}", "", "", "t.py", 1, "", clauses)


def _before(text: Release, checks: MarkedChecks) -> CheckCoverage:
    corpus, known, release = load_corpus(), embedded_timeline(), on(text.name)
    newest = [corpus.text(each) for each in corpus.editions if each.release == known.newest]
    coverage = CheckCoverage(known, (release,), checks.checks, checks.reviews, checks.scope)
    return coverage_before(coverage, text, release, newest)


def _concerned(before: Release, draft: Release, *checks: Check) -> tuple[Concern, ...]:
    """Return what a draft concerns of these checks, or else of those that come with crdiff."""
    marked = MarkedChecks(checks, (), ()) if checks else MARKED
    return concerned(_before(before, marked), compare_releases(before, draft)).concerns


PAIRS = [
    ("2024-07-30", "2024-09-20", set()),
    (
        "2024-09-20",
        "2024-11-08",
        {
            ("720.5", "suspect"),
            ("509.2", "orphaned"),
            ("510.1c", "suspect"),
            ("510.2", "suspect"),
            ("802.5", "orphaned"),
            ("805.10f", "orphaned"),
            ("810.7", "context changed"),
        },
    ),
    (
        "2023-02-03",
        "2023-04-14",
        {(number, "context changed") for number in ("802.3a", "802.3b", "805.10b", "805.10d", "805.10g", "810.7")},
    ),
    ("2021-02-05", "2021-02-15", set()),
]
"""Old, new, the clauses (by their old numbers) whose checks the new text concerns: read in the texts.

2023-04-14 reworded 506.2, 802.2a and others; our checks were reviewed against these wordings. What is
cited around 802.3a, 802.3b, 805.10 and 810.7 (battles came) was held against later texts only, which says nothing of
this step.
"""


@pytest.mark.parametrize(("old", "new", "expected"), PAIRS)
def test_a_release_concerns_the_checks_of_the_clauses_it_reworded(
    official: Official, old: str, new: str, expected: set[tuple[str, str]]
) -> None:
    found = _concerned(official(old), official(new))
    assert {(str(concern.old), concern.state.value) for concern in found} == expected


def test_the_archive_between_says_the_same(official: Official) -> None:
    """The texts from the release that the checks name to the old one are held, as in an archive.

    The archive may know of more that changed around a clause: 510.1c of 2024-11-08 around 805.10g, which cites 510.1.
    """
    dates, lineages = (on("2024-06-07"), on("2024-07-30"), on("2024-09-20")), load_corpus().checked_lineages
    timeline = gather(lineages, [(day, official(str(day))) for day in dates])
    held = CheckCoverage(timeline, dates[-1:], MARKED.checks, MARKED.reviews)
    old, new = official("2024-09-20"), official("2024-11-08")
    known = concerned(coverage_before(held, old, dates[-1]), compare_releases(old, new)).concerns
    alone = _concerned(old, new)
    assert alone
    assert [one for one in known if one in alone] == list(alone)
    assert {one.state for one in known if one not in alone} <= {State.CONTEXT_CHANGED}


def test_a_clause_of_the_old_text_that_is_not_recorded_is_followed_too(official: Official) -> None:
    """2024-09-20 reworded 709.4; 601.2 says what it said."""
    checks = [_check(number, ClauseName(number, on("2024-07-30"))) for number in ("709.4", "601.2")]
    found = _concerned(official("2024-07-30"), official("2024-09-20"), *checks)
    assert [(str(concern.old), concern.state.value) for concern in found] == [("709.4", "suspect")]


def test_a_check_fits_the_wording_it_was_written_against_in_a_release_before_that_too(official: Official) -> None:
    """2023-04-14 reworded 506.2, which says the same in 2024-06-07; nobody had to review that."""
    check = _check("506_2", ClauseName("506.2", on("2024-06-07")))
    assert _concerned(official("2023-02-03"), official("2023-04-14"), check) == ()


def test_a_check_is_concerned_only_where_all_its_clauses_were_in_force(official: Official) -> None:
    """2007-10-01 reworded 507.3, now 720.5; a check that names 720.7 too, which came in 2010, was not played."""
    first, second = (ClauseName(number, on("2024-06-07")) for number in ("720.5", "720.7"))
    found = _concerned(
        official("2007-09-07"), official("2007-10-01"), _check("both", first, second), _check("one", first)
    )
    assert [concern.check.id for concern in found] == ["t.py::test_one"]


def test_a_draft_without_a_date_is_held_against_the_release_it_is_said_to_follow() -> None:
    corpus = load_corpus()
    text = corpus.text(corpus.edition("720-mtg-wiki"))
    check = _check("720_9", ClauseName("720.9"))
    coverage = CheckCoverage(embedded_timeline(), (on("2024-06-07"),), (check,))
    (of,) = coverage_before(coverage, text, on("2024-06-07")).links(check)
    assert of.lineage == "2010-10-01-711.9"
