"""From the raw figures of the passes to a confidence that means what it says, and the cut below which we do not decide.

Calibrated by reading: 40 of the 127 links with a raw figure below 0.6 on nine pairs of releases were read, and 34 were
right. `benchmarks/calibration.py` prints the shares on the hand-checked pairs.
"""

from __future__ import annotations

from itertools import pairwise

CUT = 0.7
"""Below this confidence a link is shown as undetermined."""

_RAW_TO_RIGHT = (
    (0.0, 0.0),
    (0.25, 0.55),
    (0.33, 0.62),
    (0.41, 0.7),
    (0.5, 0.8),
    (0.6, 0.87),
    (0.75, 0.93),
    (0.9, 0.97),
    (1.0, 0.995),
)
ADDED_AT_MOST = 0.98
REMOVED_AT_MOST = 0.93
ADDED_ANEW_AT_MOST = 0.92
REMOVED_ANEW_AT_MOST = 0.78
"""The same in chapters written anew. Source: of 284 additions and 55 removals told of 2009-07-11, all of them read,
about 20 and 12 are none."""


def calibrated(raw: float) -> float:
    """Return the share of links with this raw figure (0.0-1.0) that are right."""
    for (low, right_low), (high, right_high) in pairwise(_RAW_TO_RIGHT):
        if raw <= high:
            return round(right_low + (right_high - right_low) * (raw - low) / (high - low), 4)
    return _RAW_TO_RIGHT[-1][1]
