"""Lists inside a sentence: which items an edit adds to one or removes from it.

"A creature or planeswalker" and "a creature, planeswalker, or battle" are lists of two and of three items. Whether
words are an item shows in the words around them: commas, "and", "or".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.english import content, same_stem
from crdiff.changes.text_pair import Edit, SentenceEdits, TextPair
from crdiff.text.inline import differences

_CONJUNCTIONS = frozenset(("and", "or", "nor"))
_JOINTS = _CONJUNCTIONS | {",", ";", "/"}
_FILLERS = _JOINTS | {"either", "neither", "both"}
_SUBORDINATING = """
    if unless when whenever where while as that which who then because since except but until instead see rule
"""
_NO_ITEM = frozenset(_SUBORDINATING.split())
# Words of an item, counted between two joints: a longer one is a clause of its own and no member of a list.
_ITEM_WORDS_MAX = 8
# Words of an item that is only a name ("double-faced permanents" has four keys); a longer one makes a statement.
_NAME_WORDS_MAX = 4
# Words of the item next to an item that touches commas only, no "and" or "or": a longer one is no list item.
_NEIGHBOUR_WORDS_MAX = 3
_COUNT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMERALS = _COUNT.split()


class Items(Struct, frozen=True):
    """Items added to or removed from a list, as printed; `is_plain` where each is a name rather than a statement."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    is_plain: bool

    @property
    def remark(self) -> str:
        """The remark: "added to the list: Jaya; removed from the list: zone"."""
        items_by_change = (("added to the list", self.added), ("removed from the list", self.removed))
        return "; ".join(f"{what}: {', '.join(items)}" for what, items in items_by_change if items)


class _Word(NamedTuple):
    """The key of a word, and its index in its text."""

    key: str
    at: int


class _Side(Struct, frozen=True):
    """The words of one side, where its sentence starts and stops, and which of its words are in an edit."""

    keys: Sequence[str]
    start: int
    stop: int
    changed: frozenset[int]


def listed_items(pair: TextPair, sentence: SentenceEdits) -> Items | None:
    """Return the items that the edits of a sentence add and remove; None where they change anything else.

    Joints and "either" or "both" do not count: they follow the number of items.
    """
    if _JOINTS.isdisjoint(pair.old.keys[slice(*sentence.old)]) and _JOINTS.isdisjoint(
        pair.new.keys[slice(*sentence.new)]
    ):
        return None
    if not all(_may_list(pair, edit) for edit in sentence.edits) or _replaces(pair, sentence):
        return None
    old, new = _keys_without_joints(pair, sentence)
    added: list[tuple[int, int]] = []
    removed: list[tuple[int, int]] = []
    for run in differences([word.key for word in old], [word.key for word in new]):
        if run.old_start == run.old_stop:
            added.append((new[run.new_start].at, new[run.new_stop - 1].at + 1))
        elif run.new_start == run.new_stop:
            removed.append((old[run.old_start].at, old[run.old_stop - 1].at + 1))
        else:
            return None
    before, after = _sides(pair, sentence)
    is_list = all(_is_item(after, *span) for span in added) and all(_is_item(before, *span) for span in removed)
    if not (added or removed) or not is_list:
        return None
    return Items(
        added=tuple(pair.new.printed(*span) for span in added),
        removed=tuple(pair.old.printed(*span) for span in removed),
        is_plain=all(stop - start <= _NAME_WORDS_MAX for start, stop in (*added, *removed)),
    )


def _may_list(pair: TextPair, edit: Edit) -> bool:
    """Whether an edit is explained, or short enough between its joints to be items."""
    pieces = [piece for keys in pair.keys_of(edit) for piece in _pieces(keys)]
    return edit.means is not None or all(len(piece) <= _ITEM_WORDS_MAX for piece in pieces)


def _replaces(pair: TextPair, sentence: SentenceEdits) -> bool:
    """Whether an unexplained edit puts new words in place of others: no list then, and no need to look for one."""
    before = frozenset(pair.old.keys[slice(*sentence.old)]) | _FILLERS
    after = frozenset(pair.new.keys[slice(*sentence.new)]) | _FILLERS
    for edit in sentence.edits:
        old, new = pair.keys_of(edit)
        if not edit.means and old and new and after.isdisjoint(old) and before.isdisjoint(new):
            return True
    return False


def is_recount(before: str, after: str, items: tuple[int, int]) -> bool:
    """Whether a number word changed by as many as the clause has more or fewer items under it.

    Source: "seven exceptions" became "eight exceptions" in 400.7 of 2016-04-08, which got a subrule more.
    """
    if before not in _NUMERALS or after not in _NUMERALS or items[0] == items[1]:
        return False
    return _NUMERALS.index(after) - _NUMERALS.index(before) == items[1] - items[0]


def _keys_without_joints(pair: TextPair, sentence: SentenceEdits) -> tuple[list[_Word], list[_Word]]:
    """Return both sentences as keys with their places, without joints; explained words read as the new ones."""
    old: list[_Word] = []
    at = sentence.old[0]
    for edit in sentence.edits:
        if edit.means:
            old += [_Word(pair.old.keys[i], i) for i in range(at, edit.old_start)]
            old += [_Word(pair.new.keys[i], edit.old_start) for i in range(edit.new_start, edit.new_stop)]
            at = edit.old_stop
    old += [_Word(pair.old.keys[i], i) for i in range(at, sentence.old[1])]
    new = [_Word(pair.new.keys[i], i) for i in range(*sentence.new)]
    sides = [word for word in old if word.key not in _FILLERS], [word for word in new if word.key not in _FILLERS]
    if "neither" in pair.old.keys or "neither" in pair.new.keys:
        return _without_denial(sides[0]), _without_denial(sides[1])
    return sides


def _without_denial(words: list[_Word]) -> list[_Word]:
    """Return the keys with "without" as "with": "without A" and "with neither A nor B" are lists both."""
    return [_Word("with" if key == "without" else key, at) for key, at in words]


def _sides(pair: TextPair, sentence: SentenceEdits) -> tuple[_Side, _Side]:
    old = frozenset(at for edit in sentence.edits for at in range(edit.old_start, edit.old_stop))
    new = frozenset(at for edit in sentence.edits for at in range(edit.new_start, edit.new_stop))
    return _Side(pair.old.keys, *sentence.old, old), _Side(pair.new.keys, *sentence.new, new)


def _is_item(side: _Side, start: int, stop: int) -> bool:
    """Whether the words from `start` to `stop - 1` are one item of a list in the sentence, or several.

    An item has a joint on either side, or is added or removed together with its only one. "event or events" is no list
    (603.12 in 2019-10-04), and neither is "and put the rest" (701.18a in 2015-07-17).
    """
    keys = side.keys
    words = [key for key in keys[start:stop] if key not in _FILLERS]
    if keys[start] in _NO_ITEM or not content(words) or any(key in {".", ":"} for key in words):
        return False
    if start > 1 and len(words) == 1 and same_stem(keys[start - 2], words[0]):
        return False
    joints = [at for at in (start - 1, stop) if side.start <= at < side.stop and keys[at] in _JOINTS]
    if max(map(len, _pieces(keys[start:stop]))) > _ITEM_WORDS_MAX or not joints:
        return False
    if len(joints) == 1 and joints[0] not in side.changed and side.start < start and stop < side.stop:
        return False
    if any(keys[at] in _CONJUNCTIONS for at in joints):
        return True
    is_list = any(key in _CONJUNCTIONS for key in keys[side.start : side.stop])
    return is_list and any(0 < len(piece) <= _NEIGHBOUR_WORDS_MAX for piece in _neighbours(side, start, stop))


def _pieces(keys: Sequence[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for key in keys:
        if key in _JOINTS:
            pieces.append([])
        else:
            pieces[-1].append(key)
    return pieces


def _neighbours(side: _Side, start: int, stop: int) -> list[list[str]]:
    """Return the items before and after a span, as far as a comma divides them from it."""
    found: list[list[str]] = []
    if start > side.start and side.keys[start - 1] == ",":
        found.append(_pieces(_without_brackets(side.keys[side.start : start - 1]))[-1])
    if stop < side.stop and side.keys[stop] == ",":
        found += [piece for piece in _pieces(_without_brackets(side.keys[stop + 1 : side.stop])) if piece][:1]
    return found


def _without_brackets(keys: Sequence[str]) -> list[str]:
    """Return `keys` without what is in brackets: "Equipment (see rule 301.5)" is an item of one word."""
    found: list[str] = []
    depth = 0
    for key in keys:
        depth += key == "("
        if not depth:
            found.append(key)
        depth -= key == ")" and depth > 0
    return found
