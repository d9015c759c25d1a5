"""In which respects a text changed: the facets of its edits, with remarks for a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Facet
from crdiff.changes.description.lists import is_recount, listed_items
from crdiff.changes.description.redline import RedlinePiece
from crdiff.changes.description.references import is_citation, reference_remarks
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import Edit, SentenceEdits, TextPair, sentences
from crdiff.changes.words.marks import is_sign
from crdiff.changes.words.spelling import is_slip

_BY_MEANS = {
    Means.TYPOGRAPHY: Facet.TYPOGRAPHIC,
    Means.PUNCTUATION: Facet.TYPOGRAPHIC,
    Means.REFERENCE: Facet.REFERENCE,
    Means.REWORDING: Facet.TERMINOLOGY,
}


class Surroundings(Struct, frozen=True):
    """Facts beyond a pair of texts that its facets depend on.

    `items`: how many clauses the old clause and the new one have under them. `is_known`: whether the new release
    uses a word anywhere.
    """

    numbers: NumberMap
    is_known: Callable[[str], bool]
    items: tuple[int, int] = (0, 0)


class FacetsFound(Struct, frozen=True):
    """The facets of a pair of texts, with remarks for a reader."""

    facets: frozenset[Facet]
    remarks: tuple[str, ...]


def facets_of(
    pair: TextPair, edits: Sequence[Edit], marked: Iterable[RedlinePiece], around: Surroundings
) -> FacetsFound:
    """Return the facets of a pair of texts from all its edits, explained or not, and its text laid out."""
    unexplained = [edit for edit in edits if not edit.means]
    facets = {_BY_MEANS[piece.means] for piece in marked if piece.means and _counts(piece, bool(unexplained))}
    remarks: list[str] = []
    if unexplained:
        for sentence in sentences(pair, edits):
            found, remark = _of_sentence(pair, sentence, around)
            facets |= found
            remarks.append(remark)
        if pair.old.cited or pair.new.cited:
            remarks += reference_remarks(pair, unexplained, around.numbers)
    return FacetsFound(frozenset(facets), tuple(filter(None, dict.fromkeys(remarks))))


def _counts(piece: RedlinePiece, is_reworded: bool) -> bool:
    """Whether a piece makes a facet. In a reworded text, capitals, spaces and stray marks follow the words."""
    if is_reworded and piece.means in {Means.TYPOGRAPHY, Means.PUNCTUATION}:
        old, new = piece.old.strip().lower(), piece.new.strip().lower()
        return bool(old and new) and old != new
    return not piece.is_kept


def _of_sentence(pair: TextPair, sentence: SentenceEdits, around: Surroundings) -> tuple[set[Facet], str]:
    """Return the facets of the unexplained edits of a sentence, and a remark on items added or removed."""
    facets: set[Facet] = set()
    known: list[Edit] = []
    is_open = False
    for edit in sentence.edits:
        facet = None if edit.means else _simple(pair, edit, around)
        if facet:
            facets.add(facet)
        is_open = is_open or not (edit.means or facet)
        known.append(replace(edit, means=Means.REFERENCE) if facet is Facet.REFERENCE else edit)
    if not is_open:
        return facets, ""
    items = listed_items(pair, replace(sentence, edits=tuple(known)))
    facets.discard(Facet.TYPOGRAPHIC)
    if items:
        facets.add(Facet.ENUMERATION)
    if not items or not items.is_plain:
        facets.add(Facet.WORDING)
    if any(_cites(pair, edit) for edit in sentence.edits if not edit.means):
        facets.add(Facet.REFERENCE)
    return facets, items.remark if items else ""


def _simple(pair: TextPair, edit: Edit, around: Surroundings) -> Facet | None:
    """Return the facet of an edit that the edit alone shows; None where its sentence decides."""
    old, new = pair.keys_of(edit)
    if not any(key[0].isalnum() or key[0] in "{§+" for key in (*old, *new)) and not _is_sign(pair, edit):
        return Facet.TYPOGRAPHIC
    texts = (pair.old.printed(edit.old_start, edit.old_stop), pair.new.printed(edit.new_start, edit.new_stop))
    if all(not text or is_citation(text) for text in texts):
        return Facet.REFERENCE
    if len(old) == len(new) == 1:
        if old == new or (is_slip(old[0], new[0]) and not around.is_known(old[0])):
            return Facet.TYPO
        if is_recount(old[0], new[0], around.items):
            return Facet.ENUMERATION
    is_doubled = len(old) == 1 and not new and edit.old_start and pair.old.keys[edit.old_start - 1] == old[0]
    return Facet.TYPO if is_doubled else None


def _is_sign(pair: TextPair, edit: Edit) -> bool:
    """Whether the edit adds or drops the minus sign of a number."""
    old = any(is_sign(pair.old, at) for at in range(edit.old_start, edit.old_stop))
    new = any(is_sign(pair.new, at) for at in range(edit.new_start, edit.new_stop))
    return old != new


def _cites(pair: TextPair, edit: Edit) -> bool:
    old, new = range(edit.old_start, edit.old_stop), range(edit.new_start, edit.new_stop)
    return any(at in pair.old.cited for at in old) or any(at in pair.new.cited for at in new)
