"""``crdiff checks``: tests bound to clauses of the rules, played, listed, reviewed and held against engines."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli.app import group
from crdiff.cli.completing import DATE, FILE, NUMBER, TEXT
from crdiff.cli.drafts import in_force, newest_texts
from crdiff.cli.options import ROWS, answers, command, corpus_option, flag, option, tracked_option
from crdiff.cli.output import Output, check_targets
from crdiff.cli.playing import Asked, Played, play, plays_checks, require_pytest, tests_at
from crdiff.cli.texts import Texts
from crdiff.errors import UnknownNumber, UsageError
from crdiff.store.texts.chosen import chosen_corpus

if TYPE_CHECKING:
    from crdiff.trace.beside import Review
    from crdiff.trace.book import WholeBook
    from crdiff.trace.drafts import Concerned
    from crdiff.trace.engines import EngineResults
    from crdiff.trace.results import Check, CheckCoverage


_NAMES = ("run", "status", "show", "accept", "mutate", "import")


@group("checks", "Play tests bound to clauses.", _NAMES, **{"import": "checks_import"})
def checks_command() -> None:
    """Play tests bound to clauses of the rules, and say which clauses they cover.

    A check is a pytest test with the marker @pytest.mark.clause("720.5a", release="2024-06-07"). It is played for every
    release held in which its clauses are in force. PATHS are files and folders as pytest takes them; by default the
    folder tests/rules if there is one, else the checks that come with crdiff.

    Example:
      crdiff checks run
    """


@command("accept", "Record a review of a new wording.")
@click.argument("number", type=NUMBER)
@click.argument("paths", nargs=-1)
@option("--release", "The release whose wording was read.", required=True, type=DATE)
@option("--reason", "Why the checks fit it.", required=True, metavar="TEXT")
@answers(*ROWS)
@corpus_option
def checks_accept_command(
    *, number: str, paths: tuple[str, ...], release: str, reason: str, output: Output, corpus: str | None
) -> None:
    """Record that the checks on the clause NUMBER fit its wording in a release, after a person has read it.

    The record is the file reviewed.toml beside the checks: commit it.

    Example:
      crdiff checks accept 720.2 --release 2024-06-07 --reason "the new words change nothing here"
    """
    from crdiff.history.nearest import LATEST, PREVIOUS, day_named
    from crdiff.model.number import written_number
    from crdiff.reports.checks import accepted_answer, accepted_text
    from crdiff.trace.links import link
    from crdiff.trace.results import reviews_of
    from crdiff.trace.timeline import ClauseName, release_name, release_named

    asked = Asked(tests_at(paths), (), chosen_corpus(corpus))
    require_pytest()
    if not asked.tests:
        raise UsageError("the checks that come with crdiff are reviewed in its own repository", "PATHS of other tests")
    played = play(asked, output, collect_only=True)
    coverage = coverage_of(played)
    timeline, number = coverage.timeline, str(written_number(number) or number)
    read = day_named(release, timeline.releases) if release in {LATEST, PREVIOUS} else release_named(release)
    of = link(timeline, ClauseName(number, read))
    if of.lineage is None:
        raise UnknownNumber(of.problem)
    new = reviews_of(coverage, of.lineage, read, reason)
    if not new:
        raise UnknownNumber(
            f"no check names {number} of {release_name(read)}", "a clause that a check plays in that release"
        )
    folders = {check.id: folder_of(check, played) for check in coverage.checks}
    _record(new, folders)
    output.answer(lambda: accepted_answer(new), text=lambda: accepted_text(new))


def _record(new: tuple[Review, ...], folders: dict[str, Path]) -> None:
    """Add reviews to the files beside their checks."""
    from crdiff.checks.inputs import reviews_beside, save_reviews
    from crdiff.trace.beside import accepted

    for folder, of_folder in groupby(sorted(new, key=lambda review: folders[review.check]), lambda r: folders[r.check]):
        save_reviews(folder, accepted(reviews_beside(folder), of_folder))


@command("mutate", "Play checks against mutants of the model.")
@answers(*ROWS)
@plays_checks
def checks_mutate_command(asked: Asked, output: Output) -> None:
    """Change the game model in one place at a time, play the checks in PATHS that run it, and list surviving mutants.

    It takes minutes. The results are kept in build/mutants.json: the next run plays only what is new, and the site
    shows them on the pages of the clauses.

    Examples:
      crdiff checks mutate
      crdiff checks mutate tests/rules --release 2024-06-07
    """
    from crdiff.checks.swapping import MUTANTS
    from crdiff.reports.checks import mutants_text
    from crdiff.trace.mutants import read_mutation

    path = Path(MUTANTS).absolute()
    check_targets([path])
    played = play(asked, output, options=(f"--crdiff-mutants={path}",))
    raw = path.read_bytes()
    found = read_mutation(raw, MUTANTS)
    output.answer(lambda: found, "mutants", json=lambda: raw, text=lambda: mutants_text(found, played.report))


_CHECK_FAILED = 1


@command("run", "Play checks.")
@answers(*ROWS, "junit")
@plays_checks
def checks_run_command(asked: Asked, output: Output) -> int:
    """Play the checks in PATHS under the rules of every release in which their clauses are in force.

    A check on crdiff's game model is also proved able to fail. Exits with 1 if a check fails.

    Examples:
      crdiff checks run
      crdiff checks run tests/rules --release 2024-06-07 --format junit -o junit.xml
    """
    from crdiff.reports.checks import outcomes_text

    played = play(asked, output)
    output.answer(
        lambda: played.report,
        "checks.runs",
        json=lambda: played.raw,
        text=lambda: outcomes_text(played.report),
        junit=lambda: played.junit,
    )
    return _CHECK_FAILED if played.has_failed else 0


@command("show", "Show the scenarios that play a clause.")
@click.argument("number", type=NUMBER)
@answers(*ROWS)
@plays_checks
def checks_show_command(*, number: str, asked: Asked, output: Output) -> None:
    """Play the checks in PATHS, and show those of the clause NUMBER: the scenario, its result, what turns it red.

    NUMBER is a number that the clause had in a release that was played: 507.3a and 720.5a show the same scenarios,
    as does the id 2003-10-01-507.3a.

    Examples:
      crdiff checks show 720.5a
      crdiff checks show 507.4 --release 2008-02-01
    """
    from crdiff.model.number import written_number
    from crdiff.reports.checks import scenarios_of, scenarios_text

    found = scenarios_of(play(asked, output).report, str(written_number(number) or number))
    output.answer(lambda: found, "checks.runs", text=lambda: scenarios_text(found))


def book_of(played: Played, engines: tuple[EngineResults, ...]) -> WholeBook:
    """Return who plays which rule of the newest release that checks were played under."""
    from crdiff.checks.inputs import clauses_known
    from crdiff.trace.book import WholeBook, checks_player, clauses_of_book, engine_player
    from crdiff.trace.engines import played_engines
    from crdiff.trace.timeline import release_named

    timeline = clauses_known(played.corpus)
    asked = (release_named(name) for name in played.report.dates)
    at = max((release for release in asked if release in timeline.releases), default=timeline.newest)
    others = map(engine_player, played_engines(engines, timeline, at))
    return WholeBook(at, clauses_of_book(timeline, at), (checks_player(played.report, at), *others))


_FOUND = 1
_FAILS = {
    "suspect": {"suspect", "orphaned"},
    "context-changed": {"suspect", "orphaned", "context changed"},
    "unknown": {"suspect", "orphaned", "unknown", "pending"},
    "uncovered": {"uncovered"},
    "unproved": {"uncovered", "covered, unproved"},
    "never": set[str](),
}
"""Choice of ``--fail-on`` -> the states that fail. What is unknown may be suspect, so who asks for it fails on both."""


@command("status", "Say which clauses are covered.")
@option("--against", "Say which checks this draft concerns.", type=TEXT)
@option("--base", "The text the draft was made from; by default the newest one held.", type=TEXT)
@option(
    "--fail-on",
    "Exit with 1 for a clause in this state; suspect includes orphaned, context-changed and unknown include both.",
    type=click.Choice(tuple(_FAILS)),
    default="never",
)
@option(
    "--results", "Results of an engine, as 'crdiff checks import' wrote them (repeatable).", multiple=True, type=FILE
)
@flag("--all whole", "Count by section the rules and subrules that tests claim, and whose tests.")
@tracked_option
@answers(*ROWS)
@plays_checks
def checks_status_command(
    *,
    asked: Asked,
    against: str | None,
    base: str | None,
    fail_on: str,
    results: tuple[str, ...],
    whole: bool,
    tracked: str | None,
    output: Output,
) -> int:
    """Play the checks in PATHS and report the state of each clause: covered, suspect, uncovered and so on.

    With --against DRAFT: which checks have to be looked at again if the draft is published. With --results: also the
    state of each clause that the tests of engines name.

    Examples:
      crdiff checks status
      crdiff checks status --against draft.txt
    """
    if against is not None and (whole or results):
        raise UsageError("--against does not go with --all or --results", "one or the other")
    texts = Texts(str(asked.corpus.folder) if asked.corpus.folder else None, tracked=tracked)
    texts.check_tracked(*(name for name in (against, base) if name))
    played = play(asked, output)
    if against is not None:
        from crdiff.reports.checks import concerns_answer, concerns_text

        found = _concerned(against, base, played, texts)
        output.answer(lambda: concerns_answer(found), text=lambda: concerns_text(found))
        return _FOUND if _FAILS[fail_on].intersection(_states(found)) else 0
    from crdiff.checks.inputs import read_engines
    from crdiff.reports.checks import coverage_answer

    engines = read_engines(results)
    book = book_of(played, engines) if whole or engines else None
    said = partial(_said, played, book, engines, whole=whole)
    if book:
        output.answer(lambda: coverage_answer(book), text=said)
    else:
        output.answer(lambda: played.report, "clauses", json=lambda: played.raw, text=said)
    counted = any(played.report.summary.count(state) for state in _FAILS[fail_on])
    return _FOUND if counted or (book and book.states & _FAILS[fail_on]) else 0


def _said(played: Played, book: WholeBook | None, engines: tuple[EngineResults, ...], *, whole: bool) -> str:
    """Return how the clauses stand; with a `book`, those that engines name too, and with `whole` all there are."""
    from crdiff.reports.checks import states_text

    if book is None:
        return states_text(played.report)
    from crdiff.reports.checks import book_text, claimed_text, problems_text

    said = book_text(book) if whole else claimed_text(book)
    return states_text(played.report) + "\n" + said + "".join(map(problems_text, engines))


def _concerned(draft: str, base: str | None, played: Played, texts: Texts) -> Concerned:
    """Return what the draft does to the checks, compared with the text it was made from.

    That is by default all that is held of the newest release.
    """
    from crdiff.changes.compare import compare_releases
    from crdiff.trace.book import coverage_before
    from crdiff.trace.drafts import concerned

    coverage, drafted = coverage_of(played), texts.read(draft)
    newest = newest_texts(coverage.timeline.newest, texts)
    bases = [texts.read(base)] if base else newest or [texts.read(str(coverage.timeline.newest))]
    for text in bases:
        release = in_force(text, base or "", coverage.timeline.newest, texts)
        coverage = coverage_before(coverage, text, release, newest)
    return concerned(coverage, *(compare_releases(text, drafted) for text in bases))


def _states(found: Concerned) -> set[str]:
    states = {concern.state.value for concern in found.concerns}
    return states | ({"uncovered"} if found.uncovered else set()) | ({"unknown"} if found.undecided else set())


def coverage_of(played: Played) -> CheckCoverage:
    """Return checks, clauses, reviews and scope of a run."""
    from crdiff.checks.inputs import reviews_beside, scope_beside, timeline_of
    from crdiff.trace.beside import merged
    from crdiff.trace.results import CheckCoverage, checks_of
    from crdiff.trace.timeline import release_named

    checks = checks_of(played.report)
    folders = sorted({folder_of(check, played) for check in checks})
    return CheckCoverage(
        timeline=timeline_of(played.corpus),
        releases=tuple(release_named(release) for release in played.report.dates),
        checks=checks,
        reviews=tuple(review for folder in folders for review in reviews_beside(folder)),
        scope=merged(map(scope_beside, folders)),
    )


def folder_of(check: Check, played: Played) -> Path:
    """Return the folder that a check stands in."""
    return (played.root / check.path).parent
