"""Where one wording gave way to another, and a rewording as a proof applies it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.english import content, without_agreement
from crdiff.changes.text_pair import TextPair

# In a pattern: one to `GAP_MAX` kept words of the same sentence.
ANY = "…"
# Kept words between the two halves of a rewording ("remove … from the game" -> "exile …"): room for an object
# such as "the creature or noncreature artifact card and all tokens".
GAP_MAX = 10


class Pattern(Struct, frozen=True):
    """A rewording as keys: `old` becomes `new`. One `ANY` may stand in both. `plural`: its subject turns plural.

    `rewording` is the index of the rewording of which this is a form.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    plural: bool = False
    rewording: int = 0


def halves(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words before `ANY` and those after it; all of them and none where there is no gap."""
    if ANY not in keys:
        return keys, ()
    middle = keys.index(ANY)
    return keys[:middle], keys[middle + 1 :]


def shared(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[int, int]:
    """Return how many words two wordings begin and end with alike."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end


# Kept words on each side of a replacement that may belong to it: "play a spell" -> "cast a spell" keeps two.
COMPANY_MAX = 2
# Kept words between two edits that may be one replacement; "converted mana cost" -> "mana value" keeps one.
_MIDDLE_MAX = 3
# Words on each side that make the surroundings of an occurrence; equal ones show copies of one clause.
_SURROUNDING_WORDS = 3

Keys = tuple[str, ...]


class Replacement(NamedTuple):
    """Old words as keys, and the new ones that replace them; `ANY` in both for kept words in the middle."""

    old: Keys
    new: Keys


class Occurrence(NamedTuple):
    """One place where a wording gave way.

    `clause` is the new number of the clause; `old` and `new` are the words concerned, half-open, of the old and of the
    new wording. `left` and `right` are the kept words next to it up to a punctuation mark, compounds in one piece;
    `around` the old words around it, kept or not.
    """

    clause: str
    pair: TextPair
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
            self.pair.old.printed(self.old[0] - left, self.old[1] + right),
            self.pair.new.printed(self.new[0] - left, self.new[1] + right),
        )


def replacements(clause: str, pair: TextPair) -> Iterator[tuple[Replacement, Occurrence]]:
    """Yield every replacement of the pair with its place.

    Neighbouring edits also count as one, with the few kept words between them ("converted mana cost" -> "mana value")
    or with a gap for more of them ("remove … from the game" -> "exile …").
    """
    edits = pair.edits
    moved = _moved(pair)
    usable = [moved.isdisjoint(pair.keys_of(edit)[0]) for edit in edits]
    for at in range(len(edits)):
        if usable[at]:
            yield _replacement(clause, pair, at, at, ())
    for at, (one, other) in enumerate(pairwise(edits)):
        middle = tuple(pair.old.keys[one.old_stop : other.old_start])
        if usable[at] and usable[at + 1] and len(middle) <= GAP_MAX and all(map(is_word, middle)):
            if len(middle) <= _MIDDLE_MAX:
                yield _replacement(clause, pair, at, at + 1, middle)
            # one phrase around others: one of the edits inserts no word that names anything
            is_phrase = not all(content(pair.keys_of(edit)[1]) for edit in (one, other))
            if one.old_stop > one.old_start and other.old_stop > other.old_start and is_phrase:
                yield _replacement(clause, pair, at, at + 1, (ANY,))


def is_word(key: str) -> bool:
    """Whether `key` is a word, a number or a symbol rather than a punctuation mark."""
    return key[0].isalnum() or key[0] == "{"


def _moved(pair: TextPair) -> set[str]:
    """Return the words that name something, deleted in one place and inserted in another: they were not replaced.

    Source: "a creature or planeswalker" became "a creature, planeswalker, or battle" in 2023-04-14; nothing there
    says that a planeswalker is called a battle now.
    """
    if len(pair.edits) == 1:
        return set()
    edits = [tuple(map(content, pair.keys_of(edit))) for edit in pair.edits]
    put = Counter(key for _, new in edits for key in set(new))
    return {key for old, new in edits for key in old if put[key] > (key in new)}


def _replacement(clause: str, pair: TextPair, at: int, last_at: int, middle: Keys) -> tuple[Replacement, Occurrence]:
    old_keys, new_keys, edits = pair.old.keys, pair.new.keys, pair.edits
    first, last = edits[at], edits[last_at]
    old, new = map(tuple, pair.keys_of(first))
    if last_at > at:
        old = (*old, *middle, *old_keys[last.old_start : last.old_stop])
        new = (*new, *middle, *new_keys[last.new_start : last.new_stop])
    bare = without_agreement(old, new)
    start = edits[at - 1].old_stop if at else 0
    stop = edits[last_at + 1].old_start if last_at + 1 < len(edits) else len(old_keys)
    left = tuple(word[::-1] for word in _company(old_keys[start : first.old_start][::-1])[::-1])
    right = _company(old_keys[last.old_stop : stop]) if bare == (old, new) else ()
    before = old_keys[max(0, first.old_start - _SURROUNDING_WORDS) : first.old_start]
    around = (*before, "", *old_keys[last.old_stop : last.old_stop + _SURROUNDING_WORDS])
    old_span = first.old_start, last.old_stop - len(old) + len(bare[0])
    new_span = first.new_start, last.new_stop - len(new) + len(bare[1])
    return Replacement(*bare), Occurrence(clause, pair, old_span, new_span, left, right, around)


def _company(keys: Iterable[str]) -> tuple[Keys, ...]:
    """Return the first words of `keys` up to a punctuation mark, at most `COMPANY_MAX` of them, a compound as one."""
    found: list[Keys] = []
    for key in keys:
        if key == "-" and found:
            found[-1] = (*found[-1], key)
        elif not is_word(key):
            break
        elif found and found[-1][-1] == "-":
            found[-1] = (*found[-1], key)
        elif len(found) == COMPANY_MAX:
            break
        else:
            found.append((key,))
    return tuple(found)
