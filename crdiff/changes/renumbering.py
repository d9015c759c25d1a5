"""What an alignment says about numbers: which old number is which new one, and which headings were renamed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crdiff.align.alignment import Alignment
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Old numbers and their heirs in the new text, main heir first.

    `heirs`: for every old number that has one; a number whose own clause stays among its heirs lists itself first.
    `gone`: old numbers that were removed and whose number now names another clause, or none. `shaky`: old numbers
    whose heir could not be decided. `titles`: new number -> (old title, new title), folded, where a cited heading was
    renamed. `stale`: old numbers, as printed, that a new text can no longer use for what the old text meant by them.
    """

    heirs: Mapping[ClauseNumber, tuple[ClauseNumber, ...]]
    gone: frozenset[ClauseNumber]
    shaky: frozenset[ClauseNumber]
    titles: Mapping[ClauseNumber, tuple[str, str]]
    stale: frozenset[str]

    def became(self, old: ClauseNumber) -> ClauseNumber | None:
        """Return how the new text should cite what `old` was: as `old` where nothing is known; None if it is gone."""
        if old in self.gone:
            return None
        heirs = self.heirs.get(old)
        return heirs[0] if heirs else old

    def allows(self, old: ClauseNumber, new: ClauseNumber) -> bool:
        """Whether a reference to `old` may read `new` now."""
        if new in self.heirs.get(old, ()):
            return True
        return old == new and old not in self.gone and (old not in self.heirs or old in self.shaky)


def renumbering(alignment: Alignment) -> Renumbering:
    """Return what `alignment` says of numbers. A number printed twice counts with its first clause."""
    heirs: dict[ClauseNumber, list[ClauseNumber]] = {}
    origins: dict[ClauseNumber, set[ClauseNumber]] = {}
    removed: set[ClauseNumber] = set()
    shaky: set[ClauseNumber] = set()
    titles: dict[ClauseNumber, tuple[str, str]] = {}
    for link in alignment.links:
        olds = [alignment.old_nodes[index] for index in link.old]
        news = [alignment.new_nodes[index] for index in link.new]
        for new in news:
            origins.setdefault(new.number, set()).update(old.number for old in olds)
        for old in olds:
            if not news:
                removed.add(old.number)
                continue
            _extend(heirs.setdefault(old.number, []), old.number, [new.number for new in news])
            if link.undetermined:
                shaky.add(old.number)
        if len(olds) == len(news) == 1:
            _note_title(titles, olds[0], news[0])
    gone = frozenset(number for number in removed - heirs.keys() if origins.get(number, {number}))
    elsewhere = {old for old, found in heirs.items() if old not in found and old not in shaky}
    return Renumbering(
        heirs={number: tuple(found) for number, found in heirs.items()},
        gone=gone,
        shaky=frozenset(shaky),
        titles=titles,
        stale=frozenset(str(number) for number in elsewhere | gone),
    )


def _extend(known: list[ClauseNumber], own: ClauseNumber, more: list[ClauseNumber]) -> None:
    known.extend(number for number in more if number not in known)
    if own in known:
        known.remove(own)
        known.insert(0, own)


def _note_title(titles: dict[ClauseNumber, tuple[str, str]], old: Node, new: Node) -> None:
    if old.clause.title and new.clause.title and old.clause.title != new.clause.title:
        before, after = fold_typography(old.clause.title), fold_typography(new.clause.title)
        if before != after:
            titles[new.number] = before, after
