"""``crdiff checks import``: take the results of any test runner, and bind its tests to clauses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli.completing import DATE, FILE
from crdiff.cli.options import ROWS, command, corpus_option, option, quiet_option
from crdiff.cli.output import Output
from crdiff.errors import UsageError
from crdiff.store.texts.chosen import Chosen, chosen_corpus

if TYPE_CHECKING:
    import re

    from crdiff.checks.importing import ClauseFinder
    from crdiff.trace.engines import EngineResults


@command("import", "Bind the tests of any engine.")
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...", type=FILE)
@option("--engine", "The name of the engine in lists beside others.", required=True, metavar="NAME")
@option(
    "--release", "The release whose rules the engine plays and whose numbers its tests use.", required=True, type=DATE
)
@option("--link pattern", "A regular expression that finds the numbers in names.", metavar="PATTERN")
@option("--map mapped", "Names of tests and their clauses.", type=FILE)
@option("--switches", "Prove the tests: run them without each behaviour.", type=FILE)
@option("--format form", "Form of the answer.", type=click.Choice(ROWS), default="text", show_default=True)
@option("-o --output file", "Write the results here, as JSON.", type=FILE)
@corpus_option
@quiet_option
def checks_import_command(
    *,
    results: tuple[str, ...],
    engine: str,
    release: str,
    pattern: str | None,
    mapped: str | None,
    switches: str | None,
    form: str,
    file: str | None,
    corpus: str | None,
    quiet: bool,
) -> None:
    """Read RESULTS, files and folders of JUnit XML as test runners write it, and say which clauses the tests play.

    Clauses come from properties of a test (clause, clause_number, crdiff_release), from --map, or from its name: CR
    720.5a, cr_720_5a, TestCR720_5a. With -o they go to a file for 'crdiff checks status' and 'crdiff site build'.

    Examples:
      crdiff checks import target/surefire-reports --engine forge --release 2026-04-17 -o forge.json
      crdiff checks import junit.xml --engine mine --release 2026-04-17 --map clauses.toml
    """
    from crdiff.checks.importing import import_results
    from crdiff.reports.checks import imported_text

    written = Output("json", file, quiet)
    chosen = chosen_corpus(corpus)
    finder = _finder(engine, release, pattern, mapped, chosen)
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
