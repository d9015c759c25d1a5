"""How a stretch of a text agrees with a wording of the rules, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crdiff.text.inline import Difference, differences

_CHANCE_WORDS = 3
"""Words in a row below which agreement at the edge of a stretch is chance where more words differ beside them: "the
player" stands in every second sentence of the rules."""
_SLIP_LETTERS = 40
"""Letters of a run of words that is compared letter by letter: three slips in words beside one another."""
_EDGE_WORDS = 2
"""Words at the edge of a quotation that may differ and still be a slip of its writer, where the paragraph begins or
ends with them."""


class Fit(NamedTuple):
    """Words `start` to `stop - 1` of a text agree with words `said_start` to `said_stop - 1` of a wording.

    They differ in `runs`, whose places are the wording's first, the text's second.
    """

    start: int
    stop: int
    said_start: int
    said_stop: int
    runs: tuple[Difference, ...]

    @property
    def cost(self) -> int:
        """The words in which the two differ: of each run, those of its longer side."""
        return sum(max(run.old_stop - run.old_start, run.new_stop - run.new_start) for run in self.runs)

    def letters(self, page: Sequence[str], said: Sequence[str]) -> int:
        """Return the letters in which the two differ: a slip of the pen is less than another word."""
        return sum(
            letters_apart("".join(said[run.old_start : run.old_stop]), "".join(page[run.new_start : run.new_stop]))
            for run in self.runs
        )

    @property
    def kept(self) -> int:
        """The words that agree."""
        return self.stop - self.start - sum(run.new_stop - run.new_start for run in self.runs)

    def keeps(self, start: int, stop: int) -> bool:
        """Whether words `start` to `stop - 1` of the wording stand in the text as they are."""
        return not any(
            (run.old_start < stop and start < run.old_stop) or start < run.old_start == run.old_stop < stop
            for run in self.runs
        )

    def on_page(self, said: int) -> int:
        """Return where a word of the wording that both have stands in the text."""
        before = [run for run in self.runs if run.old_stop <= said]
        added = sum((run.new_stop - run.new_start) - (run.old_stop - run.old_start) for run in before)
        return self.start + said - self.said_start + added


@lru_cache(maxsize=1 << 12)
def letters_apart(one: str, other: str) -> int:
    """Return how many letters have to be put in, taken out, replaced or swapped to make one text the other.

    Of texts longer than a slip the letters of the longer one count.
    """
    if not one or not other or max(len(one), len(other)) > _SLIP_LETTERS:
        return max(len(one), len(other))
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one):
        before, last, row = row, before, [at + 1]
        for place, there in enumerate(other):
            cost = min(before[place] + (letter != there), before[place + 1] + 1, row[place] + 1)
            if at and place and letter == other[place - 1] and one[at - 1] == there:
                cost = min(cost, last[place - 1] + 1)
            row.append(cost)
    return row[-1]


def fit(
    page: Sequence[str],
    window: tuple[int, int],
    said: Sequence[str],
    said_window: tuple[int, int],
    paragraph: tuple[int, int],
) -> Fit | None:
    """Return how the words of `page` within `window` agree with those of a wording, None where they do not.

    Both may begin before the other and go on after it: a quotation may be a part of a clause, with words of its writer
    around it. The words of the wording are looked for within `said_window`. `paragraph` is where the text around the
    quotation begins and ends: words beside these ends that differ belong to the quotation. Ends are outside.
    """
    (start, stop), (said_start, said_stop) = window, said_window
    moved = [
        Difference(run.old_start + said_start, run.old_stop + said_start, run.new_start + start, run.new_stop + start)
        for run in differences(said[said_start:said_stop], page[start:stop])
    ]
    blocks = _kept_blocks(moved, said_window, window)
    while _is_chance(blocks[:2]):
        del blocks[0]
    while _is_chance(blocks[:-3:-1]):
        del blocks[-1]
    if not blocks:
        return None
    first, last = blocks[0], blocks[-1]
    inside = [run for run in moved if run.old_start >= first[1] and run.old_stop <= last[0]]
    inside = [run for run in inside if run.new_start >= first[3] and run.new_stop <= last[2]]
    return _with_edges(first, last, len(said), paragraph, inside)


_Block = tuple[int, int, int, int]
"""A run of words that agree: where it begins and ends in the wording, and in the text."""


def _kept_blocks(runs: Sequence[Difference], said: tuple[int, int], text: tuple[int, int]) -> list[_Block]:
    blocks = []
    (at_said, said_stop), (at_text, text_stop) = said, text
    for run in (*runs, Difference(said_stop, said_stop, text_stop, text_stop)):
        if run.old_start > at_said:
            blocks.append((at_said, run.old_start, at_text, run.new_start))
        at_said, at_text = run.old_stop, run.new_stop
    return blocks


def _is_chance(blocks: Sequence[_Block]) -> bool:
    """Whether the block at an end of the agreement is shorter than what differs between it and the next one."""
    if len(blocks) < 2:
        return False
    left, right = sorted(blocks)
    length = blocks[0][1] - blocks[0][0]
    apart = max(right[0] - left[1], right[2] - left[3])
    return apart > length if length < _CHANCE_WORDS else apart > length + _CHANCE_WORDS


def _with_edges(
    first: _Block, last: _Block, said: int, paragraph: tuple[int, int], inside: Sequence[Difference]
) -> Fit:
    """Take in the words at the edges that differ by a slip: few on both sides, with the ends of text and wording."""
    said_from, text_from, said_to, text_to = first[0], first[2], last[1], last[3]
    runs = list(inside)
    if 0 < text_from - paragraph[0] <= _EDGE_WORDS and 0 < said_from <= _EDGE_WORDS:
        runs.insert(0, Difference(0, said_from, paragraph[0], text_from))
        said_from, text_from = 0, paragraph[0]
    if 0 < paragraph[1] - text_to <= _EDGE_WORDS and 0 < said - said_to <= _EDGE_WORDS:
        runs.append(Difference(said_to, said, text_to, paragraph[1]))
        said_to, text_to = said, paragraph[1]
    return Fit(text_from, text_to, said_from, said_to, tuple(runs))
