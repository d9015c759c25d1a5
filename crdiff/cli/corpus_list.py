"""``crdiff corpus list``: the editions and releases that can be named, and which of their texts are at hand."""

from __future__ import annotations

from collections import Counter

import click

from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts

_EXAMPLES = examples("crdiff corpus list", "crdiff corpus list --format json")


@click.command("list", short_help="List editions and releases.", epilog=_EXAMPLES)
@answers("text", "json", default="text")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """List the editions and releases that can be named where a TEXT is wanted, and what is held of each."""
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import Shelf, corpus_json, corpus_text

    texts = Texts(corpus)
    shelf = Shelf(
        Corpus(corpus).known(), texts.embedded().editions, Counter(text.release for text in texts.held().held())
    )
    output.write((corpus_json if output.form == "json" else corpus_text)(shelf))
    return 0
