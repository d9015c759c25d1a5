"""Notices that a rule is gone, and the rules whose numbers they keep.

A notice need not share a word with its rule ("Ignore this rule."), and shares many with any rule on the same subject.
Its number and the clause above it say what it stands for. A rule that takes the place of a notice later is another one
and does not continue it; the engine works from the earlier text on, so it can tell. In the releases likeness and place
give the same answers; of 18 made-up notices and rules in their places they gave 9.
"""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.align.matching import OVERRIDE, Grounds
from crdiff.align.state import PassState
from crdiff.annotate.cross_references import is_revoked

TIER = "notice"
_CONFIDENCE = 0.95
_REVOKED = "revoked: the new text is a notice that the rule is gone"


def link_notices(state: PassState) -> None:
    """Take rules apart from the notices that they replace, and link notices to the rules whose numbers they keep.

    The evidence of a link to a notice says that the rule was revoked, whichever pass made it.
    """
    if state.followed:
        return
    matching, old, new = state.matching, state.matching.old, state.matching.new
    for one, other in list(matching.pairs()):
        grounds = matching.grounds[one]
        if is_revoked(old.texts[one], new.texts[other]):
            matching.grounds[one] = replace(grounds, evidence=(*grounds.evidence, _REVOKED))
        elif is_revoked(new.texts[other], old.texts[one]) and grounds.tier != OVERRIDE:
            evidence = f"{new.numbers[other]} is a rule again: a different one, in place of a notice"
            matching.unlink(one)
            matching.close((one,), (), Grounds(TIER, (evidence,), _CONFIDENCE))
    removed = {old.numbers[one]: one for one in matching.open_old()}
    for other in matching.open_new():
        one = removed.get(new.numbers[other], -1)
        if one >= 0 and is_revoked(old.texts[one], new.texts[other]) and matching.parents_linked(one, other):
            kept = f"it keeps the number {new.numbers[other]}"
            matching.link(one, other, Grounds(TIER, (kept, _REVOKED), _CONFIDENCE))
