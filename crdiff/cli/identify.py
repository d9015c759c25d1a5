"""``crdiff identify``: which rules a text quotes, of which releases, and with what slips."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.texts import contents


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
        found = [(name, asked.identify(_text(name))) for name in files]
    if output.form == "json":
        output.write(identified_to_json(found))
    else:
        output.write("\n".join(identified_text(each, name) for name, each in found))
    return 0


def _text(name: str) -> str:
    """Return the text of a file or of a document. Raises `UnreadableText` for what is neither."""
    from crdiff.dialects.registry import read_lines

    return "\n".join(read_lines(contents(name), name))
