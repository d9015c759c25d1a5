"""How a stretch of a text agrees with a wording of the rules, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA, LCSseq

from crdiff.identify.page_words import PageWords
from crdiff.text.inline import Difference

# Words in a row below which agreement at the edge of a stretch is chance where more words differ beside them: "the
# player" stands in every second sentence of the rules.
_CHANCE_WORDS = 3
# Letters of a run of words that is compared letter by letter: three slips in words beside one another.
_SLIP_LETTERS = 40
# Letters that have to agree for each that differs: so a quotation takes in a word with a slip, and no other word.
#
# Source: 203.1a of 2005-08-01, "Lands normally have no mana cost": the glossary has all but the first two words.
_COST_OF_LETTER = 3
# Share of the letters of a word that may differ in a slip of the pen; with more it is another word.
SPELLING_SHARE = 0.5
# Words at the edge of a quotation that may differ and still be a slip of its writer, where the paragraph begins or
# ends with them.
_EDGE_WORDS = 3


# Where some words begin and end, the end outside.
Window = tuple[int, int]


class Fit(NamedTuple):
    """Words `start` to `stop - 1` of a text agree with words `said_start` to `said_stop - 1` of a wording.

    They differ in `runs`, whose places are the wording's first, the text's second; what the text says to be `left_out`
    is no difference.
    """

    start: int
    stop: int
    said_start: int
    said_stop: int
    runs: tuple[Difference, ...]
    left_out: tuple[Difference, ...] = ()

    def gain(self, page: PageWords, said: Sequence[str]) -> int:
        """Return what it explains: the letters of its words, less those in which they differ, some times over."""
        return page.letters(self.start, self.stop) - _COST_OF_LETTER * self.letters(page.plain, said)

    @property
    def cost(self) -> int:
        """The words in which the two differ: of each run, those of its longer side."""
        return sum(max(run.old_stop - run.old_start, run.new_stop - run.new_start) for run in self.runs)

    def letters(self, page: Sequence[str], said: Sequence[str]) -> int:
        """Return the letters in which the two differ, spaces included: a slip of the pen is less than another word.

        Source: 408.1c of 2003-05-26 prints "go ont he stack", and no release before or after it.
        """
        return sum(
            letters_apart(" ".join(said[run.old_start : run.old_stop]), " ".join(page[run.new_start : run.new_stop]))
            for run in self.runs
        )

    def keeps(self, start: int, stop: int) -> bool:
        """Whether words `start` to `stop - 1` of the wording stand in the text as they are."""
        return not any(
            (run.old_start < stop and start < run.old_stop) or start < run.old_start == run.old_stop < stop
            for run in (*self.runs, *self.left_out)
        )

    def gone_on(self, page: Sequence[str], said: Sequence[str], limits: Window) -> Fit:
        """Return the fit with the words on either side of it that agree, up to the `limits` in the text.

        Words that very many clauses have are not looked for, and may be the end of a quotation.
        """
        start, stop, said_start, said_stop, *_ = self
        while start > limits[0] and said_start and page[start - 1] == said[said_start - 1]:
            start, said_start = start - 1, said_start - 1
        while stop < limits[1] and said_stop < len(said) and page[stop] == said[said_stop]:
            stop, said_stop = stop + 1, said_stop + 1
        return self._replace(start=start, stop=stop, said_start=said_start, said_stop=said_stop)

    def on_page(self, said: int) -> int:
        """Return where a word of the wording that both have stands in the text."""
        before = [run for run in (*self.runs, *self.left_out) if run.old_stop <= said]
        added = sum((run.new_stop - run.new_start) - (run.old_stop - run.old_start) for run in before)
        return self.start + said - self.said_start + added


def letters_apart(one: str, other: str) -> int:
    """Return how many letters have to be put in, taken out, replaced or swapped to make one text the other.

    Of texts longer than a slip the letters of the longer one count.
    """
    longer = max(len(one), len(other))
    return longer if longer > _SLIP_LETTERS else OSA.distance(one, other)


def fit(page: PageWords, window: Window, said: Sequence[str], said_window: Window, paragraph: Window) -> Fit | None:
    """Return how the words of `page` within `window` agree with those of a wording, None where they do not.

    Where they agree is found by the words as they were meant, where they differ told by the words as they stand.

    Both may begin before the other and go on after it: a quotation may be a part of a clause, with words of its writer
    around it. The words of the wording are looked for within `said_window`. `paragraph` is where the text around the
    quotation begins and ends: words beside these ends that differ belong to the quotation. Ends are outside.
    """
    blocks = kept_blocks(page.read, window, said, said_window)
    while ends := [at for at in (0, -1) if _is_chance(blocks[:-3:-1] if at else blocks[:2], page)]:
        del blocks[min(ends, key=lambda at: blocks[at][1] - blocks[at][0])]
    if not blocks:
        return None
    found = _with_edges(page, said, _closed(blocks, said), paragraph)
    start, stop, said_start, said_stop, runs, _ = found
    if page.read[start:stop] != page.plain[start:stop]:
        runs = tuple(_differing(said, (said_start, said_stop), page.plain, (start, stop)))
    left_out = tuple(run for run in runs if run.new_start == run.new_stop and page.has_left_out(run.new_start))
    return found._replace(runs=tuple(run for run in runs if run not in left_out), left_out=left_out)


# A run of words that agree: where it begins and ends in the wording, and in the text.
_Block = tuple[int, int, int, int]


def kept_blocks(page: Sequence[str], window: Window, said: Sequence[str], said_window: Window) -> list[_Block]:
    """Return the runs of words that agree, as many words as possible.

    A page is compared with hundreds of wordings: this takes a hundredth of the time that `differences` does.
    """
    compared = LCSseq.editops(said[slice(*said_window)], page[slice(*window)])
    found = ((one.a + said_window[0], one.b + window[0], one.size) for one in compared.as_matching_blocks())
    return [(at_said, at_said + size, at, at + size) for at_said, at, size in found if size]


def _closed(blocks: Sequence[_Block], said: Sequence[str]) -> list[_Block]:
    """Join a block to the next one of the text where the wording has its words directly before that too.

    "Needs a scheme deck of at least twenty cards. A scheme deck may": the second sentence alone would leave out what
    stands between two pairs of the same words.
    """
    found = [*blocks[-1:]]
    for start, stop, at, end in reversed(blocks[:-1]):
        first, last, joined, until = found[-1]
        if end == joined and said[start:stop] == said[first - (stop - start) : first]:
            found[-1] = (first - (stop - start), last, at, until)
        else:
            found.append((start, stop, at, end))
    return found[::-1]


def _is_chance(blocks: Sequence[_Block], page: PageWords) -> bool:
    """Whether the block at an end of the agreement is shorter than what differs between it and the next one."""
    if len(blocks) < 2:
        return False
    left, right = sorted(blocks)
    length = blocks[0][1] - blocks[0][0]
    if right[2] == left[3] and page.has_left_out(right[2]):
        return length < _CHANCE_WORDS
    apart = max(right[0] - left[1], right[2] - left[3])
    return apart > length if length < _CHANCE_WORDS else apart > length + _CHANCE_WORDS


def _with_edges(words: PageWords, said: Sequence[str], blocks: Sequence[_Block], paragraph: Window) -> Fit:
    """Take in the words at the edges of the paragraph that differ by a slip: few on both sides, and quoted too."""
    page = words.read
    (said_from, _, text_from, _), (_, said_to, _, text_to) = blocks[0], blocks[-1]
    runs = [Difference(one[1], other[0], one[3], other[2]) for one, other in pairwise(blocks)]
    if 0 < text_from - paragraph[0] <= _EDGE_WORDS and not words.opens(text_from):
        heads = [said[at:said_from] for at in range(said_from - 1, max(-1, said_from - _EDGE_WORDS - 2), -1)]
        if size := _slipped(page[paragraph[0] : text_from], heads):
            runs[:0] = _differing(said, (said_from - size, said_from), page, (paragraph[0], text_from))
            said_from, text_from = said_from - size, paragraph[0]
    if 0 < paragraph[1] - text_to <= _EDGE_WORDS and not words.encloses(text_from, text_to):
        tails = [said[said_to:at] for at in range(said_to + 1, min(len(said), said_to + _EDGE_WORDS + 1) + 1)]
        if size := _slipped(page[text_to : paragraph[1]], tails):
            runs += _differing(said, (said_to, said_to + size), page, (text_to, paragraph[1]))
            said_to, text_to = said_to + size, paragraph[1]
    return Fit(text_from, text_to, said_from, said_to, tuple(runs))


def _differing(said: Sequence[str], said_window: Window, page: Sequence[str], window: Window) -> Iterator[Difference]:
    """Yield the runs in which words of a wording and of a text differ, from end to end."""
    at_said, at = said_window[0], window[0]
    end = (said_window[1], said_window[1], window[1], window[1])
    for block in (*kept_blocks(page, window, said, said_window), end):
        if at_said < block[0] or at < block[2]:
            yield Difference(at_said, block[0], at, block[2])
        at_said, at = block[1], block[3]


def _slipped(own: Sequence[str], beside: Sequence[Sequence[str]]) -> int:
    """Return for how many words of the wording some words at an edge stand, 0 if for none.

    `beside` are one, two and more words of the wording there: either all that it has, or those like them.

    Source: 402.1 of 2007-05-01, "(See rule 416, "Effects.") Abilities can affect the objects they're on"; quoted from
    "Abilities" on, with a slip in that word.
    """
    if len(beside) <= _EDGE_WORDS:
        return len(beside)
    written = " ".join(own)
    apart = [letters_apart(written, " ".join(each)) for each in beside]
    best = min(range(len(beside)), key=apart.__getitem__)
    return best + 1 if apart[best] <= SPELLING_SHARE * len(written) else 0
