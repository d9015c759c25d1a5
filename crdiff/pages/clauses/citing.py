"""Where the newest text cites a clause: the clauses and glossary entries, each with the sentence that does."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.text.words import sentence_ends

_SENTENCE_MAX = 220
"""Characters of a citing sentence that are shown: three lines. Longer ones are cut on both sides of the number."""


Citation = tuple[str, str, str]
"""A place that cites a clause: its number or term, where it is read, the sentence."""


def citations(archive: ArchiveIndex) -> Mapping[ClauseNumber, tuple[Citation, ...]]:
    """Return who cites each number of the newest text, clauses first, in document order."""
    found: dict[ClauseNumber, dict[tuple[str, str], str]] = {}
    for name, number, href, text in () if archive.is_recorded else _texts(archive):
        for cited, sentence in _cited(text):
            if cited != number:
                found.setdefault(cited, {}).setdefault((name, href), sentence)
    return {number: tuple((*place, sentence) for place, sentence in by.items()) for number, by in found.items()}


def _texts(archive: ArchiveIndex) -> Iterator[tuple[str, ClauseNumber | None, str, str]]:
    for shown in archive.contents.current.clauses:
        for text in (shown.text, *shown.examples):
            yield str(shown.number), shown.number, archive.current.get(shown.number, ""), text
    for term in archive.contents.glossary:
        where = archive.entry_page(term.term, archive.newest)
        for text in term.texts:
            yield f"Glossary: {term.term}", None, where, text


def _cited(text: str) -> Iterator[tuple[ClauseNumber, str]]:
    references = cross_references(text)
    ends = sentence_ends(text) if references else []
    for each in references:
        at = bisect_right(ends, each.start)
        start, stop = ends[at - 1] if at else 0, ends[at]
        sentence = _around(text[start:stop], each.start - start, each.stop - start)
        for number in each.numbers:
            yield number, sentence


def _around(sentence: str, start: int, stop: int) -> str:
    """Return a sentence, cut to what stands around the characters `start` to `stop` where it is long."""
    sentence = sentence.replace("\n", " ")
    if len(sentence.strip()) <= _SENTENCE_MAX:
        return sentence.strip()
    room = (_SENTENCE_MAX - (stop - start)) // 2
    first, last = max(start - room, 0), min(stop + room, len(sentence))
    before = sentence[first:start] if not first else "… " + sentence[first:start].partition(" ")[2]
    after = sentence[stop:last] if last == len(sentence) else sentence[stop:last].rpartition(" ")[0] + " …"
    return f"{before}{sentence[start:stop]}{after}".strip()
