"""``crdiff corpus export``: every lineage, one a line."""

from __future__ import annotations

import click

from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output



@click.command("export", short_help="Write every lineage as JSON.", epilog=examples("crdiff corpus export -o lineages.jsonl"))
@answers("json", default="json")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """Write the life of every clause there ever was, one a line, each as 'crdiff history --format json' has it.

    The same texts give the same bytes, in whatever order they were added.
    """
    from crdiff.reports.history_json import history_line

    with asked_corpus(corpus, output) as asked:
        output.write(b"".join(map(history_line, asked.lineages())))
    return 0
