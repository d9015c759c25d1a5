"""Notices that a rule is gone, and the rules whose numbers they keep.

A notice need not share a word with its rule. Source: 502.9d of 1999-11-01 spoke of trample, that of 2001-07-23 says
"Ignore this rule." The number and the clause above show what it takes the place of. A rule that takes the place of a
notice later is another one and does not continue it; the engine works from the earlier text on, so it can tell.
"""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.align.matching import Grounds, Matching
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.annotate.notices import is_notice, is_revoked

TIER = "notice"
_CONFIDENCE = 0.95
_REVOKED = "revoked: the new text is a notice that the rule is gone"


def link_notices(matching: Matching) -> None:
    """Link notices to the rules whose numbers they keep, and take rules apart from the notices they replace."""
    old, new = matching.old, matching.new
    for one, other in list(matching.pairs()):
        grounds = matching.grounds[one]
        if grounds.tier == SAME:
            continue
        if is_revoked(old.texts[one], new.texts[other]):
            matching.grounds[one] = replace(grounds, evidence=(*grounds.evidence, _REVOKED))
        elif grounds.tier != OVERRIDE and is_revoked(new.texts[other], old.texts[one]):
            matching.unlink(one)
            evidence = f"{new.numbers[other]} is a rule again: a different one, in place of a notice"
            matching.close((one,), (), Grounds(TIER, (evidence,), _CONFIDENCE))
    _link_by_number(matching)


def _link_by_number(matching: Matching) -> None:
    old, new = matching.old, matching.new
    left = {old.numbers[one]: one for one in matching.open_old() if not is_notice(old.texts[one])}
    for other in matching.open_new():
        replaced = left.get(new.numbers[other])
        if replaced is not None and matching.parents_linked(replaced, other) and is_notice(new.texts[other]):
            evidence = f"it keeps the number {new.numbers[other]}", _REVOKED
            matching.link(replaced, other, Grounds(TIER, evidence, _CONFIDENCE))
