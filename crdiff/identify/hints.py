"""What a text says in the outdated words of a clause without quoting it: told only where somebody asks for hints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from crdiff.identify.fitting import Window, kept_blocks
from crdiff.identify.identified import Hint, Identified
from crdiff.identify.page_words import SENTENCE_WORDS, SHINGLE_WORDS, PageWords
from crdiff.identify.word_index import WordIndex
from crdiff.model.release import spans_of
from crdiff.text.nearest import nearest
from crdiff.text.normalise import straight_quotes
from crdiff.text.words import KIN, sentences

# Words in a row from which on they are no chance: "isn't an ability" was a clause's until 2003, and is plain English.
_OUTDATED_WORDS = 4


def hints(text: str, found: Identified, index: WordIndex) -> Iterator[Hint]:
    """Yield what sentences of `text` that quote nothing say in words that a clause near to them no longer has."""
    page = PageWords(text)
    for start, stop in pairwise(page.sentence_starts):
        first, last = page.starts[start], page.ends[stop - 1]
        is_quoted = any(one.start < last and first < one.stop for one in found.quotations)
        if stop - start >= SENTENCE_WORDS and not is_quoted:
            yield from _near(page, (start, stop), index)


def _near(page: PageWords, window: Window, index: WordIndex) -> list[Hint]:
    """Return the hint that a sentence gives by the one nearest to it, of a clause with words in a row that none has."""
    start, stop = window
    outdated = (at for at in range(start, stop - SHINGLE_WORDS + 1) if not _is_said_today(page, at, index))
    written = page.text[page.starts[start] : page.ends[stop - 1]]
    near = []
    for place in {place for at in outdated for place in index.with_shingle(page.shingles[at])}:
        said = sentences("\n".join(map(straight_quotes, index.life(place).wordings)))
        fit, at = nearest(written, said)
        if fit >= KIN and (hint := _outdated(page, window, place, said[at], index)):
            near.append((-fit, place, hint))
    return [hint for _, _, hint in sorted(near)[:1]]


def _is_said_today(page: PageWords, start: int, index: WordIndex, length: int = SHINGLE_WORDS) -> bool:
    """Whether any clause of today has some words of a text in a row."""
    words, newest = page.joined(start, start + length), index.held[-1]
    there = ((place, index.life(place).at(newest)) for place in index.with_shingle(page.shingles[start]))
    return any(stay and words in index.words_of(place, stay.wording).joined for place, stay in there)


def _outdated(page: PageWords, window: Window, place: int, said: str, index: WordIndex) -> Hint | None:
    """Return the longest words in a row that a sentence shares with one of a life, and that no clause has today."""
    official, life = PageWords(said), index.life(place)
    blocks = kept_blocks(page.plain, window, official.plain, (0, len(official.plain)))
    runs = ((end - at, at) for _, _, at, end in blocks if end - at >= _OUTDATED_WORDS)
    length, start = max((run for run in runs if not _is_said_today(page, run[1], index, run[0])), default=(0, 0))
    words = page.joined(start, start + length)
    having = [stay for stay in life.stays if length and words in index.words_of(place, stay.wording).joined]
    if not having:
        return None
    releases = sorted(at for stay in having for at in range(stay.first, stay.last + 1))
    written = page.text[page.starts[start] : page.ends[start + length - 1]]
    spans = spans_of(releases, index.dates)
    return Hint(life.id, life.is_entry, having[-1].number, written, said, spans, page.line(start))
