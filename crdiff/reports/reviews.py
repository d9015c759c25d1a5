"""Reviews that were recorded, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports.answer import AnswerRow, Day, Document, row_of
from crdiff.trace.reviews import Review


class AcceptedReview(AnswerRow, frozen=True):
    """A review that was recorded."""

    check: str
    """Id of the check."""
    lineage: str
    """Id of the clause's lineage."""
    release: Day
    """Effective date."""
    wording: str
    """Fingerprint of the wording."""
    reason: str


class AcceptedAnswer(Document, frozen=True, tag="crdiff.accepted/1"):
    """Reviews recorded, as crdiff checks accept --format json writes it."""

    main = "accepted"
    accepted: tuple[AcceptedReview, ...]


def accepted_text(reviews: Sequence[Review]) -> str:
    """Return a line for each check whose review was recorded."""
    return "".join(
        f"accepted: {review.check} for {review.lineage} as worded in {review.release}\n" for review in reviews
    )


def accepted_answer(reviews: Sequence[Review]) -> AcceptedAnswer:
    """Return the reviews as an answer."""
    return row_of(AcceptedAnswer, accepted=reviews)
