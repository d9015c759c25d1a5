"""What texts quote, and reviews, as one self-contained HTML file each: nothing is asked of another machine.

The only script is that of a review, which keeps the editor's ticks in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crdiff.reports import identified
from crdiff.reports.diff_html import template
from crdiff.reports.identified import IdentifiedDocument
from crdiff.reports.review import LEVELS, DraftReview, by_subject
from crdiff.reports.review_text import SENTENCES

_IDENTIFIED_HTML_CONTEXT = 25
"""How many unchanged words are shown on each side of a difference."""


def identified_html(documents: Sequence[IdentifiedDocument]) -> str:
    """Return the answer as an HTML document."""
    return template("identified.html").render(documents=documents, said=identified, context=_IDENTIFIED_HTML_CONTEXT)


_BLANK = re.compile(r"\n\s*\n")
_REVIEW_HTML_CONTEXT = 3
"""Unchanged words shown on each side of an edit, in changes that nobody has to read."""
_CONTEXT_TO_READ = 80
"""Unchanged words shown on each side of an edit, in changes to read: a clause is whole unless it is a long list.

Source: 205.3m of 2025-06-06 lists more than three hundred creature types.
"""


def review_html(review: DraftReview) -> str:
    """Return the review as an HTML document."""
    page = template("review.html").render(
        review=review,
        view=review.view,
        levels=LEVELS,
        words=_REVIEW_HTML_CONTEXT,
        whole=_CONTEXT_TO_READ,
        subjects=by_subject(review),
        sentences=SENTENCES,
        ticks=len(review.items) + len(review.elsewhere),
    )
    return _BLANK.sub("\n", page)
