"""Clauses on what a keyword does where an object has it several times, however they are worded.

Source: "If a permanent has multiple instances of deathtouch, each triggers separately" (502.63b of 2009-05-01) became
"Multiple instances of deathtouch on the same object are redundant" (702.2d of 2009-07-11).
"""

from __future__ import annotations

from crdiff.align.matching import Grounds, Matching
from crdiff.align.side import ReleaseSide

TIER = "keyword"
_PHRASE = "multiple instances"
_CONFIDENCE = 0.9


def link_multiple_instances(matching: Matching) -> None:
    """Link the clauses on several instances of keywords that are partners, where each has one such clause."""
    old, new = matching.old, matching.new
    for above_old, above_new in [pair for pair in matching.pairs() if old.named[pair[0]] and new.named[pair[1]]]:
        olds, news = _on_instances(old, above_old), _on_instances(new, above_new)
        if len(olds) == len(news) == 1 and matching.is_open_old(olds[0]) and matching.is_open_new(news[0]):
            keywords = f"{old.numbers[above_old]} -> {new.numbers[above_new]}"
            evidence = f"what several instances of one keyword do, {keywords}"
            matching.link(olds[0], news[0], Grounds(TIER, (evidence,), _CONFIDENCE))


def _on_instances(side: ReleaseSide, above: int) -> list[int]:
    return [child for child in side.children[above] if _PHRASE in side.keys[child].lower()]
