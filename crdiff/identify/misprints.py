"""Errors that the rules themselves print: a quotation that has them is a true one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from crdiff.changes.words.spelling import is_slip
from crdiff.identify.identified import Misprint
from crdiff.identify.word_index import IndexedLife, IndexedStay
from crdiff.text.inline import Difference, differences
from crdiff.text.nearest import nearest
from crdiff.text.same_words import sentences_as_printed

_MENDED_MAX = 3
"""Places of a sentence that the next wording mends; where more differ it was written anew, and what was wrong
is not told by it.

Source: 101.1 of 2003-05-26, "so that the cards in a random order", of which 2003-07-01 mends the one place.
"""
_SMALL_WORDS = frozenset(("a", "an", "are", "be", "in", "is", "of", "the", "to"))
"""Words whose loss, or whose doubling, is an error of printing: "the cards in a random order" lacks "are".

Source: 101.1 of 2003-05-26.
"""


def misprints(official: str, life: IndexedLife, stay: IndexedStay, dates: Sequence[date]) -> tuple[Misprint, ...]:
    """Return the errors in `official`, words of a clause as it read in `stay`, which its next wording mends."""
    following = next((one for one in life.stays if one.first > stay.last and one.wording != stay.wording), None)
    if following is None or not official:
        return ()
    there = sentences_as_printed(life.wordings[following.wording])
    pairs = ((old, there[nearest(old, there)[1]]) for old in sentences_as_printed(official) if there)
    said = (each for old, new in pairs for each in _mended(old.split(), new.split()))
    return tuple(Misprint(*each, dates[following.first]) for each in said)


def _mended(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what a sentence prints and what it should, with the words beside it where words are lacking."""
    runs = _inside(differences(*([word.strip(_MARKS) for word in words] for words in (old, new))), len(old))
    for run in runs if len(runs) <= _MENDED_MAX else ():
        printed, mended = old[run.old_start : run.old_stop], new[run.new_start : run.new_stop]
        if _is_error(printed, mended):
            aside = not printed or not mended
            before = slice(max(0, run.old_start - aside), run.old_stop + aside)
            after = slice(max(0, run.new_start - aside), run.new_stop + aside)
            yield " ".join(old[before]), " ".join(new[after])


def _inside(runs: Sequence[Difference], length: int) -> list[Difference]:
    """Return the runs but for words that the next wording has before the first of the old ones, or after the last."""
    outside = (0, length)
    return [run for run in runs if not (run.old_start == run.old_stop and run.old_start in outside)]


def _is_error(printed: Sequence[str], mended: Sequence[str]) -> bool:
    """Whether words differ as those of a printer do: run together, misspelt, one small word lost or printed twice."""
    if not printed or not mended:
        words = [*printed, *mended]
        return len(words) == 1 and words[0].lower() in _SMALL_WORDS
    if len(printed) != len(mended):
        return "".join(printed) == "".join(mended)
    return len(printed) == 1 and is_slip(printed[0].strip(_MARKS), mended[0].strip(_MARKS))


_MARKS = '.,;:()“”"’'
"""Marks beside a word, which are no part of its spelling."""
