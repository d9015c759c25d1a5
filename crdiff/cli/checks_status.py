"""``crdiff checks status``: which clauses the checks cover, now or with a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.engines import book_of
from crdiff.cli.options import answers, examples, tracked_option
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, Played, play, plays_checks
from crdiff.cli.suspecting import in_force, newest_texts
from crdiff.cli.texts import Texts
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.trace.book import WholeBook
    from crdiff.trace.drafts import Concerned
    from crdiff.trace.engines import EngineResults

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


@click.command("status", short_help="Say which clauses are covered.", epilog=examples("crdiff checks status", "crdiff checks status --against draft.txt"))
@click.option(
    "--against", metavar="TEXT", shell_complete=completing.texts, help="Say which checks this draft concerns."
)
@click.option(
    "--base",
    metavar="TEXT",
    shell_complete=completing.texts,
    help="The text the draft was made from; by default the newest one held.",
)
@click.option(
    "--fail-on",
    type=click.Choice(tuple(_FAILS)),
    default="never",
    help="Exit with 1 for a clause in this state; suspect includes orphaned, context-changed and unknown include both.",
)
@click.option(
    "--results",
    multiple=True,
    metavar="FILE",
    shell_complete=completing.files,
    help="Results of an engine, as 'crdiff checks import' wrote them (repeatable).",
)
@click.option(
    "--all", "whole", is_flag=True, help="Count by section the rules and subrules that tests claim, and whose tests."
)
@tracked_option
@answers("text", "json", default="text")
@plays_checks
def command(
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
    """
    if against is not None and (whole or results):
        raise UsageError("--against does not go with --all or --results", "one or the other")
    texts = Texts(str(asked.corpus.folder) if asked.corpus.folder else None, tracked=tracked)
    texts.check_tracked(*(name for name in (against, base) if name))
    played = play(asked, output)
    if against is not None:
        from crdiff.reports.concerns import concerns_answer, concerns_text

        found = _concerned(against, base, played, texts)
        output.answer(lambda: concerns_answer(found), text=lambda: concerns_text(found))
        return _FOUND if _FAILS[fail_on].intersection(_states(found)) else 0
    from crdiff.checks.inputs import read_engines
    from crdiff.reports.coverage_json import coverage_json

    engines = read_engines(results)
    book = book_of(played, engines) if whole or engines else None
    output.answer(
        json=lambda: coverage_json(book) if book else played.raw,
        text=lambda: _said(played, book, engines, whole=whole),
    )
    counted = any(played.report.summary.count(state) for state in _FAILS[fail_on])
    return _FOUND if counted or (book and book.states & _FAILS[fail_on]) else 0


def _said(played: Played, book: WholeBook | None, engines: tuple[EngineResults, ...], *, whole: bool) -> str:
    """Return how the clauses stand; with a `book`, those that engines name too, and with `whole` all there are."""
    from crdiff.reports.checks_text import states_text

    if book is None:
        return states_text(played.report)
    from crdiff.reports.engines_text import book_text, claimed_text, problems_text

    said = book_text(book) if whole else claimed_text(book)
    return states_text(played.report) + "\n" + said + "".join(map(problems_text, engines))


def _concerned(draft: str, base: str | None, played: Played, texts: Texts) -> Concerned:
    """Return what the draft does to the checks, compared with the text it was made from.

    That is by default all that is held of the newest release.
    """
    from crdiff.changes.compare import compare_releases
    from crdiff.cli.coverage import coverage_of
    from crdiff.trace.before import coverage_before
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
