"""Why a clause has its links: the cuts and candidates that decided, and what each feature of a pair was worth."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Literal

from msgspec import Struct

from crdiff.align.alignment import Followed, Link, mirrored
from crdiff.align.engine import alignment_of, is_backwards, settle
from crdiff.align.measure.absence import weigh_absences
from crdiff.align.measure.cuts import Cut
from crdiff.align.measure.score import Score
from crdiff.align.measure.scorer import Scorer
from crdiff.align.overrides import Override
from crdiff.align.state import PassState
from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node

Which = Literal["old", "new"]
# Candidates shown beside the partners (count): a reader learns nothing from more.
_CANDIDATES_SHOWN = 6
# Likeness (share) from which a clause is worth showing as a candidate.
_LIKENESS_SHOWN_MIN = 0.1


class Candidate(Struct, frozen=True):
    """A clause of the other text that was considered.

    `odds` is the logarithm of how much likelier the two are one clause than not; `features` lists by name what adds up
    to it. `partners` are the numbers that the candidate is linked to; `is_partner`: the clause asked for is among them.
    """

    number: ClauseNumber
    odds: float
    features: tuple[tuple[str, float], ...]
    partners: tuple[ClauseNumber, ...]
    is_partner: bool


class Explanation(Struct, frozen=True):
    """Why a clause of one text (`which`) has its links.

    `cuts` are the numbers that decided on its links, in the order in which they did; `candidates` come best first.
    """

    which: Which
    node: Node
    links: tuple[Link, ...]
    cuts: tuple[Cut, ...]
    candidates: tuple[Candidate, ...]


def explain(
    old: Release,
    new: Release,
    number: ClauseNumber,
    which: Which = "old",
    overrides: Sequence[Override] = (),
    *,
    followed: Followed | None = None,
) -> Explanation:
    """Return why the clause `number` of the old or the new text has its links.

    Candidates get the scores that they have after all links are made. Raises `UnknownNumber` where the text has no
    such clause.
    """
    backwards = is_backwards(old, new)
    settled = settle(old, new, overrides, followed)
    is_first = (which == "old") != backwards
    ours = settled.matching.old if is_first else settled.matching.new
    if number not in ours.numbers:
        raise UnknownNumber(f"{ours.release.name} has no clause {number}", "a number of that text")
    index = ours.numbers.index(number)
    found = alignment_of(settled)
    alignment = mirrored(found) if backwards else found
    links = tuple(link for link in alignment.links if index in (link.old if which == "old" else link.new))
    return Explanation(
        which, ours.nodes[index], links, _cuts(settled, index, is_first), _candidates(settled, index, is_first)
    )


def _cuts(settled: PassState, index: int, is_first: bool) -> tuple[Cut, ...]:
    """Return the cuts that decided on a clause of the first or second side, or the one that its candidates missed."""
    matching, absences = settled.matching, weigh_absences(settled)
    partner = (matching.heir if is_first else matching.origin)[index]
    found = [matching.grounds[index if is_first else partner]] if partner >= 0 else []
    found += [one.grounds for one in matching.branches if index == (one.old if is_first else one.new)]
    decided = found or [absences[0 if is_first else 1][index]]
    return tuple(dict.fromkeys(cut for grounds in decided for cut in grounds.cuts))


def _candidates(settled: PassState, index: int, is_first: bool) -> tuple[Candidate, ...]:
    """Return the best candidates of a clause of the first or the second side, its partners always among them."""
    matching = settled.matching
    scorer = Scorer(matching, settled.lexicon, settled.citations)
    ours, theirs = (matching.old, matching.new) if is_first else (matching.new, matching.old)
    partners = matching.heirs(index) if is_first else matching.origins(index)
    found: list[tuple[float, int, Score]] = []
    for other in range(len(theirs)):
        score = scorer.score(index, other) if is_first else scorer.score(other, index)
        alike = score.wording.likeness >= _LIKENESS_SHOWN_MIN and ours.headings[index] == theirs.headings[other]
        if alike or other in partners:
            found.append((score.odds, -other, score))
    best = nlargest(_CANDIDATES_SHOWN, found)
    best.extend(item for item in found if -item[1] in partners and item not in best)
    return tuple(
        Candidate(
            theirs.numbers[-place],
            round(odds, 4),
            tuple((name, round(worth, 4)) for name, worth in score.breakdown() if worth),
            tuple(ours.numbers[at] for at in (matching.origins(-place) if is_first else matching.heirs(-place))),
            -place in partners,
        )
        for odds, place, score in sorted(best, reverse=True)
    )
