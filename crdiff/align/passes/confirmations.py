"""Links that the cross-references confirm or doubt.

Where a changed clause cited the old clause of a pair and its heir cites the new one in the same place, the pair is
confirmed; where it cites another clause there, the pair is doubted. A text that either side prints
once is never doubted: a citation of another clause there is one that did not follow.
Source: 903.6 of 2022-04-29 is that of 2022-02-18 word for word, though 702.124d stopped citing it for 903.8.
"""

from __future__ import annotations

from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.citations import Citations
from crdiff.align.passes.same_text import printed_once


def confirm_by_references(matching: Matching, citations: Citations) -> None:
    """Raise the confidence of pairs that references confirm, lower that of pairs they contradict, and say so."""
    citations.refresh()
    certain = printed_once(matching)
    for old, new in matching.pairs():
        confirmed, denied = citations.votes(old, new)
        grounds = matching.grounds[old]
        if confirmed > denied:
            reason, cut = (
                f"{_references(confirmed)} to the old clause that the other text makes to the new one",
                cuts.CONFIRMED_DOUBT,
            )
            matching.grounds[old] = grounds.with_more(reason, cut, 1 - (1 - grounds.confidence) * cut)
        elif denied > confirmed and (old, new) not in certain:
            reason, cut = (
                f"but {_references(denied)} to the old clause that the other text makes to a third clause",
                cuts.DOUBTED_CONFIDENCE,
            )
            matching.grounds[old] = grounds.with_more(reason, cut, grounds.confidence * cut)


def _references(number: int) -> str:
    return "1 reference" if number == 1 else f"{number} references"
