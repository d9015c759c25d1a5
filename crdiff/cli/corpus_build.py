"""``crdiff corpus build``: the store of lineages, up to date with the texts."""

from __future__ import annotations

import click

from crdiff.cli.asking import BUILDING
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress



@click.command("build", short_help="Bring the store up to date.", epilog=examples("crdiff corpus build", "crdiff corpus build --rebuild"))
@click.option("--rebuild", is_flag=True, help="Make the store anew, whatever state it is in; no text is touched.")
@answers("text", "json", default="text")
@corpus_option
def command(*, rebuild: bool, output: Output, corpus: str | None) -> int:
    """Bring the store up to date with the texts: read what is new, align it with its neighbours, draw the lineages.

    Commands that need the store do this by themselves. All cores are used. A build that was interrupted goes on where
    it stopped.
    """
    from crdiff.corpus import Corpus
    from crdiff.reports.answer import row_of
    from crdiff.reports.corpus import BuiltAnswer, built_text

    with progress(output, BUILDING) as shown, Corpus(corpus, progress=shown) as held:
        built = row_of(BuiltAnswer, held.build(rebuild=rebuild))
    output.answer(lambda: built, text=lambda: built_text(built))
    return 0
