"""What a change is called on a page: an icon, and words that never rely on the icon or on colour."""

from __future__ import annotations

import re
from collections.abc import Container

from crdiff.changes.change import Change, Facet, Op, Structure
from crdiff.changes.reading import is_of_examples

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
    if is_of_examples(change):
        return of_facets((Facet.EXAMPLE,), place)
    if not change.facets:
        return f"Same text, {place}" if place else "The same"
    return of_facets(change.facets, place)


def short_label(change: Change) -> str:
    """Return the kind of a change beside a reason in words: what exactly its words did is said there."""
    ended_or_came = change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}
    if ended_or_came or not change.facets or is_of_examples(change):
        return label(change)
    if set(change.facets) == {Facet.TYPOGRAPHIC}:
        return "Marks changed"
    keeps_its_place = change.structure in {Structure.SAME, Structure.RENUMBERED}
    return of_facets((Facet.WORDING,), "" if keeps_its_place else _PLACE[change.structure])


def of_facets(facets: Container[Facet], place: str = "") -> str:
    """Return how a wording differs in a few words, and what became of its `place`: ``Reworded and moved``."""
    said = [word for facet, word in _WORDING.items() if facet in facets][:2]
    words = [*said, place] if place else said
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words).capitalize()


def is_whole(change: Change) -> bool:
    """Whether the redline is one insertion or one deletion: a clause that came or went."""
    return len({segment.op for segment in change.redline}) == 1 and change.redline[0].op is not Op.KEPT


_LIKENESS = re.compile(r"(\d\.\d\d) likeness(?:, \d\.\d\d containment)?")
_NEARLY_THE_SAME = 0.9
"""Likeness, 0 to 1, from which on two texts are called nearly the same: 103.4 of 2018-04-27 has 0.96."""
_BECAUSE = {
    "no clause without a partner is like it": "no other rule that came or went reads like it",
    "no partner on the other side": "the other text has no such entry",
    "no candidate is likely enough": "no other rule reads enough like it",
    "the number corresponds": "it has the same number",
    "its parent corresponds": "it belongs to the same rule",
    "its chapter corresponds": "it is in the same section",
    "its keyword corresponds": "it is about the same keyword",
    "a neighbour corresponds": "it is beside the same rule",
    "the clauses beside it correspond": "it is between the same rules",
    "the clauses under it correspond": "the same rules belong to it",
    "its examples are alike": "its examples are alike",
    "cites the same": "it refers to the same rules",
    "same text and number, unique in both": "it has the same text and number",
    "same text, unique in both": "it has the same text, which no other rule has",
    "same text, rule numbers masked, unique in both": "it has the same text but for the numbers of rules in it",
    "same term": "it has the same term",
}


def because(evidence: str) -> str:
    """Return a reason for a link, as the alignment gives it, in the words of a reader."""
    if found := _LIKENESS.fullmatch(evidence):
        how = "nearly the same text" if float(found[1]) >= _NEARLY_THE_SAME else "a similar text"
        return f"it has {how}: {float(found[1]):.0%} alike"
    return _BECAUSE.get(evidence, evidence)
