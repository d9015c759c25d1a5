"""``crdiff corpus list``: the editions and releases that can be named, and which of their texts are at hand."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts

if TYPE_CHECKING:
    from crdiff.reports.corpus import ShelvedText
    from crdiff.store.texts.folder import TextFolder
    from crdiff.store.texts.held_text import HeldText



@click.command("list", short_help="List editions and releases.", epilog=examples("crdiff corpus list", "crdiff corpus list --format json"))
@answers(*ROWS, default="text")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """List the editions and releases that can be named where a TEXT is wanted, and what is held of each.

    Of a release held in several texts each is listed, the one that is read first.
    """
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import Shelf, corpus_answer, corpus_text

    texts = Texts(corpus)
    shelf = Shelf(Corpus(corpus).known(), texts.embedded().editions, _shelved(texts.held()))
    output.answer(lambda: corpus_answer(shelf), text=lambda: corpus_text(shelf))
    return 0


def _shelved(folder: TextFolder) -> dict[str, list[ShelvedText]]:
    """Return the texts of each release, the one that is read first."""
    from crdiff.reports.corpus import ShelvedText

    def shelved(text: HeldText) -> ShelvedText:
        return ShelvedText(text.file, text.name, text.address, text.added[:10], folder.known_by(text))

    return {
        release: list(map(shelved, texts)) for release, texts in groupby(folder.held(), key=lambda text: text.release)
    }
