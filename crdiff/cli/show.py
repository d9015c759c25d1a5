"""``crdiff show``: a clause, a subsection or a whole release as it read on a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus, at_option, style, tell_stand_in
from crdiff.cli.options import ROWS, answers, corpus_option, examples, limit_option
from crdiff.cli.output import Output

if TYPE_CHECKING:
    from crdiff.corpus import Corpus
    from crdiff.history.passage import Passage



@click.command("show", short_help="Print a clause as it read on a day.", epilog=examples("crdiff show 704.5 --at 2015-01-01", "crdiff show 720", "crdiff show --at 2009-07-11 -o rules.txt"))
@click.argument("number", shell_complete=completing.numbers, required=False)
@at_option("without it the newest one held.")
@click.option(
    "--outline", is_flag=True, help="Show only the clauses directly under NUMBER, each by its title or first words."
)
@limit_option("clauses")
@answers(*ROWS, default="text")
@corpus_option
def command(
    *, number: str | None, at: str | None, outline: bool, limit: int | None, output: Output, corpus: str | None
) -> int:
    """Print the clause NUMBER, and all that stands under it, as it read on a day; without NUMBER all rules.

    An old number, or a release and a number such as 2003-10-01-507.3b, means the clause that had it, under the number
    that it has on that day. A name such as Trample means the clause with this title and the glossary entry.
    """
    from crdiff.reports.passage import passage_answer, passage_text

    with asked_corpus(corpus, output) as asked:
        tell_stand_in(asked, at, output)
        passage = asked.show(number, at, outline=outline, limit=limit)
        _check_held(asked, passage)
        _tell_release(asked, passage, at, output)
    output.answer(lambda: passage_answer(passage), text=lambda: passage_text(passage, style(output)))
    return 0


def _check_held(asked: Corpus, passage: Passage) -> None:
    """Raise `UnknownRelease` where nothing is held of what a passage would print."""
    from crdiff.store.archive.questions import not_held

    if passage.clauses and not passage.entry and not any(clause.is_held for clause in passage.clauses):
        top = passage.clauses[0]
        place = f"{passage.release}-{top.number}"
        raise not_held(asked.history(place), top.number, passage.release)


def _tell_release(asked: Corpus, passage: Passage, at: str | None, output: Output) -> None:
    """Tell where another number or another release answers than the one that a person has in mind."""
    if passage.number and str(passage.number) != passage.asked:
        output.note(f"{passage.asked} is numbered {passage.number} in {passage.release}")
    elif at is None and passage.release != asked.known_to:
        output.note(f"{passage.asked} is shown as {passage.release} has it, the last release in which it is known")
    for clause in passage.clauses if passage.number else ():
        if clause.revoked:
            output.note(f"{clause.number} was revoked in {clause.revoked}: what stands there is a notice")
