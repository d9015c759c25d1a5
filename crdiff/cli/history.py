"""``crdiff history``: a clause or a glossary entry, followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus, at_option, entry_option, style, tell_stand_in
from crdiff.cli.options import ROWS, answers, corpus_option, examples, limit_option
from crdiff.cli.output import Output

if TYPE_CHECKING:
    from crdiff.corpus import Corpus
    from crdiff.history.lineage import Lineage, Term
    from crdiff.model.number import ClauseNumber

_WORDS_AROUND = 12


@click.command("history", short_help="Follow a clause through all releases.", epilog=examples(     "crdiff history 720.6", "crdiff history 507.3b --at 2008-03-17", "crdiff history 'Mana Burn' --format json" ))
@click.argument("number", shell_complete=completing.numbers)
@at_option("without it the newest one that has NUMBER.")
@entry_option
@limit_option("wordings, the newest")
@answers(*ROWS, default="text")
@corpus_option
def command(*, number: str, at: str | None, entry: bool, limit: int | None, output: Output, corpus: str | None) -> int:
    """Follow the clause NUMBER through all releases: its numbers, its wordings with what changed, its end.

    NUMBER is a number of any release, old or new, a release and a number such as 2003-10-01-507.3b, or a title.
    A name that no clause has as its title, such as Mana Burn, means the glossary entry.
    """
    from crdiff.reports.history_json import history_answer
    from crdiff.reports.history_text import history_text

    with asked_corpus(corpus, output) as asked:
        tell_stand_in(asked, at, output, numbers=True)
        lineage = asked.entry(number, at) if entry else asked.history(number, at)
        _tell_others(asked, number, lineage, output)
        lineage = lineage.limited(limit) if limit else lineage
    output.answer(lambda: history_answer(lineage), text=lambda: history_text(lineage, style(output, _WORDS_AROUND)))
    return 0


def _tell_others(asked: Corpus, written: str, lineage: Lineage[ClauseNumber | Term], output: Output) -> None:
    """Tell what else has the number or the name that was asked for."""
    from crdiff.history.lineage import Term
    from crdiff.model.written import written_number
    from crdiff.store.archive.entries import terms_called

    printed = written_number(written)
    if printed:
        others = {use.lineage for use in asked.number(written)}
        if len(others) > 1:
            output.note(f"{printed} has named {len(others)} clauses; 'crdiff number {printed}' lists them")
        return
    followed = {run.number for run in lineage.runs}
    for term in terms_called(asked.archive, written):
        if not isinstance(lineage.runs[-1].number, Term):
            output.note(f"{term} is a glossary entry too; 'crdiff history \"{term}\" --entry' follows it")
        elif term not in followed:
            output.note(f"{term} is another glossary entry; 'crdiff history \"{term}\" --entry' follows it")
