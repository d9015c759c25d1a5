"""In what words of a text differ from a wording: slips, unless the rules themselves print the error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from crdiff.changes.english import is_slip
from crdiff.identify.agreement import fitted
from crdiff.identify.fitting import SPELLING_SHARE, Fit, Window, fit, letters_apart
from crdiff.identify.identified import Misprint, Slip, SlipKind
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords, SaidWords
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.text.inline import Difference, differences
from crdiff.text.nearest import nearest
from crdiff.text.same_words import sentences_as_printed

_MARKS_BEFORE = re.compile(r"[^\w\s]*$")
# The dots of an ellipsis stand apart.
MARKS_AFTER = re.compile(r"(?: (?=\.)|[^\w\s])*")


class Agreed(NamedTuple):
    """How words agree with a wording of the rules, which reads so and is printed so."""

    said: SaidWords
    printed: PageWords
    fit: Fit


def marks_around(words: PageWords, start: int, stop: int) -> tuple[str, str]:
    """Return the marks before word `start` and after word `stop - 1`."""
    before = _MARKS_BEFORE.search(words.text, 0, words.starts[start])
    after = MARKS_AFTER.match(words.text, words.ends[stop - 1])
    return (before[0] if before else ""), (after[0] if after else "")


def how_agreed(limits: Window, page: PageWords, said: SaidWords, printed: str) -> Agreed:
    """Return how the words of a quotation, within its limits, agree with a wording."""
    last = limits[1] - SHINGLE_WORDS
    found = fitted(page, said, (limits[0], last), limits) if last >= limits[0] else None
    # a quotation found by its number may have no three words in a row of the wording
    found = found or fit(page, limits, said.plain, (0, len(said)), limits)
    strange = Difference(0, len(said), *limits)
    return Agreed(said, PageWords(printed), found or Fit(*limits, 0, len(said), (strange,)))


def slips(one: Agreed, page: PageWords, words: WordIndex) -> Iterator[Slip]:
    """Yield in what the words of a text differ from a wording, in their order."""
    for run in one.fit.runs:
        written = printed_words(page, run.new_start, run.new_stop)
        official = printed_words(one.printed, run.old_start, run.old_stop)
        at = min(run.new_start, len(page.plain) - 1)
        yield Slip(_kind(run, page, one.said, words), written, official, page.line(at), page.column(at))


def printed_words(words: PageWords, start: int, stop: int) -> str:
    """Return words `start` to `stop - 1` as printed, without the marks around them."""
    return words.text[words.starts[start] : words.ends[stop - 1]] if start < stop else ""


def _kind(run: Difference, page: PageWords, said: SaidWords, words: WordIndex) -> SlipKind:
    written, official = page.plain[run.new_start : run.new_stop], said.plain[run.old_start : run.old_stop]
    if not written:
        return SlipKind.LEFT_OUT
    if not official:
        return SlipKind.ADDED
    one, other = "".join(written), "".join(official)
    is_spelled_alike = letters_apart(one, other) <= SPELLING_SHARE * max(len(one), len(other))
    is_known = one == other or all(map(words.has_word, written))
    return SlipKind.SPELLING if is_spelled_alike and (not is_known or len(written) != len(official)) else SlipKind.WORDS


# Places of a sentence that the next wording mends; where more differ it was written anew, and what was wrong
# is not told by it.
#
# Source: 101.1 of 2003-05-26, "so that the cards in a random order", of which 2003-07-01 mends the one place.
_MENDED_MAX = 3
# Words whose loss, or whose doubling, is an error of printing: "the cards in a random order" lacks "are".
#
# Source: 101.1 of 2003-05-26.
_SMALL_WORDS = frozenset(("a", "an", "are", "be", "in", "is", "of", "the", "to"))


def misprints(official: str, life: IndexedLife, stay: IndexedStay, dates: Sequence[date]) -> tuple[Misprint, ...]:
    """Return the errors in `official`, words of a clause as it read in `stay`, which its next wording mends."""
    others = (one for one in life.stays if one.wording != stay.wording and life.wordings[one.wording])
    following = next((one for one in others if one.first > stay.last), None)
    if following is None or not official:
        return ()
    there = sentences_as_printed(life.wordings[following.wording])
    mended = (old for old in sentences_as_printed(official) if there and old not in there)
    pairs = ((old, there[nearest(old, there)[1]]) for old in mended)
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


# Marks beside a word, which are no part of its spelling.
_MARKS = '.,;:()“”"’'
