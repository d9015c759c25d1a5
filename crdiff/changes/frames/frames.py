"""Every edit that a frame allows in a pair of texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from crdiff.changes.frames.pronouns import pronouns
from crdiff.changes.frames.punctuation import punctuation
from crdiff.changes.frames.self_references import OWN_NOUNS, brackets, own_names, short_names
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
    """A frame, with the words that its edits drop and put: at least all of one of `drops`, and all of one of `puts`."""

    edits: Callable[[TextPair], Iterator[Edit]]
    drops: Sequence[frozenset[str]] = (frozenset(),)
    puts: Sequence[frozenset[str]] = (frozenset(),)

    def may_be_in(self, dropped: set[str], put: set[str]) -> bool:
        """Whether texts that drop and put these words may have an edit of this frame."""
        return any(map(dropped.issuperset, self.drops)) and any(map(put.issuperset, self.puts))


def _words(*alternatives: str) -> list[frozenset[str]]:
    return [frozenset(words.split()) for words in alternatives]


_MARKS = _words(",", ".", ";", "(", ")")
_FRAMES = (
    _Frame(own_names, puts=[frozenset(("this", noun + ending)) for noun in OWN_NOUNS for ending in ("", "'s")]),
    _Frame(short_names, drops=_words(",")),
    _Frame(brackets, drops=_words("[ ]")),
    _Frame(shortened, drops=_words("this ability", "any time could", "the battlefield")),
    _Frame(mana_added, drops=_words("put into"), puts=_words("add to")),
    _Frame(pronouns, drops=_words("his", "he", "him"), puts=_words("that")),
    _Frame(punctuation, drops=_MARKS),
    _Frame(punctuation, puts=_MARKS),
)
NO_FRAMES = Frames({})


def frames_of(pair: TextPair) -> Frames:
    """Return the edits that frames allow in `pair`; quick where `pair` lacks the words that a frame is about."""
    dropped, put = set[str](), set[str]()
    for edit in pair.edits:
        dropped.update(pair.old.keys[edit.old_start : edit.old_stop])
        put.update(pair.new.keys[edit.new_start : edit.new_stop])
    found = {edit: None for frame in _FRAMES if frame.may_be_in(dropped, put) for edit in frame.edits(pair)}
    if not found:
        return NO_FRAMES
    edits: dict[tuple[int, int], list[Edit]] = defaultdict(list)
    for edit in found:
        edits[edit.old_start, edit.new_start].append(edit)
    sides = [pair.keys_of(edit) for edit in found]
    return Frames(edits, frozenset().union(*(old for old, _ in sides)), frozenset().union(*(new for _, new in sides)))
