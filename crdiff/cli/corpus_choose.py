"""``crdiff corpus choose``: which of several texts of a release is read."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.handled import answer
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output



@click.command("choose", short_help="Choose which text of a release is read.", epilog=examples("crdiff corpus choose 2009-07-11.3f1c", "crdiff corpus choose 2009-07-11"))
@click.argument("name", metavar="TEXT", shell_complete=completing.texts)
@answers(*ROWS, default="text")
@corpus_option
def command(name: str, output: Output, corpus: str | None) -> int:
    """Have TEXT read of its release: the beginning of the name of a file, as 'crdiff corpus list' shows it.

    The date of a release takes such a choice back: the publisher's own file is read, else the one added first. No text
    is touched.
    """
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import Handled

    with Corpus(corpus) as held:
        text = held.choose(name)
    return answer(output, [Handled(text.release, "read", text.file, text.file, "")], [], failed=2)
