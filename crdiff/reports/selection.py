"""Which changes a reader asks for: by structure, facet, part of the text, or by what has to be done about them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from crdiff.changes.change import Change, Facet, Part, Structure

CLASSES = ("review", "mechanical", "undetermined")
"""Names for what a reader has to do about a change, beside structures, facets and parts."""

NAMES = (*Structure, *Facet, *Part, *CLASSES)
"""All names by which changes can be chosen."""


class Selection(Struct, frozen=True):
    """Which changes to list. `only` and `hide` hold names out of `NAMES`; `everything` lists unchanged clauses too.

    `only` keeps a change that has one of the wanted names of each kind (structure, facet, part, class) that is
    asked for. `hide` drops a change by structure, part or class, and by facets where all its facets are hidden
    and it kept its place.
    """

    everything: bool = False
    only: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset()

    def holds(self, change: Change) -> bool:
        """Whether `change` is among those asked for."""
        return self._is_wanted(change) and not self._is_hidden(change)

    def _is_wanted(self, change: Change) -> bool:
        if not self.only:
            return True
        kinds: tuple[tuple[Iterable[str], Iterable[str]], ...] = (
            (Structure, (change.structure,)),
            (Facet, change.facets),
            (Part, (change.part,)),
            (CLASSES, classes(change)),
        )
        return all(self.only.isdisjoint(kind) or not self.only.isdisjoint(has) for kind, has in kinds)

    def _is_hidden(self, change: Change) -> bool:
        if not self.hide:
            return False
        if not self.hide.isdisjoint((change.structure, change.part, *classes(change))):
            return True
        stays = change.structure in {Structure.SAME, Structure.RENUMBERED}
        return stays and bool(change.facets) and self.hide.issuperset(change.facets)


CHANGED = Selection()
"""All that differs."""


def classes(change: Change) -> tuple[str, ...]:
    """Return which of `CLASSES` a change is in."""
    claims = (change.is_unproved, bool(change.facets) and change.mechanical, change.undetermined)
    return tuple(name for name, is_true in zip(CLASSES, claims, strict=True) if is_true)
