"""What texts quote, as one self-contained HTML file without a script."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports import identified
from crdiff.reports.diff_html import template
from crdiff.reports.identified import IdentifiedDocument

_CONTEXT = 25
"""How many unchanged words are shown on each side of a difference."""


def identified_html(documents: Sequence[IdentifiedDocument]) -> str:
    """Return the answer as an HTML document."""
    return template("identified.html").render(documents=documents, said=identified, context=_CONTEXT)
