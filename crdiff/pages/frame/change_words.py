"""What a change is called on a page: an icon, and words that never rely on the icon or on colour."""

from __future__ import annotations

from collections.abc import Container

from crdiff.changes.change import Change, Facet, Op, Structure

_PLACE = {
    Structure.SAME: "",
    Structure.RENUMBERED: "renumbered",
    Structure.MOVED: "moved",
    Structure.SPLIT: "split",
    Structure.MERGED: "merged",
    Structure.ADDED: "new",
    Structure.REMOVED: "removed",
    Structure.REVOKED: "revoked",
}
_WORDING = {
    Facet.WORDING: "reworded",
    Facet.ENUMERATION: "list changed",
    Facet.TERMINOLOGY: "terms changed",
    Facet.REFERENCE: "reference updated",
    Facet.TYPO: "misprint corrected",
    Facet.EXAMPLE: "example changed",
    Facet.TYPOGRAPHIC: "typography changed",
}
"""Weightiest first: a label names the first two."""


def icon(change: Change) -> str:
    """Return the name of the icon: of the structure, or of rewording where a clause kept its place."""
    keeps_its_place = change.structure in {Structure.SAME, Structure.RENUMBERED}
    return "reworded" if change.facets and keeps_its_place else change.structure.value


def label(change: Change) -> str:
    """Return the kind of change in a few words: ``Reworded and moved``, ``Same text, renumbered``."""
    place = _PLACE[change.structure]
    if change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}:
        return place.capitalize()
    if not change.facets:
        return f"Same text, {place}" if place else "The same"
    return of_facets(change.facets, place)


def of_facets(facets: Container[Facet], place: str = "") -> str:
    """Return how a wording differs in a few words, and what became of its `place`: ``Reworded and moved``."""
    said = [word for facet, word in _WORDING.items() if facet in facets][:2]
    words = [*said, place] if place else said
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words).capitalize()


def is_whole(change: Change) -> bool:
    """Whether the redline is one insertion or one deletion: a clause that came or went."""
    return len({segment.op for segment in change.redline}) == 1 and change.redline[0].op is not Op.KEPT
