"""``crdiff search``: the clauses that hold some words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli.asking import asked_corpus, at_option, style, tell_stand_in
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.corpus import Corpus



@click.command("search", short_help="Find clauses by their words.", epilog=examples("crdiff search mana burn --all", "crdiff search '\"state-based action\"' --at 2012-01-01"))
@click.argument("words", nargs=-1, required=True)
@at_option("without it the newest one held.")
@click.option("--all", "ever", is_flag=True, help="Search every wording of every release.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="How many clauses to list.")
@answers(*ROWS, default="text")
@corpus_option
def command(
    *, words: tuple[str, ...], at: str | None, ever: bool, most: int, output: Output, corpus: str | None
) -> int:
    """List clauses and glossary entries that hold all WORDS, the best first; inflections count as the same word.

    WORDS in double quotes must follow one another; a shell needs its own quotes around them.
    """
    from crdiff.reports.search import search_answer, search_text

    if ever and at:
        raise UsageError("--all does not go with --at", "one of them")
    sought = " ".join(words)
    with asked_corpus(corpus, output) as asked:
        tell_stand_in(asked, at, output)
        hits = asked.search(sought, at, ever=ever, most=most)
        where = _where(asked, at, ever=ever)
    output.answer(
        lambda: search_answer(sought, hits), text=lambda: search_text(sought, hits, style(output), where=where)
    )
    return 0


def _where(asked: Corpus, at: str | None, *, ever: bool) -> str:
    """Return which clauses were searched: no others are said to lack the words."""
    if asked.is_recorded:
        return "whose text comes with crdiff"
    return "of any release held" if ever else f"of {asked.in_force(at or asked.releases[-1])[0]}"
