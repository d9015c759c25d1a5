"""Reviews that were recorded, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports.answer import Document
from crdiff.trace.reviews import Review


class AcceptedAnswer(Document, frozen=True, tag="crdiff.accepted/1"):
    """Reviews recorded, as crdiff checks accept --format json writes it."""

    main = "accepted"
    accepted: tuple[Review, ...]


def accepted_text(reviews: Sequence[Review]) -> str:
    """Return a line for each check whose review was recorded."""
    return "".join(
        f"accepted: {review.check} for {review.lineage} as worded in {review.release}\n" for review in reviews
    )


def accepted_answer(reviews: Sequence[Review]) -> AcceptedAnswer:
    """Return the reviews as an answer."""
    return AcceptedAnswer(tuple(reviews))
