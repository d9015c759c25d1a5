"""Which old number is which new one, as an alignment links them, and which headings were renamed."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import product

from msgspec import Struct

from crdiff.align.alignment import Alignment
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography


class NumberMap(Struct, frozen=True):
    """Old numbers and their heirs in the new text, main heir first.

    `staying`: numbers whose clause kept them. `heirs`: the new numbers of other old numbers; one that kept its number
    and has other heirs besides lists itself first. `gone`: old numbers that were removed and whose number now names
    another clause, or none. `shaky`: old numbers whose heir could not be decided. `titles`: new number -> (old title,
    new title), folded, where a cited heading was renamed. `stale`: old numbers, as printed, that a new text can no
    longer use for what the old text meant by them.
    """

    staying: frozenset[ClauseNumber]
    heirs: Mapping[ClauseNumber, tuple[ClauseNumber, ...]]
    gone: frozenset[ClauseNumber]
    shaky: frozenset[ClauseNumber]
    titles: Mapping[ClauseNumber, tuple[str, str]]
    stale: frozenset[str]

    def became(self, old: ClauseNumber) -> ClauseNumber | None:
        """Return the number by which the new text should cite `old`: `old` itself if unknown, None if removed."""
        if old in self.gone:
            return None
        heirs = self.heirs.get(old)
        return heirs[0] if heirs else old

    def allows(self, old: ClauseNumber, new: ClauseNumber) -> bool:
        """Whether a reference to `old` may read `new` now."""
        if old == new:
            return str(old) not in self.stale
        return new in self.heirs.get(old, ())


def number_map(alignment: Alignment) -> NumberMap:
    """Return the numbers that `alignment` links. A number printed twice has the heirs of both its clauses."""
    staying: set[ClauseNumber] = set()
    heirs: dict[ClauseNumber, dict[ClauseNumber, None]] = {}
    shaky: set[ClauseNumber] = set()
    titles: dict[ClauseNumber, tuple[str, str]] = {}
    for link in alignment.links:
        if not (link.old and link.new):
            continue
        olds = [alignment.old_nodes[index] for index in link.old]
        news = [alignment.new_nodes[index] for index in link.new]
        if len(olds) == len(news) == 1:
            _note_title(titles, olds[0], news[0])
        for old, new in product(olds, news):
            if old.number == new.number:
                staying.add(old.number)
            else:
                heirs.setdefault(old.number, {})[new.number] = None
        if link.undetermined:
            shaky.update(old.number for old in olds)
    gone = _gone(alignment, staying | heirs.keys())
    return NumberMap(
        staying=frozenset(staying),
        heirs={old: (old, *found) if old in staying else tuple(found) for old, found in heirs.items()},
        gone=gone,
        shaky=frozenset(shaky),
        titles=titles,
        stale=frozenset(map(str, (heirs.keys() - staying - shaky) | gone)),
    )


def _gone(alignment: Alignment, surviving: Container[ClauseNumber]) -> frozenset[ClauseNumber]:
    """Return the removed numbers that no longer name the same clause: another took them, or none.

    A number that a clause without origin took may well name the same thing rewritten.
    """
    removed = {alignment.old_nodes[at].number for link in alignment.links if not link.new for at in link.old}
    fresh = {alignment.new_nodes[at].number for link in alignment.links if not link.old for at in link.new}
    return frozenset(number for number in removed - fresh if number not in surviving)


def _note_title(titles: dict[ClauseNumber, tuple[str, str]], old: Node, new: Node) -> None:
    if old.clause.title and new.clause.title and old.clause.title != new.clause.title:
        before, after = fold_typography(old.clause.title), fold_typography(new.clause.title)
        if before != after:
            titles[new.number] = before, after
