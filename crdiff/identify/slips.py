"""In what words of a text differ from a wording of the rules, each difference a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from crdiff.identify.agreement import Limits, fitted
from crdiff.identify.fitting import SPELLING_SHARE, Fit, fit, letters_apart
from crdiff.identify.identified import Slip, SlipKind
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords
from crdiff.identify.said_words import SaidWords
from crdiff.identify.word_index import WordIndex
from crdiff.text.inline import Difference

_MARKS_BEFORE = re.compile(r"[^\w\s]*$")
MARKS_AFTER = re.compile(r"(?: (?=\.)|[^\w\s])*")
"""The dots of an ellipsis stand apart."""


class Agreed(NamedTuple):
    """How words agree with a wording of the rules, which reads so and is printed so."""

    said: SaidWords
    printed: PageWords
    fit: Fit

    @property
    def marks(self) -> tuple[str, str]:
        """The marks that the rules print before the first word and after the last."""
        text, starts, ends = self.printed.text, self.printed.starts, self.printed.ends
        before = _MARKS_BEFORE.search(text, 0, starts[self.fit.said_start])
        after = MARKS_AFTER.match(text, ends[self.fit.said_stop - 1])
        return (before[0] if before else ""), (after[0] if after else "")


def how_agreed(ends: tuple[int, int], page: PageWords, said: SaidWords, printed: str) -> Agreed:
    """Return how the words of a quotation, from the first to the one after the last, agree with a wording."""
    limits = Limits(*ends)
    last = limits.stop - SHINGLE_WORDS
    found = fitted(page, said, (limits.start, last), limits) if last >= limits.start else None
    # a quotation found by its number may have no three words in a row of the wording
    found = found or fit(page, limits, said.plain, (0, len(said)), limits)
    strange = Difference(0, len(said), *limits)
    return Agreed(said, PageWords(printed), found or Fit(*limits, 0, len(said), (strange,)))


def slips(one: Agreed, page: PageWords, words: WordIndex) -> Iterator[Slip]:
    """Yield in what the words of a text differ from a wording, in their order."""
    for run in one.fit.runs:
        written, official = (
            printed_words(page, run.new_start, run.new_stop),
            printed_words(one.printed, run.old_start, run.old_stop),
        )
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
