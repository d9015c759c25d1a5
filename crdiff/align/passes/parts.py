"""Tier 4: splits and merges, found sentence by sentence.

A clause was split where another clause than its heir continues one of its sentences better than the heir does; merged,
where one of its sentences continues another clause better than its origin. Clauses whose text is the same went nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heapify, heappop, heappush

from msgspec import Struct

from crdiff.align.matching import OPEN, Matching, Part, Proof
from crdiff.align.measure.context import Context
from crdiff.align.measure.sentences import LONG, Sentence, Sentences
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME

TIER = "sentences"
_NEAR = 0.55
_FAR = 0.7
_WEIGHT = 1.5
_SHARE = 0.4
_CROSS = 0.2
_HALF = 0.5
_FAIRLY = 0.6
_WELL = 0.65
_BETTER = 0.15
_MOST = 11
_CLEARLY = 1.2
_COPY = 0.8
_VERBATIM = 0.9
_VERBATIM_ANEW = 0.8
_RIVAL = 0.1


class Piece(Struct, frozen=True):
    """A new sentence that continues an old one outside the heir: how well, and what the words of both weigh."""

    one: Sentence
    other: Sentence
    fit: float
    shared: float
    is_copy: bool = False


def link_parts(matching: Matching, vocabulary: Vocabulary, upheaval: Upheaval) -> None:
    """Add what was split off or merged in beside the main links, the weightiest first."""
    found = _sentences_of_changed(matching, vocabulary)
    waiting = _pieces(matching, found)
    queue: list[tuple[float, int, int]] = []
    for (old, new), pieces in waiting.items():
        queue.append((-_weight(pieces), old, new))
    heapify(queue)
    while queue:
        expected, old, new = heappop(queue)
        pieces = _unexplained(matching, found, waiting[old, new])
        weight = _weight(pieces)
        if weight < -expected - 1e-9:
            heappush(queue, (-weight, old, new))
            waiting[old, new] = pieces
        elif weight >= _WEIGHT:
            _accept(matching, found, vocabulary, pieces, upheaval)
    _elect_main_heirs(matching, found)


def _sentences_of_changed(matching: Matching, vocabulary: Vocabulary) -> Sentences:
    old, new = matching.old, matching.new
    changed_old = [at for at in range(len(old)) if not old.headings[at] and _is_changed(matching, at)]
    changed_new = [
        at
        for at, origin in enumerate(matching.origin)
        if not new.headings[at] and (origin == OPEN or (origin >= 0 and _is_changed(matching, origin)))
    ]
    return Sentences(matching, vocabulary, changed_old, changed_new)


def _is_changed(matching: Matching, old: int) -> bool:
    """Whether an old clause leaves sentences to account for."""
    return matching.is_open_old(old) or (matching.heir[old] >= 0 and matching.proofs[old].tier not in {SAME, OVERRIDE})


def _pieces(matching: Matching, found: Sentences) -> dict[tuple[int, int], list[Piece]]:
    """Return by pair of clauses, no partners, the sentences that fit well enough for where the clauses stand."""
    context = Context(matching)
    candidates = found.candidates(matching, context)
    sources: dict[Sentence, dict[int, float]] = defaultdict(dict)
    for one, other, fit in candidates:
        sources[other][one.clause] = max(fit, sources[other].get(one.clause, 0.0))
    grouped: dict[tuple[int, int], list[Piece]] = {}
    for one, other, fit in candidates:
        pair = one.clause, other.clause
        if fit < _NEAR or matching.heir[pair[0]] == pair[1] or context.other_keyword(*pair):
            continue
        both_settled = not (matching.is_open_old(pair[0]) or matching.is_open_new(pair[1]))
        if both_settled and one.is_example and other.is_example:
            continue  # 202.3f and 202.3g of 2021-02-15 have like examples, and each went on as itself
        shared = found.shared(one, other)
        is_only = all(rival < fit - _RIVAL for clause, rival in sources[other].items() if clause != one.clause)
        if context.is_near(*pair) and not context.torn(*pair):
            fits = True
        else:
            fits = fit >= _FAR and shared >= LONG / 2 and is_only
        if fits:
            is_copy = fit >= _COPY and shared >= LONG and is_only and _chapter_split(matching, context, *pair)
            grouped.setdefault(pair, []).append(Piece(one, other, fit, shared, is_copy))
    return dict(sorted(grouped.items()))


def _chapter_split(matching: Matching, context: Context, old: int, new: int) -> bool:
    """Whether the chapter of an old clause went on both in that of its heir and in that of the new clause."""
    heir = matching.heir[old]
    chapters = matching.new.chapters
    return heir >= 0 and chapters[heir] != chapters[new] and context.is_near(old, new) and context.is_near(old, heir)


def _unexplained(matching: Matching, found: Sentences, pieces: list[Piece]) -> list[Piece]:
    """Return the pieces that say more than the links made so far.

    A copy may also stand in the heir: 419.2 of 2009-05-01 was copied to both chapters that 419 became.
    """
    left = []
    for piece in pieces:
        explained = found.explained(piece.other, matching.origins(piece.other.clause))
        kept = found.kept(piece.one, matching.heirs(piece.one.clause))
        if piece.fit >= explained + _BETTER and piece.fit >= kept + (_BETTER if not piece.is_copy else -_BETTER):
            left.append(piece)
    return left


def _weight(pieces: list[Piece]) -> float:
    """Return the weight of what the pieces have in common, no sentence counted for more than its best match."""
    gone: dict[Sentence, float] = {}
    come: dict[Sentence, float] = {}
    for piece in pieces:
        gone[piece.one] = max(piece.shared, gone.get(piece.one, 0.0))
        come[piece.other] = max(piece.shared, come.get(piece.other, 0.0))
    return min(sum(gone.values()), sum(come.values()))


def _accept(
    matching: Matching, found: Sentences, vocabulary: Vocabulary, pieces: list[Piece], upheaval: Upheaval
) -> None:
    old, new = pieces[0].one.clause, pieces[0].other.clause
    weight = min(_weight(pieces), vocabulary.shared(matching.old.words(old), matching.new.words(new)))
    share_old, share_new = weight / found.mass_old(old), weight / found.mass_new(new)
    has_heir, has_origin = matching.heir[old] >= 0, matching.origin[new] >= 0
    best = max(piece.fit for piece in pieces)
    as_it_was = _VERBATIM_ANEW if upheaval.has(old, new) else _VERBATIM
    verbatim = any(piece.fit >= as_it_was and piece.shared >= LONG for piece in pieces)
    if has_heir and has_origin:
        enough = max(share_old, share_new) >= (_CROSS if best >= _COPY else _SHARE)
    elif not has_heir and not has_origin:
        well = best >= _WELL or (best >= _FAIRLY and min(share_old, share_new) >= _HALF)
        enough = verbatim or (well and max(share_old, share_new) >= _HALF)
    else:
        enough = verbatim or (share_new if has_heir else share_old) >= _SHARE
    if not enough or len(matching.heirs(old)) > _MOST or len(matching.origins(new)) > _MOST:
        return
    count = len({piece.other for piece in pieces})
    sentences = "1 sentence" if count == 1 else f"{count} sentences"
    shares = f"{share_old:.0%} of {matching.old.numbers[old]}, {share_new:.0%} of {matching.new.numbers[new]}"
    evidence = f"{sentences} in common: {shares}"
    proof = Proof(TIER, (evidence,), round(best, 4))
    if has_heir or has_origin:
        matching.add_part(Part(old, new, proof))
    else:
        matching.link(old, new, proof)


def _elect_main_heirs(matching: Matching, found: Sentences) -> None:
    """Make the part main that took most of a clause's text; a tie leaves the choice as it was.

    Source: old 107.3h of 2018-07-13 became a short 107.3h and a long 107.3i. A pair under partners gives way only to
    such a pair: 502.10i of 2009-05-01, on banding, stays the origin of 702.19m beside the longer 502.11d.
    """
    for part in [part for part in matching.parts if part.proof.tier != OVERRIDE]:
        heir, origin = matching.heir[part.old], matching.origin[part.new]
        if heir >= 0 and origin < 0:
            rival = part.old, heir
        elif heir < 0 and origin >= 0:
            rival = origin, part.new
        else:
            continue
        has_place = matching.parents_linked(part.old, part.new) or not matching.parents_linked(*rival)
        if has_place and found.flow(part.old, part.new) > _CLEARLY * found.flow(*rival):
            matching.exchange(part, *rival)
