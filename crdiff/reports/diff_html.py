"""A comparison as one self-contained HTML file: no script, no request to anywhere, redlines of native ins and del."""

from __future__ import annotations

from functools import cache

import mistune
import rcssmin
import rjsmin
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from crdiff.changes.change import Change, Op, Part
from crdiff.reports import labels, phrases
from crdiff.reports.terminal import excerpt, side
from crdiff.reports.view import View


def diff_html(view: View, context: int | None = None, side_by_side: bool = False) -> str:
    """Return the report as an HTML document; `context` as in `excerpt`."""
    return template("diff.html").render(view=view, context=context, side_by_side=side_by_side)


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
    environment.globals.update(labels=labels, phrases=phrases, excerpt=excerpt, side=side, op=Op, part=Part)
    environment.filters.update(anchor=anchor, markdown=safe_html, first_upper=_first_upper)
    environment.filters.update(minified_style=_minified_style, minified_script=_minified_script)
    environment.tests["with_redline"] = labels.has_redline
    return environment.get_template(name)


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _minified_style(text: str) -> Markup:
    return Markup(rcssmin.cssmin(text))


def _minified_script(text: str) -> Markup:
    return Markup(rjsmin.jsmin(text))


class _WithoutPictures(mistune.HTMLRenderer):
    """Writes Markdown as HTML that needs no network."""

    def image(self, text: str, url: str, title: str | None = None) -> str:  # noqa: ARG002 - as mistune calls it
        """Return the words that stand for a picture."""
        return mistune.escape(text)


def safe_html(text: str) -> Markup:
    """Return Markdown of somebody as HTML that runs nothing and loads nothing: pictures become their words."""
    return Markup(mistune.create_markdown(renderer=_WithoutPictures(escape=True))(text))


def anchor(change: Change) -> str:
    """Return the id of a change in the document: ``to-720.1``, or ``from-507.4`` where the clause is gone."""
    where, clause = ("to", change.new[0]) if change.new else ("from", change.old[0])
    place = "" if change.part is Part.RULES else f"{change.part}-"
    printed = "".join(char if char.isalnum() or char in ".-" else "-" for char in clause.number)
    return f"{where}-{place}{printed}-{clause.line}"
