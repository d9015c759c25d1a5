"""``crdiff blame``: which release brought each sentence of a clause or a glossary entry."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus, at_option, entry_option, style, tell_stand_in
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output



@click.command("blame", short_help="Say which release brought each sentence.", epilog=examples(     "crdiff blame 720.1", "crdiff blame 104.3a --at 2015-01-01 --format json", "crdiff blame Trample --entry" ))
@click.argument("number", shell_complete=completing.numbers)
@at_option("without it the newest one that has NUMBER.")
@entry_option
@answers(*ROWS, default="text")
@corpus_option
def command(*, number: str, at: str | None, entry: bool, output: Output, corpus: str | None) -> int:
    """Say of each sentence of the clause NUMBER which release introduced it, and since when it reads as it does.

    NUMBER is a number, a release and a number such as 2003-10-01-507.3b, or a title.
    A name that no clause has as its title, such as Concede, means the glossary entry.
    Typography and the numbers that a sentence cites do not count. Sentences are followed through splits and merges.
    """
    from crdiff.reports.blame import blame_answer, blame_text

    with asked_corpus(corpus, output) as asked:
        tell_stand_in(asked, at, output)
        blame = asked.blame(number, at, entry=entry)
    output.answer(lambda: blame_answer(blame), text=lambda: blame_text(blame, style(output)))
    return 0
