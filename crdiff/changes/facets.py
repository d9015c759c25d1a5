"""In which respects a text changed: the facets of its edits, with what a reader should know of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Facet
from crdiff.changes.passage import Edit, Passage, Sentence, sentences
from crdiff.changes.proof.enumeration import is_recount, listed_items
from crdiff.changes.proof.rewriting import is_sign
from crdiff.changes.proof.spelling import is_slip
from crdiff.changes.proof.steps import Means
from crdiff.changes.redline import Piece
from crdiff.changes.references import is_citation, reference_remarks
from crdiff.changes.renumbering import Renumbering

_BY_MEANS = {
    Means.TYPOGRAPHY: Facet.TYPOGRAPHIC,
    Means.REFERENCE: Facet.REFERENCE,
    Means.REWORDING: Facet.TERMINOLOGY,
}


class Surroundings(Struct, frozen=True):
    """What else bears on the facets of a passage.

    `items`: how many clauses stand under the old clause and under the new one. `is_known`: whether the new release
    uses a word anywhere.
    """

    numbers: Renumbering
    is_known: Callable[[str], bool]
    items: tuple[int, int] = (0, 0)


class Judgement(Struct, frozen=True):
    """What was found of a passage: its facets, remarks, and whether known means explain all of it."""

    facets: frozenset[Facet]
    remarks: tuple[str, ...]
    is_proved: bool


def judge(passage: Passage, edits: Sequence[Edit], laid_out: Iterable[Piece], around: Surroundings) -> Judgement:
    """Return the facets of a passage from all its edits, explained or not, and its text laid out."""
    unexplained = [edit for edit in edits if not edit.means]
    facets = {_BY_MEANS[piece.means] for piece in laid_out if piece.means and _counts(piece, bool(unexplained))}
    remarks: list[str] = []
    if unexplained:
        for sentence in sentences(passage, edits):
            found, remark = _of_sentence(passage, sentence, around)
            facets |= found
            remarks.append(remark)
        if passage.old.cited or passage.new.cited:
            remarks += reference_remarks(passage, unexplained, around.numbers)
    return Judgement(frozenset(facets), tuple(filter(None, dict.fromkeys(remarks))), not unexplained)


def _counts(piece: Piece, is_reworded: bool) -> bool:
    """Whether a piece makes a facet. In a reworded text, capitals, spaces and stray marks follow the words."""
    if is_reworded and piece.means is Means.TYPOGRAPHY:
        old, new = piece.old.strip().lower(), piece.new.strip().lower()
        return bool(old and new) and old != new
    return not piece.is_kept


def _of_sentence(passage: Passage, sentence: Sentence, around: Surroundings) -> tuple[set[Facet], str]:
    """Return the facets of the unexplained edits of a sentence, and what to say of items that came or went."""
    facets: set[Facet] = set()
    marked: list[Edit] = []
    is_open = False
    for edit in sentence.edits:
        facet = None if edit.means else _simple(passage, edit, around)
        if facet:
            facets.add(facet)
        is_open = is_open or not (edit.means or facet)
        marked.append(replace(edit, means=Means.REFERENCE) if facet is Facet.REFERENCE else edit)
    if not is_open:
        return facets, ""
    items = listed_items(passage, replace(sentence, edits=tuple(marked)))
    facets.discard(Facet.TYPOGRAPHIC)
    if items:
        facets.add(Facet.ENUMERATION)
    if not items or not items.is_plain:
        facets.add(Facet.WORDING)
    if any(_cites(passage, edit) for edit in sentence.edits if not edit.means):
        facets.add(Facet.REFERENCE)
    return facets, items.remark if items else ""


def _simple(passage: Passage, edit: Edit, around: Surroundings) -> Facet | None:
    """Return the facet of an edit that can be told from the edit alone; None where it takes the sentence."""
    old, new = passage.old.keys[edit.old_start : edit.old_stop], passage.new.keys[edit.new_start : edit.new_stop]
    if not any(key[0].isalnum() or key[0] in "{§+" for key in (*old, *new)) and not _is_sign(passage, edit):
        return Facet.TYPOGRAPHIC
    texts = (passage.old.printed(edit.old_start, edit.old_stop), passage.new.printed(edit.new_start, edit.new_stop))
    if all(not text or is_citation(text) for text in texts):
        return Facet.REFERENCE
    if len(old) == len(new) == 1:
        if old == new or (is_slip(old[0], new[0]) and not around.is_known(old[0])):
            return Facet.TYPO
        if is_recount(old[0], new[0], around.items):
            return Facet.ENUMERATION
    is_doubled = len(old) == 1 and not new and edit.old_start and passage.old.keys[edit.old_start - 1] == old[0]
    return Facet.TYPO if is_doubled else None


def _is_sign(passage: Passage, edit: Edit) -> bool:
    """Whether the edit adds or drops the minus sign of a number."""
    old = any(is_sign(passage.old, at) for at in range(edit.old_start, edit.old_stop))
    new = any(is_sign(passage.new, at) for at in range(edit.new_start, edit.new_stop))
    return old != new


def _cites(passage: Passage, edit: Edit) -> bool:
    old, new = range(edit.old_start, edit.old_stop), range(edit.new_start, edit.new_stop)
    return any(at in passage.old.cited for at in old) or any(at in passage.new.cited for at in new)
