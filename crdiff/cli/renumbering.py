"""``crdiff renumbering``: old number -> new number between any two releases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output

if TYPE_CHECKING:
    from crdiff.history.renumbering import Renumbering

_EXAMPLES = examples(
    "crdiff renumbering 2009-05-01 2009-07-11 --format csv -o old-to-new.csv",
    "crdiff renumbering 2008-02-01 2024-06-07 --all --format json",
)


@click.command("renumbering", short_help="List old number, new number.", epilog=_EXAMPLES)
@click.argument("old", shell_complete=completing.releases)
@click.argument("new", shell_complete=completing.releases)
@click.option("--all", "everything", is_flag=True, help="Also list numbers that still name the same clause.")
@click.option("--no-check", is_flag=True, help="Do not align the two texts directly as a cross-check; faster.")
@answers("text", "json", "csv", "markdown", default="text")
@corpus_option
def command(*, old: str, new: str, everything: bool, no_check: bool, output: Output, corpus: str | None) -> int:
    """List what became of the numbers of the release OLD in the release NEW: renumbered, split, merged, removed.

    The list is composed through all releases between the two. The direct alignment of the two texts is a cross-check:
    where it disagrees, both answers are shown.
    """
    with asked_corpus(corpus, output) as asked:
        found = asked.renumbering(old, new, check=not no_check)
    output.write(_report(found, everything, output.form))
    return 0


def _report(found: Renumbering, everything: bool, form: str) -> str | bytes:
    from crdiff.reports import renumbering as reports

    rows = found.rows if everything else found.moved
    if form == "json":
        return reports.renumbering_json(found, rows)
    if form == "csv":
        return reports.renumbering_csv(rows)
    if form == "markdown":
        return reports.renumbering_markdown(found, rows)
    return reports.renumbering_text(found, rows)
