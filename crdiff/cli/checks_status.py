"""``crdiff checks status``: which clauses the checks cover, now or with a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.options import answers, examples, tracked_option
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, Played, play, plays_checks
from crdiff.cli.suspecting import in_force, newest_texts
from crdiff.cli.texts import Texts

if TYPE_CHECKING:
    from crdiff.trace.drafts import Concerned

_EXAMPLES = examples("crdiff checks status", "crdiff checks status --against draft.txt")
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


@click.command("status", short_help="Say which clauses are covered.", epilog=_EXAMPLES)
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
    help="Exit with 1 for such a clause; suspect means orphaned too, context-changed and unknown both.",
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
    tracked: str | None,
    output: Output,
) -> int:
    """Play the checks in PATHS and say how each clause stands: covered, suspect, uncovered and so on.

    With --against DRAFT: which checks have to be looked at again if the draft is published.
    """
    texts = Texts(str(asked.corpus.folder) if asked.corpus.folder else None, tracked=tracked)
    texts.check_tracked(*(name for name in (against, base) if name))
    played = play(asked, output)
    if against is not None:
        from crdiff.reports.concerns import concerns_json, concerns_text

        found = _concerned(against, base, played, texts)
        output.write((concerns_json if output.form == "json" else concerns_text)(found))
        return _FOUND if _FAILS[fail_on].intersection(_states(found)) else 0
    if output.form == "json":
        output.write(played.report.encoded())
    else:
        from crdiff.reports.checks_text import states_text

        output.write(states_text(played.report))
    return _FOUND if any(played.report.summary.count(state) for state in _FAILS[fail_on]) else 0


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
