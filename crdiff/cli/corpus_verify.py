"""``crdiff corpus verify``: whether every text is still what was declared or added."""

from __future__ import annotations

import click

from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts

_MISMATCH = 1


@click.command("verify", short_help="Check every text of the corpus.", epilog=examples("crdiff corpus verify"))
@answers(*ROWS, default="text")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """Check that the corpus agrees with itself: texts with their checksums, declarations with what is read, the store.

    Exits with 1 where something does not agree.
    """
    from crdiff.corpus import Corpus
    from crdiff.reports.corpus import MismatchRow, VerifyAnswer, mismatches_text
    from crdiff.store.embedded.agreement import verify

    embedded, held = Texts(corpus).embedded(), Corpus(corpus)
    counts = len(held.texts.listing()), len(embedded.editions)
    found = [MismatchRow(mismatch.file, mismatch.message) for mismatch in verify(embedded)]
    found += [MismatchRow(mismatch.path, mismatch.what) for mismatch in held.verify()]
    checked = VerifyAnswer(*counts, tuple(found))
    output.answer(lambda: checked, text=lambda: mismatches_text(checked))
    return _MISMATCH if found else 0
