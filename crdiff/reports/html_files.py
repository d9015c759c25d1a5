"""Comparisons, reviews, and what texts quote, as one HTML file each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import mistune
import rcssmin
import rjsmin
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from crdiff.book_words import notice_of
from crdiff.changes.change import Op, Part
from crdiff.model.book import MAGIC
from crdiff.model.release import Release
from crdiff.reports import identified, labels, phrases
from crdiff.reports.identified import IdentifiedDocument
from crdiff.reports.review import LEVELS, SENTENCES, DraftReview, by_subject
from crdiff.reports.terminal import excerpt, side
from crdiff.reports.view import View


def diff_html(view: View, context: int | None = None, side_by_side: bool = False) -> str:
    """Return the report as an HTML document; `context` as in `excerpt`."""
    return template("diff.html").render(book="", view=view, context=context, side_by_side=side_by_side)


@cache
def template(name: str) -> Template:
    """Return the template of a document, such as ``diff.html``."""
    environment = Environment(
        loader=PackageLoader("crdiff.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # what somebody wrote in Markdown runs nothing and loads nothing: pictures become their words
    markdown = mistune.create_markdown(renderer=_WithoutPictures(escape=True))
    environment.globals.update(
        rules_called=rules_called,
        notice_of=notice_of,
        labels=labels,
        phrases=phrases,
        excerpt=excerpt,
        side=side,
        op=Op,
        part=Part,
    )
    environment.filters.update(anchor=labels.anchor, markdown=lambda text: Markup(markdown(text)))
    environment.filters["first_upper"] = lambda text: text[:1].upper() + text[1:]
    environment.filters["minified_style"] = lambda text: Markup(rcssmin.cssmin(text))
    environment.filters["minified_script"] = lambda text: Markup(rjsmin.jsmin(text))
    environment.tests["with_redline"] = labels.has_redline
    return environment.get_template(name)


def rules_called(release: Release) -> str:
    """Return what a document calls the rules of a release: of other books than Magic's the title that it prints."""
    return "Comprehensive Rules" if release.book == MAGIC else release.title or "Rules"


class _WithoutPictures(mistune.HTMLRenderer):
    """Writes Markdown as HTML that needs no network."""

    def image(self, text: str, url: str, title: str | None = None) -> str:  # noqa: ARG002 - as mistune calls it
        """Return the words that stand for a picture."""
        return mistune.escape(text)


# How many unchanged words are shown on each side of a difference.
_IDENTIFIED_HTML_CONTEXT = 25


def identified_html(
    documents: Sequence[IdentifiedDocument], rules: str = "Comprehensive Rules", book: str = MAGIC
) -> str:
    """Return the answer as an HTML document; `rules` is what those are called that are quoted, of `book`."""
    context = _IDENTIFIED_HTML_CONTEXT
    return template("identified.html").render(
        documents=documents, said=identified, context=context, rules=rules, book=book
    )


_BLANK = re.compile(r"\n\s*\n")
# Unchanged words shown on each side of an edit, in changes that nobody has to read.
_REVIEW_HTML_CONTEXT = 3
# Unchanged words shown on each side of an edit, in changes to read: a clause is whole unless it is a long list.
#
# Source: 205.3m of 2025-06-06 lists more than three hundred creature types.
_CONTEXT_TO_READ = 80


def review_html(review: DraftReview) -> str:
    """Return the review as an HTML document."""
    page = template("review.html").render(
        book="",
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
