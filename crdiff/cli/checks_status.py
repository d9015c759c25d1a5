"""``crdiff checks status``: which clauses the checks hold to account, now or with a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli.options import answers, examples, tracked_option
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, Played, play, plays_checks
from crdiff.cli.texts import Texts

if TYPE_CHECKING:
    from crdiff.changes.change import Comparison
    from crdiff.trace.drafts import Concern

_EXAMPLES = examples("crdiff checks status", "crdiff checks status --against draft.txt")
_FOUND = 1


@click.command("status", short_help="Say which clauses are covered.", epilog=_EXAMPLES)
@click.option("--against", metavar="TEXT", help="Say which checks this draft makes suspect.")
@click.option("--base", metavar="TEXT", help="The text the draft was made from; by default the newest one held.")
@click.option(
    "--fail-on", type=click.Choice(("suspect", "uncovered")), help="Exit with 1 if a clause is in that state."
)
@tracked_option
@answers("text", "json", default="text")
@plays_checks
def command(
    *,
    asked: Asked,
    against: str | None,
    base: str | None,
    fail_on: str | None,
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

        found = _concerns(against, base, played, texts)
        output.write((concerns_json if output.form == "json" else concerns_text)(found))
        return _FOUND if fail_on == "suspect" and found else 0
    if output.form == "json":
        from crdiff.reports.indented import indented

        output.write(indented(played.report["schema"], played.report))
    else:
        from crdiff.reports.checks_text import states_text

        output.write(states_text(played.report))
    return _FOUND if fail_on and played.report["summary"][fail_on] else 0


def _concerns(draft: str, base: str | None, played: Played, texts: Texts) -> tuple[Concern, ...]:
    """Return the checks that the draft concerns, each once however many texts it was compared with."""
    from crdiff.cli.coverage import coverage_of
    from crdiff.trace.drafts import concerns

    coverage = coverage_of(played)
    newest = coverage.timeline.newest
    comparisons = _comparisons(draft, base, newest, texts)
    found = (concern for comparison in comparisons for concern in concerns(coverage, comparison))
    return tuple(dict.fromkeys(found))


def _comparisons(draft: str, base: str | None, newest: str, texts: Texts) -> list[Comparison]:
    """Return the draft compared with the text it was made from: by default all that is held of the newest release."""
    from crdiff.changes import compare_releases

    drafted = texts.read(draft)
    held = {text.release for text in texts.held().chosen()}
    editions = [edition.id for edition in texts.embedded().editions if edition.release.isoformat() == newest]
    bases = [base] if base else [newest] if newest in held or not editions else editions
    return [compare_releases(texts.read(name), drafted) for name in bases]
