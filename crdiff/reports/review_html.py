"""A review as one self-contained HTML file. Its only script keeps the editor's ticks in the browser."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from crdiff.changes.change import Change, Op, Part
from crdiff.reports import labels, phrases
from crdiff.reports.redline import excerpt
from crdiff.reports.review import LEVELS, DraftReview

_CONTEXT = 25
"""How many unchanged words of the changes that nobody has to read are shown on each side."""


def review_html(review: DraftReview) -> str:
    """Return the review as an HTML document."""
    return _template().render(review=review, view=review.view, levels=LEVELS)


@lru_cache(maxsize=1)
def _template() -> Template:
    loader = PackageLoader("crdiff.reports", "templates")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script, _, _ = loader.get_source(environment, "review.js")
    environment.globals.update(labels=labels, phrases=phrases, op=Op, part=Part, excerpt=excerpt, words=_CONTEXT)
    environment.globals["script"] = Markup(script)
    environment.tests["with_redline"] = _has_redline
    return environment.get_template("review.html")


def _has_redline(change: Change) -> bool:
    return bool(change.facets) or not (change.old and change.new)
