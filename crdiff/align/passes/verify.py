"""Tier 5: whether the references agree with the links.

Where a changed clause cited the old clause of a pair and its heir cites the new one in the same place, the pair is
confirmed; where it cites another clause there, the pair is doubted. Nothing casts doubt on a text that either side
prints once: there, what cites another clause is a citation that did not follow.
Source: 903.6 of 2022-04-29 is that of 2022-02-18 word for word, though 702.124d stopped citing it for 903.8.
"""

from __future__ import annotations

from crdiff.align.matching import Matching
from crdiff.align.measure.citations import Citations
from crdiff.align.passes.same_text import printed_once

_CONFIRMED = 0.5
_DOUBTED = 0.85


def verify(matching: Matching, citations: Citations) -> None:
    """Raise the confidence of pairs that references confirm, lower that of pairs they contradict, and say so."""
    citations.refresh()
    certain = printed_once(matching)
    for old, new in matching.pairs():
        confirmed, denied = citations.votes(old, new)
        proof = matching.proofs[old]
        if confirmed > denied:
            said = f"{_references(confirmed)} to the one match references to the other"
            matching.proofs[old] = proof.with_more(said, 1 - (1 - proof.confidence) * _CONFIRMED)
        elif denied > confirmed and (old, new) not in certain:
            said = f"but {_references(denied)} to the one match references to a third"
            matching.proofs[old] = proof.with_more(said, proof.confidence * _DOUBTED)


def _references(number: int) -> str:
    return "1 reference" if number == 1 else f"{number} references"
