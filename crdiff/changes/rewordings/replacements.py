"""Where one wording gave way to another: the edits of a release with the words around them, nothing believed yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from crdiff.changes.passage import Edit, Passage
from crdiff.changes.proof.rewriting import ANY, REACH
from crdiff.changes.proof.weighty import content
from crdiff.changes.rewordings.agreement import without_agreement

COMPANY = 2
"""How many kept words on a side are looked at as company of a replacement."""
_SHORT_MIDDLE = 3
"""Up to how many kept words between two edits belong to a replacement of the whole."""
_AROUND = 3

Keys = tuple[str, ...]


class Replacement(NamedTuple):
    """Old words as keys, and the new ones that stand in their place; `ANY` in both for kept words in the middle."""

    old: Keys
    new: Keys


class Place(NamedTuple):
    """One place where a wording gave way.

    `clause` is the new number of the clause; `old` and `new` are the words concerned, half-open, of the old and of the
    new wording. `left` and `right` are the kept words next to it up to a punctuation mark, compounds in one piece;
    `around` the old words around it, kept or not.
    """

    clause: str
    passage: Passage
    old: tuple[int, int]
    new: tuple[int, int]
    left: tuple[Keys, ...]
    right: tuple[Keys, ...]
    around: Keys

    def printed(self, before: int = 0, after: int = 0) -> tuple[str, str]:
        """Return the old and the new words as printed, with so many words of company before and after."""
        left = sum(map(len, self.left[len(self.left) - before :]))
        right = sum(map(len, self.right[:after]))
        return (
            self.passage.old.printed(self.old[0] - left, self.old[1] + right),
            self.passage.new.printed(self.new[0] - left, self.new[1] + right),
        )


def replacements(clause: str, passage: Passage) -> Iterator[tuple[Replacement, Place]]:
    """Yield every replacement of the passage with its place.

    Neighbouring edits also count as one, with the few kept words between them ("converted mana cost" -> "mana value")
    or with a gap for more of them ("remove … from the game" -> "exile …").
    """
    edits = passage.edits
    moved = _moved(passage)
    usable = [moved.isdisjoint(passage.old.keys[edit.old_start : edit.old_stop]) for edit in edits]
    for at in range(len(edits)):
        if usable[at]:
            yield _replacement(clause, passage, at, at, ())
    for at, (one, other) in enumerate(pairwise(edits)):
        middle = tuple(passage.old.keys[one.old_stop : other.old_start])
        if usable[at] and usable[at + 1] and len(middle) <= REACH and all(map(is_word, middle)):
            if len(middle) <= _SHORT_MIDDLE:
                yield _replacement(clause, passage, at, at + 1, middle)
            if one.old_stop > one.old_start and other.old_stop > other.old_start and _is_phrase(passage, one, other):
                yield _replacement(clause, passage, at, at + 1, (ANY,))


def _is_phrase(passage: Passage, one: Edit, other: Edit) -> bool:
    """Whether two edits can be one phrase around others: one of them puts nothing that names anything."""
    keys = passage.new.keys
    return not (content(keys[one.new_start : one.new_stop]) and content(keys[other.new_start : other.new_stop]))


def is_word(key: str) -> bool:
    """Whether `key` is a word, a number or a symbol rather than a punctuation mark."""
    return key[0].isalnum() or key[0] == "{"


def _moved(passage: Passage) -> set[str]:
    """Return the words that name something and are dropped in one place and put in another: they were not replaced.

    Source: "a creature or planeswalker" became "a creature, planeswalker, or battle" in 2023-04-14; nothing there
    says that a planeswalker is called a battle now.
    """
    if len(passage.edits) == 1:
        return set()
    put = Counter(
        key for edit in passage.edits for key in set(content(passage.new.keys[edit.new_start : edit.new_stop]))
    )
    moved: set[str] = set()
    for edit in passage.edits:
        own = set(content(passage.new.keys[edit.new_start : edit.new_stop]))
        dropped = content(passage.old.keys[edit.old_start : edit.old_stop])
        moved.update(key for key in dropped if put[key] > (key in own))
    return moved


def _replacement(clause: str, passage: Passage, at: int, last_at: int, middle: Keys) -> tuple[Replacement, Place]:
    old_keys, new_keys, edits = passage.old.keys, passage.new.keys, passage.edits
    first, last = edits[at], edits[last_at]
    old, new = tuple(old_keys[first.old_start : first.old_stop]), tuple(new_keys[first.new_start : first.new_stop])
    if last_at > at:
        old = (*old, *middle, *old_keys[last.old_start : last.old_stop])
        new = (*new, *middle, *new_keys[last.new_start : last.new_stop])
    bare = without_agreement(old, new)
    start = edits[at - 1].old_stop if at else 0
    stop = edits[last_at + 1].old_start if last_at + 1 < len(edits) else len(old_keys)
    left = tuple(word[::-1] for word in _company(old_keys[start : first.old_start][::-1])[::-1])
    right = _company(old_keys[last.old_stop : stop]) if bare == (old, new) else ()
    before = old_keys[max(0, first.old_start - _AROUND) : first.old_start]
    around = (*before, "", *old_keys[last.old_stop : last.old_stop + _AROUND])
    old_span = first.old_start, last.old_stop - len(old) + len(bare[0])
    new_span = first.new_start, last.new_stop - len(new) + len(bare[1])
    return Replacement(*bare), Place(clause, passage, old_span, new_span, left, right, around)


def _company(keys: Iterable[str]) -> tuple[Keys, ...]:
    """Return the first words of `keys` up to a punctuation mark, at most `COMPANY` of them, a compound as one."""
    found: list[Keys] = []
    for key in keys:
        if key == "-" and found:
            found[-1] = (*found[-1], key)
        elif not is_word(key):
            break
        elif found and found[-1][-1] == "-":
            found[-1] = (*found[-1], key)
        elif len(found) == COMPANY:
            break
        else:
            found.append((key,))
    return tuple(found)
