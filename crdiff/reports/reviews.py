"""Reviews that were recorded, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports.indented import indented
from crdiff.trace.reviews import Review

SCHEMA = "crdiff.accepted/1"


def accepted_text(reviews: Sequence[Review]) -> str:
    """Return a line for each check whose review was recorded."""
    return "".join(
        f"accepted: {review.check} for {review.lineage} as worded in {review.release}\n" for review in reviews
    )


def accepted_json(reviews: Sequence[Review]) -> bytes:
    """Return the same as indented JSON."""
    return indented(SCHEMA, {"accepted": reviews})
