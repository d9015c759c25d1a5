"""Where two sequences of words differ: the only place that knows diff-match-patch.

Words are mapped to private code points, so that the engine never splits one, and it runs without its time limit, so
that the answer does not depend on the machine. How differences are shown or judged is decided elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from crdiff.text.groups import grouped

if TYPE_CHECKING:
    from diff_match_patch import diff_match_patch

# The first private code point; everything above it is free of surrogates.
_FIRST_CODE_POINT = 0xE000
# Words of a long sequence: more are searched for anchors before the engine sees them, whose work grows with the
# product of length and difference.
_LONG_MIN = 20
# Share of the words of the longer of two long sequences that both have; with less they are different texts, and the
# words that they share are chance.
_SHARED_MIN = 0.3
# Words in a row that occur once on each side: two recur by chance in texts as alike as these.
_ANCHOR_WORDS = 3
# Words of a piece without anchors that the engine sees at once; its work grows with their square. No text of a
# release is as long (the entry on creature types of 2004-02-01 has 930), but a paste without line breaks may be.
_AT_ONCE_MAX = 2000
# Words into which a longer piece is cut.
_STRETCH_WORDS = 1000


# Where a piece begins and ends in the old words, and in the new ones.
_Span = tuple[int, int, int, int]


class Difference(Struct, frozen=True):
    """A run that differs: words ``old_start`` to ``old_stop - 1`` gave way to ``new_start`` to ``new_stop - 1``.

    One of the runs may be empty (words added or removed), never both.
    """

    old_start: int
    old_stop: int
    new_start: int
    new_stop: int


def differences(old: Sequence[str], new: Sequence[str]) -> list[Difference]:
    """Return the runs in which `old` and `new` differ, in order; the words between them are equal, pair by pair.

    As few words as possible differ, save in long texts: there, three words in a row that occur nowhere else are kept,
    texts with hardly a word in common differ as a whole, and very long ones are compared stretch by stretch.
    """
    found: list[Difference] = []
    for piece in _between_anchors(old, new, _middle(old, new, (0, len(old), 0, len(new)))):
        if _is_long(piece):
            found += _differences_of_stretches(old, new, piece)
        else:
            found += _differences(old, new, piece)
    return found


def _is_long(piece: _Span) -> bool:
    old_start, old_stop, new_start, new_stop = piece
    return old_stop - old_start > _AT_ONCE_MAX and new_stop - new_start > _AT_ONCE_MAX


def _differences_of_stretches(old: Sequence[str], new: Sequence[str], piece: _Span) -> list[Difference]:
    """Return the runs that differ; one that goes on beyond the end of its stretch, without a word kept, is one."""
    runs = (run for stretch in _stretches(old, new, piece) for run in _differences(old, new, stretch))
    whole = grouped(runs, lambda one, run: (one[-1].old_stop, one[-1].new_stop) == (run.old_start, run.new_start))
    return [Difference(one[0].old_start, one[-1].old_stop, one[0].new_start, one[-1].new_stop) for one in whole]


def _differences(old: Sequence[str], new: Sequence[str], piece: _Span) -> Iterable[Difference]:
    """Return the runs that differ within `piece`; the engine is asked only where the words allow several answers."""
    old_start, old_stop, new_start, new_stop = piece
    before, after = old[old_start:old_stop], new[new_start:new_stop]
    both = set(before).intersection(after)
    if _are_strangers(before, after, both):
        return (Difference(*piece),) if before or after else ()
    kept = [at for at, word in enumerate(before) if word in both]
    taken = [at for at, word in enumerate(after) if word in both]
    if [before[at] for at in kept] == [after[at] for at in taken]:
        return _between(piece, kept, taken)
    codes = {word: chr(_FIRST_CODE_POINT + at) for at, word in enumerate(dict.fromkeys((*before, *after)))}
    texts = ("".join(map(codes.__getitem__, words)) for words in (before, after))
    kept, taken = _of_both(_engine().diff_main(*texts, checklines=False))
    return _between(piece, kept, taken)


def _middle(old: Sequence[str], new: Sequence[str], piece: _Span) -> _Span:
    """Return `piece` without the words that it begins and ends with on both sides."""
    old_start, old_stop, new_start, new_stop = piece
    while old_start < old_stop and new_start < new_stop and old[old_start] == new[new_start]:
        old_start, new_start = old_start + 1, new_start + 1
    while old_start < old_stop and new_start < new_stop and old[old_stop - 1] == new[new_stop - 1]:
        old_stop, new_stop = old_stop - 1, new_stop - 1
    return old_start, old_stop, new_start, new_stop


def _are_strangers(old: Sequence[str], new: Sequence[str], both: Collection[str]) -> bool:
    """Whether two runs share no word at all, or, being long, hardly any; `both` are the words that they share."""
    if not both:
        return True
    longer = max(len(old), len(new))
    return longer > _LONG_MIN and (Counter(old) & Counter(new)).total() < _SHARED_MIN * longer


def _between_anchors(old: Sequence[str], new: Sequence[str], piece: _Span) -> Iterator[_Span]:
    """Yield the pieces between the anchors of a long piece, trimmed; the piece itself where it is short."""
    old_at, old_stop, new_at, new_stop = piece
    if min(old_stop - old_at, new_stop - new_at) > _LONG_MIN:
        for old_anchor, new_anchor in _anchors(old, new, piece):
            if old_anchor >= old_at and new_anchor >= new_at:
                yield _middle(old, new, (old_at, old_anchor, new_at, new_anchor))
                old_at, new_at = old_anchor + _ANCHOR_WORDS, new_anchor + _ANCHOR_WORDS
    yield _middle(old, new, (old_at, old_stop, new_at, new_stop))


def _anchors(old: Sequence[str], new: Sequence[str], piece: _Span) -> list[tuple[int, int]]:
    """Return where words in a row that occur once on each side begin: the longest chain of them in order on both."""
    in_old, in_new = _once(old, *piece[:2]), _once(new, *piece[2:])
    pairs = [(at, in_new[words]) for words, at in in_old.items() if words in in_new]
    ends: list[int] = []
    links: list[tuple[int, int]] = []
    for index, (_, new_at) in enumerate(pairs):
        length = bisect_left(ends, new_at, key=lambda end: pairs[end][1])
        links.append((index, ends[length - 1] if length else -1))
        ends[length : length + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        chain.append(pairs[at])
        at = links[at][1]
    return chain[::-1]


def _stretches(old: Sequence[str], new: Sequence[str], piece: _Span) -> Iterator[_Span]:
    """Yield stretches of `piece`, which is too long to be compared at once, cut where words are the same."""
    old_at, old_stop, new_at, new_stop = piece
    while _is_long((old_at, old_stop, new_at, new_stop)):
        old_cut = old_at + _STRETCH_WORDS
        new_cut = _counterpart(old[old_cut : old_cut + _ANCHOR_WORDS], new, new_at + _STRETCH_WORDS)
        yield _middle(old, new, (old_at, old_cut, new_at, new_cut))
        old_at, new_at = old_cut, new_cut
    yield _middle(old, new, (old_at, old_stop, new_at, new_stop))


def _counterpart(words: Sequence[str], new: Sequence[str], expected: int) -> int:
    """Return where `words` occur next to the place expected, no further than half a stretch; else that place."""
    for away in range(_STRETCH_WORDS // 2):
        for at in (expected - away, expected + away):
            if new[at] == words[0] and new[at : at + len(words)] == words:
                return at
    return expected


def _once(words: Sequence[str], start: int, stop: int) -> dict[tuple[str, ...], int]:
    """Return the runs of `_ANCHOR_WORDS` words that occur only once between `start` and `stop`, with their places."""
    runs = list(zip(*(words[start + shift : stop] for shift in range(_ANCHOR_WORDS)), strict=False))
    last = {run: start + at for at, run in enumerate(runs)}
    if len(last) < len(runs):
        first = {run: start + at for at, run in reversed(list(enumerate(runs)))}
        return {run: at for run, at in last.items() if first[run] == at}
    return last


def _of_both(operations: Iterable[tuple[int, str]]) -> tuple[list[int], list[int]]:
    """Return which words of the old text, and of the new one, stay by what the engine says."""
    kept: list[int] = []
    taken: list[int] = []
    old_at = new_at = 0
    for operation, run in operations:
        if not operation:
            kept += range(old_at, old_at + len(run))
            taken += range(new_at, new_at + len(run))
        old_at += len(run) if operation <= 0 else 0
        new_at += len(run) if operation >= 0 else 0
    return kept, taken


def _between(piece: _Span, kept: Sequence[int], taken: Sequence[int]) -> Iterator[Difference]:
    """Yield what lies between words that stay: those at `kept` and `taken`, counted from where `piece` begins."""
    start, old_stop, new_start, new_stop = piece
    old_from, new_from = start, new_start
    for before, after in zip((*kept, old_stop - start), (*taken, new_stop - new_start), strict=True):
        old_at, new_at = start + before, new_start + after
        if old_at > old_from or new_at > new_from:
            yield Difference(old_from, old_at, new_from, new_at)
        old_from, new_from = old_at + 1, new_at + 1


@lru_cache(maxsize=1)
def _engine() -> diff_match_patch:
    from diff_match_patch import diff_match_patch

    engine = diff_match_patch()
    engine.Diff_Timeout = 0
    return engine
