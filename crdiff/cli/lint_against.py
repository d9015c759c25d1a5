"""What ``--against corpus`` stands for: releases of the corpus to hold a text against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crdiff.cli.asking import asked_corpus
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.errors import CorpusError
from crdiff.reports.phrases import listed
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.model.release import Release

CORPUS = "corpus"
"""What is written in place of a text for the releases of the corpus; a file of that name is ``./corpus``."""


def releases_against(file: str, release: Release, texts: Texts, output: Output) -> tuple[str, ...]:
    """Return the release before `release`, and older ones in which a citation that was wrong since may have been right.

    Says on standard error which these are. `file` is how the text was called. Raises `CorpusError` where the corpus has
    no texts, and `UnknownRelease` where it has none before this one.
    """
    from crdiff.lint.once_right import release_before, releases_once_right
    from crdiff.store.archive.number_archive import StoredNumbers

    with asked_corpus(texts.corpus, output) as asked:
        if asked.is_recorded:
            raise CorpusError("holds no text of a release", "some added with 'crdiff corpus add'")
        numbers = StoredNumbers(asked.archive)
        before = release_before(numbers.dates, release)
        older = releases_once_right(numbers, asked.release(before))
    named = tuple(map(str, older))
    also = f", and with {listed(named)}, in which a citation that is stale now may have been right" if named else ""
    output.note(f"{shown_on_a_line(file)}: compared with {before}{also}")
    return str(before), *named
