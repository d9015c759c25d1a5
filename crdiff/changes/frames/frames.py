"""Every edit that a frame allows in a pair of texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from crdiff.changes.frames.pronouns import pronouns
from crdiff.changes.frames.self_references import brackets, own_names, short_names
from crdiff.changes.frames.sentence_ends import sentence_ends
from crdiff.changes.frames.templates import mana_added, shortened
from crdiff.changes.text_pair import Edit, TextPair


class Frames(Struct, frozen=True):
    """The edits that frames allow in a pair of texts, by the old and the new word where each begins.

    `dropped` and `put` are the keys of all their words.
    """

    edits: Mapping[tuple[int, int], Sequence[Edit]]
    dropped: frozenset[str] = frozenset()
    put: frozenset[str] = frozenset()


class _Frame(Struct, frozen=True):
    """A frame, with words of which it drops one at least, and words of which it puts one, if any are given."""

    edits: Callable[[TextPair], Iterator[Edit]]
    drops: frozenset[str] = frozenset()
    puts: frozenset[str] = frozenset()

    def may_be_in(self, dropped: set[str], put: set[str]) -> bool:
        return not (self.drops and self.drops.isdisjoint(dropped)) and not (self.puts and self.puts.isdisjoint(put))


_FRAMES = (
    _Frame(own_names, puts=frozenset(("this",))),
    _Frame(short_names, drops=frozenset((",",))),
    _Frame(brackets, drops=frozenset(("[",))),
    _Frame(shortened, drops=frozenset(("ability", "battlefield", "time"))),
    _Frame(mana_added, drops=frozenset(("put", "puts")), puts=frozenset(("add", "adds"))),
    _Frame(pronouns, drops=frozenset(("his", "he", "him")), puts=frozenset(("that",))),
    _Frame(sentence_ends, drops=frozenset((".",))),
    _Frame(sentence_ends, puts=frozenset((".",))),
)
NO_FRAMES = Frames({})


def frames_of(pair: TextPair) -> Frames:
    """Return the edits that frames allow in `pair`; quick where `pair` lacks the words that a frame is about."""
    dropped = {key for edit in pair.edits for key in pair.old.keys[edit.old_start : edit.old_stop]}
    put = {key for edit in pair.edits for key in pair.new.keys[edit.new_start : edit.new_stop]}
    found = {edit: None for frame in _FRAMES if frame.may_be_in(dropped, put) for edit in frame.edits(pair)}
    if not found:
        return NO_FRAMES
    edits: dict[tuple[int, int], list[Edit]] = defaultdict(list)
    for edit in found:
        edits[edit.old_start, edit.new_start].append(edit)
    sides = [pair.keys_of(edit) for edit in found]
    return Frames(edits, frozenset().union(*(old for old, _ in sides)), frozenset().union(*(new for _, new in sides)))
