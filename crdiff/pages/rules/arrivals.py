"""When each sentence of a clause came, as marks to put into its text: shown when a reader asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from markupsafe import Markup

from crdiff.history.blame import Sentence
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.rules.clause_tree import without_label

Marks = tuple[Mapping[int, Markup], ...]
"""The marks of some texts, of each by their offsets in it."""


def arrivals(
    lineage: str, paragraphs: Sequence[str], examples: Sequence[str], archive: ArchiveIndex, page: str
) -> tuple[Marks, Marks]:
    """Return the marks of paragraphs and examples of the clause `lineage` in the newest text, for the page at `page`.

    Neighbouring sentences that came together have one mark, before the first of them.
    """
    sentences = archive.sentences_of(lineage)
    said = [sentence for sentence in sentences if not sentence.is_example]
    return (
        tuple(dict(_placed(paragraph, said, page)) for paragraph in paragraphs),
        tuple(dict(_example(example, sentences, page)) for example in examples),
    )


def _placed(paragraph: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    """Yield the marks of the sentences found in `paragraph`, each looked for behind the one before it."""
    at = 0
    before: tuple[date, date] | None = None
    for sentence in sentences:
        found = paragraph.find(sentence.text, at)
        if found < 0:
            continue
        if _when(sentence) != before:
            yield found, _mark(sentence, page)
        before = _when(sentence)
        at = found + len(sentence.text)


def _example(example: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    for sentence in sentences:
        if sentence.is_example and without_label(sentence.text) == example:
            yield 0, _mark(sentence, page)
            return


def _when(sentence: Sentence[ClauseNumber]) -> tuple[date, date]:
    return sentence.introduced, sentence.since


def _mark(sentence: Sentence[ClauseNumber], page: str) -> Markup:
    """Return a link to the redline that made the sentence what it is."""
    where = address.relative(f"{address.clause(sentence.lineage)}#w{sentence.since}", page)
    words = str(sentence.introduced)
    if sentence.since != sentence.introduced:
        words += f", in these words since {sentence.since}"
    return Markup('<a class="by" href="{}">{}</a> ').format(where, words)
