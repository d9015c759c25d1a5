"""Citations followed from the release before: the same place in the same sentence, whatever number it has.

Two citations are paired where the clauses are linked one to one and the words before and after them are the same; in
the introduction, where a paragraph is the same but for its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Part
from crdiff.lint.finding import ClausePiece, PlacedText
from crdiff.lint.indexed_release import Citation, IndexedRelease
from crdiff.text.normalise import fold_typography

# Words on each side of a citation that identify it where a passage gained or lost citations.
_CONTEXT_WORDS = 4
# Characters in which these words are looked for; in a made-up text one may have thousands.
_CONTEXT_MOST = 300

# Confidence of the alignment, 0.0-1.0, in the link of the citing clause. Lower than for the cited one, since the words
# around the citation have to agree too.
_CONFIDENCE_MIN = 0.7


class FollowedCitation(Struct, frozen=True):
    """A citation, and the same one as the release before printed it."""

    now: Citation
    before: Citation


def follow_citations(text: IndexedRelease, before: IndexedRelease, alignment: Alignment) -> Iterator[FollowedCitation]:
    """Yield every citation of `text` that the text before had, with its form there."""
    new, old = _by_passage(text), _by_passage(before)
    places = {piece_of(passage): passage for passage in old}
    partners = pieces_before(alignment)
    fronts = {_masked(citations): passage for passage, citations in old.items() if passage.part is Part.FRONT}
    for passage, citations in new.items():
        key = partners.get(piece_of(passage))
        was = places.get(key) if key else None
        if passage.part is Part.FRONT:
            was = fronts.get(_masked(citations))
        if was is not None:
            yield from pair_citations(citations, old[was])


# Which piece of which clause or entry a passage is.
Piece = tuple[Part, int, int, ClausePiece, int]


def piece_of(passage: PlacedText) -> Piece:
    """Return which piece of which clause or entry a passage is."""
    return passage.part, passage.node, passage.entry, passage.piece, passage.index


def _by_passage(text: IndexedRelease) -> dict[PlacedText, list[Citation]]:
    found: dict[PlacedText, list[Citation]] = {}
    for citation in text.citations:
        found.setdefault(citation.passage, []).append(citation)
    return found


def pieces_before(alignment: Alignment) -> Mapping[Piece, Piece]:
    """Return for each piece of a clause or an entry under check the piece of the release before that it was."""
    found: dict[Piece, Piece] = {}
    for link in alignment.links:
        if len(link.old) == 1 == len(link.new) and not link.undetermined and link.confidence >= _CONFIDENCE_MIN:
            for piece in (ClausePiece.TITLE, ClausePiece.TEXT):
                found[Part.RULES, link.new[0], -1, piece, 0] = Part.RULES, link.old[0], -1, piece, 0
    for example in alignment.examples:
        if example.old and example.new:
            new = Part.RULES, example.new.clause, -1, ClausePiece.EXAMPLE, example.new.example
            found[new] = Part.RULES, example.old.clause, -1, ClausePiece.EXAMPLE, example.old.example
    for part in alignment.glossary:
        if part.old is not None and part.new is not None:
            found[Part.GLOSSARY, -1, part.new, ClausePiece.TEXT, 0] = Part.GLOSSARY, -1, part.old, ClausePiece.TEXT, 0
    return found


def pair_citations(new: Sequence[Citation], old: Sequence[Citation]) -> Iterator[FollowedCitation]:
    """Pair the citations of two passages by the words around them, where these occur only once."""
    if len(new) == len(old) and _masked(new) == _masked(old):
        yield from map(FollowedCitation, new, old)
        return
    earlier = _unique(old)
    for surroundings, citation in _unique(new).items():
        if surroundings in earlier:
            yield FollowedCitation(citation, earlier[surroundings])


def _unique(citations: Sequence[Citation]) -> dict[str, Citation]:
    found: dict[str, list[Citation]] = {}
    for citation in citations:
        found.setdefault(_surroundings(citation), []).append(citation)
    return {key: same[0] for key, same in found.items() if len(same) == 1}


def _masked(citations: Sequence[Citation]) -> str:
    """Return the text of a passage without the numbers it cites."""
    pieces, text, at = [], citations[0].passage.text, 0
    for citation in citations:
        pieces.append(text[at : citation.reference.number_at])
        at = citation.reference.stop
    return fold_typography("#".join((*pieces, text[at:])))


def _surroundings(citation: Citation) -> str:
    """Return the words just before and after a citation, the numbers among them left out."""
    text, reference = citation.passage.text, citation.reference
    start, stop = max(0, reference.number_at - _CONTEXT_MOST), reference.stop + _CONTEXT_MOST
    before = fold_typography(text[start : reference.number_at]).split()[-_CONTEXT_WORDS:]
    after = fold_typography(text[reference.stop : stop]).split()[:_CONTEXT_WORDS]
    return " ".join(word if word.isalpha() else word.strip("0123456789") for word in (*before, "#", *after))
