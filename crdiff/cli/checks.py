"""``crdiff checks``: tests bound to clauses of the rules, played, listed, reviewed and held against engines.

``crdiff checks import``: take the results of any test runner, and bind its tests to clauses.
"""

from __future__ import annotations

import re
from datetime import date
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli import options as cli
from crdiff.cli.app import group
from crdiff.cli.output import Output, check_targets
from crdiff.cli.playing import Asked, Played, play, plays_checks, require_pytest, tests_at
from crdiff.cli.texts import Texts
from crdiff.errors import UnknownNumber, UsageError
from crdiff.history.nearest import LATEST, PREVIOUS, day_named
from crdiff.model.number import written_number
from crdiff.store.texts.home import Chosen, chosen_corpus

if TYPE_CHECKING:
    from crdiff.checks.importing import ClauseFinder
    from crdiff.model.release import Release
    from crdiff.trace.beside import Review
    from crdiff.trace.book import WholeBook
    from crdiff.trace.drafts import Concerned
    from crdiff.trace.engines import EngineResults
    from crdiff.trace.results import Check, CheckCoverage


_NAMES = ("run", "status", "show", "accept", "mutate", "import")


@group("checks", "Play tests bound to clauses.", _NAMES)
def checks_command() -> None:
    """Play tests bound to clauses of the rules, and say which clauses they cover.

    A check is a pytest test with the marker @pytest.mark.clause("720.5a", release="2024-06-07"). It is played for every
    release held in which its clauses are in force. PATHS are files and folders as pytest takes them; by default the
    folder tests/rules if there is one, else the checks that come with crdiff.

    Example:
      crdiff checks run
    """


@cli.command("accept", "Record a review of a new wording.")
@click.argument("number", type=cli.NUMBER)
@click.argument("paths", nargs=-1)
@cli.option("--at release", "The release whose wording was read.", required=True, type=cli.DATE)
@cli.option("--reason", "Why the checks fit it.", required=True, metavar="TEXT")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def checks_accept_command(
    *, number: str, paths: tuple[str, ...], release: str, reason: str, output: Output, corpus: str | None
) -> None:
    """Record that the checks on the clause NUMBER fit its wording in a release, after a person has read it.

    The record is the file reviewed.toml beside the checks: commit it.

    Example:
      crdiff checks accept 720.2 --at 2024-06-07 --reason "the new words change nothing here"
    """
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


@cli.command("mutate", "Play checks against mutants of the model.")
@cli.answers(*cli.ROWS)
@plays_checks
def checks_mutate_command(asked: Asked, output: Output) -> None:
    """Change the game model in one place at a time, play the checks in PATHS that run it, and list surviving mutants.

    It takes minutes. The results are kept in build/mutants.json: the next run plays only what is new, and the site
    shows them on the pages of the clauses.

    Examples:
      crdiff checks mutate
      crdiff checks mutate tests/rules --at 2024-06-07
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


@cli.command("run", "Play checks.")
@cli.answers(*cli.ROWS, "junit")
@plays_checks
def checks_run_command(asked: Asked, output: Output) -> int:
    """Play the checks in PATHS under the rules of every release in which their clauses are in force.

    A check on crdiff's game model is also proved able to fail. Exits with 1 if a check fails.

    Examples:
      crdiff checks run
      crdiff checks run tests/rules --at 2024-06-07 --format junit -o junit.xml
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


@cli.command("show", "Show the scenarios that play a clause.")
@click.argument("number", type=cli.NUMBER)
@cli.answers(*cli.ROWS)
@plays_checks
def checks_show_command(*, number: str, asked: Asked, output: Output) -> None:
    """Play the checks in PATHS, and show those of the clause NUMBER: the scenario, its result, what turns it red.

    NUMBER is a number that the clause had in a release that was played: 507.3a and 720.5a show the same scenarios,
    as does the id 2003-10-01-507.3a.

    Examples:
      crdiff checks show 720.5a
      crdiff checks show 507.4 --at 2008-02-01
    """
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
# Choice of ``--fail-on`` -> the states that fail. What is unknown may be suspect, so who asks for it fails on both.
_FAILS = {
    "suspect": {"suspect", "orphaned"},
    "context-changed": {"suspect", "orphaned", "context changed"},
    "unknown": {"suspect", "orphaned", "unknown", "pending"},
    "uncovered": {"uncovered"},
    "unproved": {"uncovered", "covered, unproved"},
    "never": set[str](),
}


@cli.command("status", "Say which clauses are covered.")
@cli.option("--against", "Say which checks this draft concerns.", type=cli.TEXT)
@cli.option("--base", "The text the draft was made from; by default the newest one held.", type=cli.TEXT)
@cli.option(
    "--fail-on",
    f"Exit with 1 for a clause in this state: {', '.join(_FAILS)}; suspect includes orphaned, context-changed and"
    " unknown include both.",
    type=click.Choice(tuple(_FAILS)),
    default="never",
    metavar="STATE",
)
@cli.option(
    "--results",
    "Results of an engine, as 'crdiff checks import' wrote them (repeatable).",
    multiple=True,
    type=cli.FILE,
)
@cli.flag("--all whole", "Count by section the rules and subrules that tests claim, and whose tests.")
@cli.tracked_option
@cli.answers(*cli.ROWS)
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
    newest = _newest_texts(coverage.timeline.newest, texts)
    bases = [texts.read(base)] if base else newest or [texts.read(str(coverage.timeline.newest))]
    for text in bases:
        release = _in_force(text, base or "", coverage.timeline.newest, texts)
        coverage = coverage_before(coverage, text, release, newest)
    return concerned(coverage, *(compare_releases(text, drafted) for text in bases))


def _newest_texts(release: date, texts: Texts) -> list[Release]:
    """Return what there is of the text of a release: all of it, what the editions quote of it, or nothing."""
    is_held = str(release) in {text.release for text in texts.held().chosen()}
    return [texts.read(str(release))] if is_held else _quoted(release, texts)


def _in_force(text: Release, name: str, newest: date, texts: Texts) -> date:
    """Return the release that a text called `name` is: the `newest` where neither it nor its edition tells."""
    quoted = (edition.release for edition in texts.embedded().editions if edition.id in {name, text.source.name})
    return text.effective or next(quoted, newest)


def _quoted(release: date, texts: Texts) -> list[Release]:
    corpus = texts.embedded()
    return [corpus.text(edition) for edition in corpus.editions if edition.release == release]


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


@cli.command("import", "Bind the tests of any engine.")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...", type=cli.FILE)
@cli.option("--engine", "The name of the engine in lists beside others.", required=True, metavar="NAME")
@cli.option(
    "--at release",
    "The release whose rules the engine plays and whose numbers its tests use.",
    required=True,
    type=cli.DATE,
)
@cli.option("--sources", "Bind the tests by the rules cited in and above them in this folder.", type=cli.FOLDER)
@cli.option("--link pattern", "A regular expression that finds the numbers in names.", metavar="PATTERN")
@cli.option("--map mapped", "A file that names the clauses of tests.", type=cli.FILE)
@cli.option("--switches", "Prove the tests: run them without each behaviour.", type=cli.FILE)
@cli.option("--format form", "Form of the answer.", type=click.Choice(cli.ROWS), default="text", show_default=True)
@cli.option("-o --output file", "Write the results here, as JSON.", type=cli.FILE)
@cli.asks_corpus
@cli.quiet_option
def checks_import_command(
    *,
    results: tuple[str, ...],
    engine: str,
    release: str,
    sources: str | None,
    pattern: str | None,
    mapped: str | None,
    switches: str | None,
    form: str,
    file: str | None,
    corpus: str | None,
    quiet: bool,
) -> None:
    """Read RESULTS and say which clauses the tests play: JUnit XML, TAP, or what 'cargo test' or Gradle prints.

    Clauses come from properties of a test (clause, clause_number, crdiff_release), from --map, from its name (CR
    720.5a, cr_720_5a, TestCR720_5a), and with --sources from what is cited in and above the test, and above its class.
    With -o they go to a file for 'crdiff checks status' and 'crdiff site build'.

    Examples:
      crdiff checks import junit.xml --sources . --engine mine --at 2026-04-17 -o mine.json
      crdiff checks import target/surefire-reports --engine forge --at 2026-04-17 --map clauses.toml
    """
    from crdiff.checks.importing import import_results
    from crdiff.reports.checks import imported_text

    written = Output("json", file, quiet)
    chosen = chosen_corpus(corpus)
    finder = _finder(engine, release, pattern, mapped, chosen)
    if sources:
        finder = _citing(finder, sources, corpus, Output(form, None, quiet))
    found = import_results(engine, map(Path, results), finder)
    found = _by_words(found, chosen, Output(form, None, quiet))
    if switches:
        from crdiff.checks.switching import prove_by_switches

        found = prove_by_switches(found, finder, Path(switches), Output(form, None, quiet).note)
    if file or form == "json":
        written.write(found.encoded())
    if form != "json" and not (file and quiet):
        shown = Output(form, None, quiet)
        shown.answer(lambda: found, "tests", text=lambda: imported_text(found, finder.timeline))


def _finder(engine: str, release: str, pattern: str | None, mapped: str | None, corpus: Chosen) -> ClauseFinder:
    """Return what finds the clauses of tests. Raises `CrdiffError` for options that make no sense."""
    from crdiff.checks.importing import NO_MAP, ClauseFinder, read_clause_map
    from crdiff.checks.inputs import clauses_known
    from crdiff.trace.engines import ENGINE_NAME_MAX

    if not engine.strip() or len(engine) > ENGINE_NAME_MAX or not engine.isprintable():
        what = f"--engine {engine[:ENGINE_NAME_MAX]!r} is not a name"
        raise UsageError(what, f"up to {ENGINE_NAME_MAX} printable characters")
    timeline = clauses_known(corpus)
    clauses = read_clause_map(Path(mapped)) if mapped else NO_MAP
    return ClauseFinder(timeline, timeline.require_release(release), clauses, _compiled(pattern))


def _citing(finder: ClauseFinder, sources: str, corpus: str | None, output: Output) -> ClauseFinder:
    """Return the finder with the tests in a folder, and the clauses cited there as `crdiff cite` judges them."""
    from crdiff.checks.citing_tests import CitedClause, citing_tests, is_code, is_contrast, is_of_step
    from crdiff.checks.junit import meant_otherwise
    from crdiff.cite.beside import words_beside
    from crdiff.cite.doubts import ClauseSearch
    from crdiff.cite.evidence import words_of
    from crdiff.cite_tree.files import files_of, is_read, read_text_of
    from crdiff.cli.citing import CiteQuestion, cite_judge

    day = str(finder.release)
    with cite_judge(CiteQuestion((sources,), day, day, corpus=corpus), output) as judge:
        judged = judge.judged((sources,))
        search = ClauseSearch(judge.words, judge.at) if judge.words else None
        if not search:
            output.note("crdiff: no texts in the corpus: clauses cited in passing are bound too")
        cited = []
        for each in judged.tree.numbers:
            name, text, groups, at = each.text.name, each.text.text, each.text.groups, each.item.start
            if each.number.is_heading or is_contrast(text, at):
                continue
            beside, is_step = words_of(words_beside(text, groups, groups.index(each.group))), is_of_step(text, at)
            problem = meant_otherwise(each, judged.numbering)
            for written in (each.number, *(each.judgement.numbers if problem else ())):
                told = problem if written == each.number else ""
                below = search.below_title(written, beside) if search and not told else None
                link = finder.link(str(below or written), "", "citation", told)
                cited.append(CitedClause(name, at, link, below or written, beside, search, is_step, bool(below)))
    is_wanted = is_read()
    files = files_of((sources,), lambda name: is_code(name) and is_wanted(name))
    read = ((file, raw) for file in files if isinstance(raw := read_text_of(file), bytes))
    return replace(finder, sources=citing_tests(read, cited))


def _compiled(pattern: str | None) -> re.Pattern[str] | None:
    """Return the pattern for an engine whose time grows with the name alone; it looks neither around nor back."""
    if not pattern:
        return None
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        compiled: re.Pattern[str] = re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace")
        what = f"--link {pattern!r} is not a regular expression of RE2 ({reason})"
        raise UsageError(what, r"one such as test_rule_(\w+)") from None
    return compiled


def _by_words(results: EngineResults, corpus: Chosen, output: Output) -> EngineResults:
    """Return the results without numbers that mean something else by the words beside them, if texts can tell."""
    from crdiff.checks.junit import without_misnamed
    from crdiff.cite.checking import CiteChecker
    from crdiff.cite_tree.reading import numbering_of, words_of_clauses
    from crdiff.corpus import Corpus

    if not corpus.folder:
        output.note("crdiff: no texts are held, so the numbers in names count, whatever the words beside them say")
        return results
    with Corpus(corpus.folder) as held:
        numbering = numbering_of(held)
        at = numbering.position(results.release)
        if at is None or numbering.dates[at] != results.release:
            return results
        words = words_of_clauses(held, numbering)
        return without_misnamed(results, CiteChecker(numbering, at, words=words, presumed=at, bare=None), numbering)
