"""A review as one self-contained HTML file. Its only script keeps the editor's ticks in the browser."""

from __future__ import annotations

from crdiff.reports.diff_html import template
from crdiff.reports.review import LEVELS, DraftReview, by_subject
from crdiff.reports.review_text import SENTENCES

_CONTEXT = 25
"""How many unchanged words of the changes that nobody has to read are shown on each side."""


def review_html(review: DraftReview) -> str:
    """Return the review as an HTML document."""
    return template("review.html").render(
        review=review,
        view=review.view,
        levels=LEVELS,
        words=_CONTEXT,
        subjects=by_subject(review),
        sentences=SENTENCES,
        ticks=len(review.items) + len(review.elsewhere),
    )
