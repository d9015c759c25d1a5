"""``crdiff checks accept``: record that checks were held against the new wording of a clause."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, play, require_pytest, tests_at
from crdiff.errors import UnknownNumber, UsageError
from crdiff.store.texts.chosen import chosen_corpus

if TYPE_CHECKING:
    from crdiff.trace.reviews import Review



@click.command("accept", short_help="Record a review of a new wording.", epilog=examples('crdiff checks accept 720.2 --release 2024-06-07 --reason "the new words change nothing here"'))
@click.argument("number", shell_complete=completing.numbers)
@click.argument("paths", nargs=-1)
@click.option(
    "--release",
    required=True,
    metavar="DATE",
    shell_complete=completing.releases,
    help="The release whose wording was read.",
)
@click.option("--reason", required=True, metavar="TEXT", help="Why the checks fit it.")
@answers(*ROWS, default="text")
@corpus_option
def command(
    *, number: str, paths: tuple[str, ...], release: str, reason: str, output: Output, corpus: str | None
) -> int:
    """Record that the checks on the clause NUMBER fit its wording in a release, after a person has read it.

    The record is the file reviewed.toml beside the checks: commit it.
    """
    from crdiff.cli.coverage import coverage_of, folder_of
    from crdiff.history.nearest import LATEST, PREVIOUS, day_named
    from crdiff.model.written import written_number
    from crdiff.reports.reviews import accepted_answer, accepted_text
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
    return 0


def _record(new: tuple[Review, ...], folders: dict[str, Path]) -> None:
    """Add reviews to the files beside their checks."""
    from crdiff.checks.inputs import reviews_beside, save_reviews
    from crdiff.trace.reviews import accepted

    for folder, of_folder in groupby(sorted(new, key=lambda review: folders[review.check]), lambda r: folders[r.check]):
        save_reviews(folder, accepted(reviews_beside(folder), of_folder))
