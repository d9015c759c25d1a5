"""``crdiff stats``: how the rules grew."""

from __future__ import annotations

import click

from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output


@click.command(
    "stats", short_help="Show how the rules grew.", epilog=examples("crdiff stats", "crdiff stats --format json")
)
@answers(*ROWS, default="text")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """Show clauses, words and changes: each year as text, each release too as JSON."""
    from crdiff.reports.stats import stats_answer, stats_text

    with asked_corpus(corpus, output) as asked:
        sizes = asked.stats()
    output.answer(lambda: stats_answer(sizes), text=lambda: stats_text(sizes))
    return 0
