"""Raw figures of the passes calibrated to a confidence, and the cut below which a link is undetermined.

Calibrated on pairs of releases checked by hand, and on Netrunner and the Rust specification, where the ids of the
authors say which clause went on: of 30 links that were given 0.5 to 0.7 before, 25 were right. An author who rewrites a
clause may give it a new id, so that the ids are a lower bound (824 of 938 pairs) and the pairs checked by hand an upper
one (675 of 679). `benchmarks/calibration.py` prints these.
"""

from __future__ import annotations

from itertools import pairwise

# Confidence (share) below which a link is shown as undetermined: of the links below, three in ten are wrong.
DECIDED_MIN = 0.7

# Confidence (share) that a new clause has no origin where a sentence of it stands in the other text and no link
# accounts for it.
UNPAID_MAX = 0.85

# Confidence (share) that an old clause has no heir where a new sentence is like one of it, or, of a heading, where its
# clauses went on: of 26 such clauses that were read, 13 were gone and 5 more were debatable.
RESEMBLED_MAX = 0.6

# Least confidence (share) that a link is given: what is less likely than not is not said.
UNDETERMINED_MIN = 0.5

# Raw figures and the share of links with them that are right; between two, the share is read off a straight line.
_RAW_TO_RIGHT = (
    *((0.0, 0.5), (0.25, 0.66), (0.33, 0.73), (0.41, 0.78), (0.5, 0.83)),
    *((0.6, 0.88), (0.75, 0.93), (0.9, 0.97), (1.0, 0.995)),
)

# Confidence (share) that a new clause without any candidate has no origin.
ADDED_MAX = 0.98
# Confidence (share) that an old clause without any candidate has no heir: old clauses are merged more often
# than new ones are split off.
REMOVED_MAX = 0.93
# `ADDED_MAX` in a chapter written anew: of 284 additions of 2009-07-11, all of them read, about 20 were none.
ADDED_ANEW_MAX = 0.92
# `REMOVED_MAX` in a chapter written anew: of 22 such removals drawn and read by somebody else, 8 were none, and 6 more
# were debatable.
REMOVED_ANEW_MAX = 0.6


def calibrated(raw: float) -> float:
    """Return the share of links with this raw figure (0.0-1.0) that are right."""
    for (low, right_low), (high, right_high) in pairwise(_RAW_TO_RIGHT):
        if raw <= high:
            return round(right_low + (right_high - right_low) * (raw - low) / (high - low), 4)
    return _RAW_TO_RIGHT[-1][1]
