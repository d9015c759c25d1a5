"""``crdiff history``: the life of a clause."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus, at_option, style, tell_stand_in
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output

_EXAMPLES = examples(
    "crdiff history 720.6", "crdiff history 507.3b --at 2008-03-17", "crdiff history 2003-10-01-507.3b --format json"
)
_WORDS_AROUND = 12


@click.command("history", short_help="Follow a clause through all releases.", epilog=_EXAMPLES)
@click.argument("number", shell_complete=completing.numbers)
@at_option("without it the newest one that has NUMBER.")
@answers("text", "json", default="text")
@corpus_option
def command(number: str, at: str | None, output: Output, corpus: str | None) -> int:
    """Follow the clause NUMBER through all releases: its numbers, its wordings with what changed, its end.

    NUMBER is a number of any release, old or new, a release and a number such as 2003-10-01-507.3b, or a title.
    """
    from crdiff.model.written import written_number

    printed = written_number(number)
    with asked_corpus(corpus, output) as asked:
        tell_stand_in(asked, at, output)
        life = asked.history(number, at)
        others = {use.lineage for use in asked.number(number)} if printed else ()
    if len(others) > 1:
        output.note(f"{printed} has named {len(others)} clauses; 'crdiff number {printed}' lists them")
    if output.form == "json":
        from crdiff.reports.history_json import history_json

        output.write(history_json(life))
    else:
        from crdiff.reports.history_text import history_text

        output.write(history_text(life, style(output, _WORDS_AROUND)))
    return 0
