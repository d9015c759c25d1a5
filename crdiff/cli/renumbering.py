"""``crdiff renumbering``: old number -> new number between any two releases."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output



@click.command("renumbering", short_help="List old number, new number.", epilog=examples(     "crdiff renumbering 2009-05-01 2009-07-11 --format csv -o old-to-new.csv",     "crdiff renumbering 2008-02-01 2024-06-07 --all --format json", ))
@click.argument("old", shell_complete=completing.releases)
@click.argument("new", shell_complete=completing.releases)
@click.option("--all", "everything", is_flag=True, help="Also list numbers that still name the same clause.")
@click.option("--no-check", is_flag=True, help="Do not align the two texts directly as a cross-check; faster.")
@answers(*ROWS, default="text")
@corpus_option
def command(*, old: str, new: str, everything: bool, no_check: bool, output: Output, corpus: str | None) -> int:
    """List what became of the numbers of the release OLD in the release NEW: renumbered, split, merged, removed.

    The list is composed through all releases between the two. The direct alignment of the two texts is a cross-check:
    where it disagrees, both answers are shown.
    """
    from crdiff.reports import renumbering as reports

    with asked_corpus(corpus, output) as asked:
        found = asked.renumbering(old, new, check=not no_check)
    rows = found.rows if everything else found.moved
    output.answer(
        lambda: reports.renumbering_answer(found, rows),
        text=lambda: reports.renumbering_text(found, rows),
        csv=lambda: reports.renumbering_csv(rows),
        markdown=lambda: reports.renumbering_markdown(found, rows),
    )
    return 0
