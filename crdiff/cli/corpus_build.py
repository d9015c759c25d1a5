"""``crdiff corpus build``: the store of lineages, up to date with the texts."""

from __future__ import annotations

import click

from crdiff.cli.asking import BUILDING
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress

_EXAMPLES = examples("crdiff corpus build", "crdiff corpus build --rebuild")


@click.command("build", short_help="Bring the store up to date.", epilog=_EXAMPLES)
@click.option("--rebuild", is_flag=True, help="Make the store anew, whatever state it is in; no text is touched.")
@answers("text", "json", default="text")
@corpus_option
def command(*, rebuild: bool, output: Output, corpus: str | None) -> int:
    """Bring the store up to date with the texts: read what is new, align it with its neighbours, draw the lineages.

    Commands that need the store do this by themselves. All cores are used. A build that was interrupted goes on where
    it stopped.
    """
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import built_json, built_text

    with progress(output, BUILDING) as shown, Corpus(corpus, progress=shown) as held:
        built = held.build(rebuild=rebuild)
    figures = built.texts_read, built.pairs_aligned, built.releases
    output.write((built_json if output.form == "json" else built_text)(*figures))
    return 0
