"""``crdiff whatsnew``: what releases since a day changed."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus, style
from crdiff.cli.options import ROWS, answers, corpus_option, examples, limit_option
from crdiff.cli.output import Output

_WORDS_AROUND = 12


@click.command("whatsnew", short_help="List what changed since a day.", epilog=examples(     "crdiff whatsnew --since 2024-01-01", "crdiff whatsnew --since 2020-06-01 702 903 --format markdown" ))
@click.argument("sections", nargs=-1, metavar="[NUMBER]...", shell_complete=completing.numbers)
@click.option(
    "--since",
    metavar="DATE",
    required=True,
    shell_complete=completing.releases,
    help="The day until which you know the rules, or latest or previous.",
)
@click.option("--all", "everything", is_flag=True, help="Also list the changes that nobody has to read.")
@limit_option("changes to read, those of the newest releases")
@answers(*ROWS, default="text")
@corpus_option
def command(
    *,
    sections: tuple[str, ...],
    since: str,
    everything: bool,
    limit: int | None,
    output: Output,
    corpus: str | None,
) -> int:
    """List the changes to read, release by release, after the release in force on DATE.

    With NUMBERs, only changes to these sections, subsections or rules, by the number before or after the change. A name
    such as Trample means the clause with this title and the glossary entry.
    """
    from crdiff.reports import whatsnew as reports

    with asked_corpus(corpus, output) as asked:
        news = asked.news(since, *sections, limit=limit)
        if asked.is_recorded:
            output.note(
                "crdiff: without texts the changes of clauses are known, those of glossary entries are left out"
            )
    output.answer(
        lambda: reports.whatsnew_answer(news, everything),
        markdown=lambda: reports.whatsnew_markdown(news, everything, _WORDS_AROUND),
        text=lambda: reports.whatsnew_text(news, everything, style(output, _WORDS_AROUND)),
    )
    return 0
