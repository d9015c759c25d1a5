"""``crdiff number``: what a number meant, and when."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output


@click.command("number", short_help="List what a number meant, and when.", epilog=examples("crdiff number 720"))
@click.argument("number", shell_complete=completing.numbers)
@answers(*ROWS, default="text")
@corpus_option
def command(number: str, output: Output, corpus: str | None) -> int:
    """List the clauses that have had NUMBER, each with the releases in which they had it.

    A release and a number such as 2003-10-01-507.3b means that number, a title the number of the clause.
    """
    from crdiff.reports.number import number_answer, number_text

    with asked_corpus(corpus, output) as asked:
        uses = asked.number(number)
        if not uses:
            asked.history(number)  # says which numbers are near
    meant = str(uses[0].number), uses
    output.answer(lambda: number_answer(*meant), text=lambda: number_text(*meant))
    return 0
