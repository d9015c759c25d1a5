"""How a stretch of a text agrees with a wording of the rules, word by word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
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

_EDGE_REACH = 9
"""Words beyond the last three in a row that agree in which a quotation may still go on: with three slips in them, each
after two words."""


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


Pin = tuple[int, int]
"""A place in the wording and the one in the text that belongs to it."""


def fit(page: Sequence[str], said: Sequence[str], pins: Sequence[Pin], paragraph: tuple[int, int]) -> Fit | None:
    """Return how words of `page` agree with words of a wording, None where they do not.

    Both may begin before the other and go on after it: a quotation may be a part of a clause, with words of its writer
    around it. Words from the first of `pins` to the last are compared, between one pin and the next. `paragraph` is
    where the text around the quotation begins and ends: words beside these ends that differ belong to the quotation.
    Ends are outside.
    """
    pins = _near(page, said, pins)
    moved = [run for piece in pairwise(pins) for run in _differences(page, said, *piece)]
    blocks = _kept_blocks(moved, pins[0], pins[-1])
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


def _near(page: Sequence[str], said: Sequence[str], pins: Sequence[Pin]) -> Sequence[Pin]:
    """Return the pins with the outer ones nearer, where no three words in a row beyond the inner ones agree."""
    if len(pins) <= 2:
        return pins
    (said_start, start), head, *_, tail, (said_stop, stop) = pins
    if not _share_words(page[start : head[1]], said[said_start : head[0]]):
        said_start, start = max(said_start, head[0] - _EDGE_REACH), max(start, head[1] - _EDGE_REACH)
    if not _share_words(page[tail[1] : stop], said[tail[0] : said_stop]):
        said_stop, stop = min(said_stop, tail[0] + _EDGE_REACH), min(stop, tail[1] + _EDGE_REACH)
    return [(said_start, start), *pins[1:-1], (said_stop, stop)]


def _share_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether three words in a row stand in both."""
    there = set(zip(one, one[1:], one[2:], strict=False))
    return any(run in there for run in zip(other, other[1:], other[2:], strict=False))


def _differences(page: Sequence[str], said: Sequence[str], start: Pin, stop: Pin) -> Iterator[Difference]:
    """Yield the runs that differ between two pins."""
    old, new = said[start[0] : stop[0]], page[start[1] : stop[1]]
    for run in differences(old, new) if old != new else ():
        yield Difference(
            start[0] + run.old_start, start[0] + run.old_stop, start[1] + run.new_start, start[1] + run.new_stop
        )


def _kept_blocks(runs: Sequence[Difference], start: Pin, stop: Pin) -> list[_Block]:
    blocks = []
    (at_said, at_text), (said_stop, text_stop) = start, stop
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
