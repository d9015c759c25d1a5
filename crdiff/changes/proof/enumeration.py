"""Lists inside a sentence: which items an edit adds to one or removes from it.

"A creature or planeswalker" and "a creature, planeswalker, or battle" are lists of two and of three items. Whether
words are an item shows in what stands around them: commas, "and", "or".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from crdiff.changes.passage import Edit, Passage, Sentence
from crdiff.changes.proof.weighty import content
from crdiff.changes.rewordings.agreement import same_stem
from crdiff.text.inline import differences

_CONJUNCTIONS = frozenset(("and", "or", "nor"))
_JOINTS = _CONJUNCTIONS | {",", ";", "/"}
_FILLERS = _JOINTS | {"either", "neither", "both"}
_SUBORDINATING = """
    if unless when whenever where while as that which who then because since except but until instead see rule
"""
_NO_ITEM = frozenset(_SUBORDINATING.split())
_LONGEST = 8
_PLAIN = 4
"""An item of more words than this says something of its own."""
_NEIGHBOUR = 3
"""How many words an item beside a comma has at most where no "and" or "or" touches it."""
_COUNT = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
_NUMERALS = _COUNT.split()


class Items(Struct, frozen=True):
    """Items added to or removed from a list, as printed; `is_plain` where each is a name rather than a statement."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    is_plain: bool

    @property
    def remark(self) -> str:
        """What to say of it: "added to the list: Jaya; removed from the list: zone"."""
        said = (("added to the list", self.added), ("removed from the list", self.removed))
        return "; ".join(f"{what}: {', '.join(items)}" for what, items in said if items)


class _Side(Struct, frozen=True):
    """The words of one side, where its sentence starts and stops, and which of its words are in an edit."""

    keys: Sequence[str]
    start: int
    stop: int
    changed: frozenset[int]


def listed_items(passage: Passage, sentence: Sentence) -> Items | None:
    """Return the items that the edits of a sentence add and remove; None where they do anything else besides.

    Joints and "either" or "both" do not count: they follow the number of items.
    """
    if _JOINTS.isdisjoint(passage.old.keys[slice(*sentence.old)]) and _JOINTS.isdisjoint(
        passage.new.keys[slice(*sentence.new)]
    ):
        return None
    if not all(_may_list(passage, edit) for edit in sentence.edits) or _replaces(passage, sentence):
        return None
    old, new = _told(passage, sentence)
    added: list[tuple[int, int]] = []
    removed: list[tuple[int, int]] = []
    for run in differences([key for key, _ in old], [key for key, _ in new]):
        if run.old_start == run.old_stop:
            added.append((new[run.new_start][1], new[run.new_stop - 1][1] + 1))
        elif run.new_start == run.new_stop:
            removed.append((old[run.old_start][1], old[run.old_stop - 1][1] + 1))
        else:
            return None
    before, after = _sides(passage, sentence)
    is_list = all(_is_item(after, *span) for span in added) and all(_is_item(before, *span) for span in removed)
    if not (added or removed) or not is_list:
        return None
    return Items(
        added=tuple(passage.new.printed(*span) for span in added),
        removed=tuple(passage.old.printed(*span) for span in removed),
        is_plain=all(stop - start <= _PLAIN for start, stop in (*added, *removed)),
    )


def _may_list(passage: Passage, edit: Edit) -> bool:
    """Whether an edit is explained, or short enough between its joints to be items."""
    spans = passage.old.keys[edit.old_start : edit.old_stop], passage.new.keys[edit.new_start : edit.new_stop]
    return edit.means is not None or all(len(piece) <= _LONGEST for keys in spans for piece in _pieces(keys))


def _replaces(passage: Passage, sentence: Sentence) -> bool:
    """Whether an unexplained edit puts new words in place of others: no list then, and no need to look for one."""
    before = frozenset(passage.old.keys[slice(*sentence.old)]) | _FILLERS
    after = frozenset(passage.new.keys[slice(*sentence.new)]) | _FILLERS
    for edit in sentence.edits:
        old, new = passage.old.keys[edit.old_start : edit.old_stop], passage.new.keys[edit.new_start : edit.new_stop]
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


def _told(passage: Passage, sentence: Sentence) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return the keys of both sentences with their places, without joints; explained words read as the new ones."""
    old: list[tuple[str, int]] = []
    at = sentence.old[0]
    for edit in sentence.edits:
        if edit.means:
            old += [(passage.old.keys[i], i) for i in range(at, edit.old_start)]
            old += [(passage.new.keys[i], edit.old_start) for i in range(edit.new_start, edit.new_stop)]
            at = edit.old_stop
    old += [(passage.old.keys[i], i) for i in range(at, sentence.old[1])]
    new = [(passage.new.keys[i], i) for i in range(*sentence.new)]
    sides = [pair for pair in old if pair[0] not in _FILLERS], [pair for pair in new if pair[0] not in _FILLERS]
    if "neither" in passage.old.keys or "neither" in passage.new.keys:
        return _without_denial(sides[0]), _without_denial(sides[1])
    return sides


def _without_denial(told: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the keys with "without" as "with": "without A" and "with neither A nor B" are lists both."""
    return [("with" if key == "without" else key, at) for key, at in told]


def _sides(passage: Passage, sentence: Sentence) -> tuple[_Side, _Side]:
    old = frozenset(at for edit in sentence.edits for at in range(edit.old_start, edit.old_stop))
    new = frozenset(at for edit in sentence.edits for at in range(edit.new_start, edit.new_stop))
    return _Side(passage.old.keys, *sentence.old, old), _Side(passage.new.keys, *sentence.new, new)


def _is_item(side: _Side, start: int, stop: int) -> bool:
    """Whether the words from `start` to `stop - 1` stand in the sentence as one item or several of a list.

    An item has a joint on either side, or comes and goes with the one it has. "event or events" is no list (603.12 in
    2019-10-04), and neither is "and put the rest" (701.18a in 2015-07-17).
    """
    keys = side.keys
    words = [key for key in keys[start:stop] if key not in _FILLERS]
    if keys[start] in _NO_ITEM or not content(words) or any(key in {".", ":"} for key in words):
        return False
    if start > 1 and len(words) == 1 and same_stem(keys[start - 2], words[0]):
        return False
    joints = [at for at in (start - 1, stop) if side.start <= at < side.stop and keys[at] in _JOINTS]
    if max(map(len, _pieces(keys[start:stop]))) > _LONGEST or not joints:
        return False
    if len(joints) == 1 and joints[0] not in side.changed and side.start < start and stop < side.stop:
        return False
    if any(keys[at] in _CONJUNCTIONS for at in joints):
        return True
    is_list = any(key in _CONJUNCTIONS for key in keys[side.start : side.stop])
    return is_list and any(0 < len(piece) <= _NEIGHBOUR for piece in _neighbours(side, start, stop))


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
    """Return `keys` without what stands in brackets: "Equipment (see rule 301.5)" is an item of one word."""
    found: list[str] = []
    depth = 0
    for key in keys:
        depth += key == "("
        if not depth:
            found.append(key)
        depth -= key == ")" and depth > 0
    return found
