"""Edits as a person would mark them: not chopped up by a kept "the", and cut where sentences and list items begin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from crdiff.changes.text_pair import SENTENCE_ENDS, Edit, TextPair
from crdiff.changes.words.meaning import is_grammar

_KEPT_WORDS_MAX = 2
"""Kept words of grammar between two edits that are marked as one with them: "of the" is two."""
_CHANGED_PER_KEPT = 2
"""Changed words for each kept word marked with them: more than this, or the mark would blur what was kept."""
_OPENERS = frozenset((",", "(", "and", "or"))


def tidied(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits` with unexplained neighbours joined, and with insertions and deletions moved to their best place.

    Between the edits returned the words still pair one by one and count as the same.
    """
    found: list[Edit] = []
    for edit in edits:
        if found and _belong_together(pair, found[-1], edit):
            last = found.pop()
            found.append(Edit(last.old_start, edit.old_stop, last.new_start, edit.new_stop))
        else:
            found.append(edit)
    for at, edit in enumerate(found):
        floor = found[at - 1].old_stop if at else 0
        ceiling = found[at + 1].old_start if at + 1 < len(found) else len(pair.old.keys)
        found[at] = _at_best_place(pair, edit, edit.old_start - floor, ceiling - edit.old_stop)
    return found


def _belong_together(pair: TextPair, one: Edit, other: Edit) -> bool:
    """Whether only a word or two of mere grammar keep two unexplained edits apart, or one word two long ones."""
    if one.means or other.means:
        return False
    kept = pair.old.keys[one.old_stop : other.old_start]
    if not kept:
        return True
    if len(kept) > _KEPT_WORDS_MAX or any(key in SENTENCE_ENDS for key in kept):
        return False
    sizes = [max(edit.old_stop - edit.old_start, edit.new_stop - edit.new_start) for edit in (one, other)]
    if all(is_grammar(key) for key in kept):
        return sum(sizes) > _CHANGED_PER_KEPT * len(kept)
    return len(kept) == 1 and min(sizes) > _CHANGED_PER_KEPT


def _at_best_place(pair: TextPair, edit: Edit, room_before: int, room_after: int) -> Edit:
    """Return an insertion or deletion slid along equal words to where a sentence or a list item begins."""
    if edit.old_start == edit.old_stop:
        keys, start, stop = pair.new.keys, edit.new_start, edit.new_stop
    elif edit.new_start == edit.new_stop:
        keys, start, stop = pair.old.keys, edit.old_start, edit.old_stop
    else:
        return edit
    back = sum(1 for _ in takewhile(lambda n: keys[start - n] == keys[stop - n], range(1, room_before + 1)))
    ahead = sum(1 for _ in takewhile(lambda n: keys[start + n] == keys[stop + n], range(room_after)))
    if not back and not ahead:
        return edit
    shift = max(range(-back, ahead + 1), key=lambda by: (_worth(keys, start + by, stop + by), -abs(by), -by))
    return replace(
        edit,
        old_start=edit.old_start + shift,
        old_stop=edit.old_stop + shift,
        new_start=edit.new_start + shift,
        new_stop=edit.new_stop + shift,
    )


def _worth(keys: Sequence[str], start: int, stop: int) -> int:
    """Return how natural it is to mark the words from `start` to `stop - 1` as one piece."""
    before = keys[start - 1] if start else "."
    if before in SENTENCE_ENDS and (keys[stop - 1] in SENTENCE_ENDS or stop == len(keys)):
        return 4
    if keys[start] == "(" and keys[stop - 1] == ")":
        return 4
    if keys[start] in _OPENERS:
        return 2
    return 1 if before == "," else 0
