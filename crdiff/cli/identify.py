"""``crdiff identify``: which rules a text quotes, of which releases, and with what slips."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.texts import contents

if TYPE_CHECKING:
    from crdiff.corpus import Corpus
    from crdiff.identify.identified import Identified


@click.command(
    "identify",
    short_help="Tell which rules a text quotes, of when, and with what slips.",
    epilog=examples("crdiff identify lesson.md", "crdiff identify - < post.txt"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=completing.files)
@answers("text", "json", default="text")
@corpus_option
def command(files: tuple[str, ...], output: Output, corpus: str | None) -> int:
    """Tell for each FILE, or - for standard input, which rules and glossary entries it quotes.

    For each passage it says in which releases the rules read so, what differs from the official text, and what
    became of it. Without texts in the corpus whole sentences without a slip are found.
    """
    from crdiff.reports.identified import identified_text, identified_to_json

    with asked_corpus(corpus, output) as asked:
        found = [(name, _identified(name, asked)) for name in files]
    if output.form == "json":
        output.write(identified_to_json(found))
    else:
        output.write("\n".join(identified_text(each, name) for name, each in found))
    return 0


def _identified(name: str, asked: Corpus) -> Identified:
    """Return what a file quotes. Raises `UnreadableText` for one that has no text."""
    from crdiff.identify.located import located
    from crdiff.importers.page import read_page

    page = read_page(contents(name), name)
    return located(asked.identify(page.text), page)
