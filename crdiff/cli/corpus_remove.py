"""``crdiff corpus remove``: texts out of the corpus."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.handled import answer
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output



@click.command("remove", short_help="Remove texts.", epilog=examples("crdiff corpus remove 2009-07-11", "crdiff corpus remove 2009-07-11.3f1c"))
@click.argument("names", nargs=-1, required=True, metavar="TEXT...", shell_complete=completing.texts)
@answers(*ROWS, default="text")
@corpus_option
def command(names: tuple[str, ...], output: Output, corpus: str | None) -> int:
    """Remove TEXTs: a release with all its texts, or the beginning of the name of one of its files."""
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import Handled

    with Corpus(corpus) as held:
        gone = held.remove(*names)
    return answer(output, [Handled(text.release, "removed", text.file, "", "") for text in gone], [], failed=2)
