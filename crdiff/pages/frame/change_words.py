"""What a change is called on a page: an icon, and words that never rely on the icon or on colour."""

from __future__ import annotations

import re
from collections.abc import Container

from crdiff.changes.change import Change, Facet, Op, Structure
from crdiff.changes.reading import is_of_examples
from crdiff.model.number import NUMBERS
from crdiff.pages.frame import english

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
        return "Typography changed"
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


_PARTNER = re.compile(rf"({NUMBERS.number}: )(.+)")
_LIKENESS = re.compile(r"(?:alike; |(term renamed); )?(\d\.\d\d) likeness(?:, \d\.\d\d containment)?")
_COPIES = re.compile(r"(same text(?:, rule numbers masked)?), printed more than once; (.+)")
_UNDER = re.compile(r"(\d+) clauses? under it corresponds?, (\d+%) of both")
_CITED = re.compile(
    r"(?:(but) )?(\d+) references? to the old clause that the other text makes to (?:the new one|a third clause)"
)
_INSTANCES = re.compile(r"what several instances of one keyword do, (\S+) -> (\S+)")
_SENTENCES = re.compile(r"(\d+) sentences? (in common: .+)")
_ELSEWHERE = re.compile(r"rewritten as in (another place|\d+ other places)")
_NEARLY_THE_SAME = 0.9
"""Likeness, 0 to 1, from which on two texts are called nearly the same: 103.4 of 2018-04-27 has 0.96."""
_BECAUSE = {
    "no clause without a partner is like it": "no other rule that was added or removed resembles it",
    "no partner on the other side": "the other text has no such entry",
    "no candidate is likely enough": "no other rule is similar enough",
    "the number corresponds": "it has the same number",
    "its parent corresponds": "it stands under the same clause",
    "its chapter corresponds": "it is in the same subsection",
    "its keyword corresponds": "it is about the same keyword",
    "a neighbour corresponds": "the clause before or after it is the same",
    "the clauses beside it correspond": "it is between the same rules",
    "cites the same": "it refers to the same rules",
    "same text and number, unique in both": "it has the same text and number",
    "same text, unique in both": "it has the same text, which no other rule has",
    "same text, rule numbers masked, unique in both": "it has the same text but for the numbers of rules in it",
    "same text": "it has the same text",
    "same text, rule numbers masked": "it has the same text but for the numbers of rules in it",
    "same term": "it has the same term",
    "same term but for case": "it has the same term but for capitals",
    "same term but for a remark in brackets": "it has the same term but for what stands in brackets",
    "term renamed; same text, rule numbers masked": "its term changed, but its text is the same",
    "its parent and both neighbours correspond": "it is between the same rules",
    "its parent and a neighbour correspond": "the clause before or after it is the same",
    "its neighbours correspond": "it is between the same rules",
    "the number is the same": "it has the same number",
    "the only copy left on both sides": "no other copy is left",
}


def because(evidence: str) -> str:
    """Return a reason for a link, as the alignment gives it, in the words of a reader."""
    partner, said = found.groups() if (found := _PARTNER.fullmatch(evidence)) else ("", evidence)
    if found := _COPIES.fullmatch(said):
        return f"{partner}{_said(found[1])}; the text occurs more than once; {_said(found[2])}"
    return partner + _said(said)


def _said(said: str) -> str:
    if found := _LIKENESS.fullmatch(said):
        return _alike(float(found[2]), is_renamed=bool(found[1]))
    if found := _UNDER.fullmatch(said):
        return f"{_counted(found[1])} under it {_verb(found[1])} the same, {found[2]} of those under both"
    if found := _CITED.fullmatch(said):
        return _cited(found[2], is_denied=bool(found[1]))
    if found := _INSTANCES.fullmatch(said):
        return f"both are about several instances of one keyword ({found[1]}, then {found[2]})"
    if found := _SENTENCES.fullmatch(said):
        return f"{english.counted(int(found[1]), 'sentence')} {found[2]}"
    if found := _ELSEWHERE.fullmatch(said):
        return f"the same words were replaced in {found[1]}"
    return _BECAUSE.get(said, said)


def _alike(share: float, *, is_renamed: bool) -> str:
    how = "nearly the same text" if share >= _NEARLY_THE_SAME else "a similar text"
    return f"{'its term changed, but it' if is_renamed else 'it'} has {how}: {share:.0%} alike"


def _cited(count: str, *, is_denied: bool) -> str:
    refers = "refers" if count == "1" else "refer"
    if is_denied:
        return f"but {_counted(count)} that {refers} to it in one text {refers} to another in the other"
    return f"{_counted(count)} that {refers} to it in one text {'does' if count == '1' else 'do'} so in the other"


def _counted(count: str) -> str:
    return english.counted(int(count), "rule")


def _verb(count: str) -> str:
    return "is" if count == "1" else "are"
