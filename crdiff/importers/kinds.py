"""What a text is written in, by the name of its file and by how it begins: what is cheap to ask of every text."""

from __future__ import annotations

import re

_MARKDOWN = (".md", ".markdown")
# How the names of files end that are no documents, whatever they begin with.
PLAIN = (".txt", ".text", *_MARKDOWN)
# The formats of documents: their paragraphs are counted as lines, which nobody sees in them.
DOCUMENTS = ("docx", "rtf", "pdf")
_HTML = (".html", ".htm", ".xhtml")
_PROLOGUE = r"\s*(?:<\?xml[^<>]*>\s*)?(?:<!--[^<>]*>\s*)?"
_WHOLE_PAGE = re.compile(rf"{_PROLOGUE}<(?:!doctype html|html)", re.IGNORECASE)
_EXCERPT = re.compile(
    rf"{_PROLOGUE}<(?:article|blockquote|body|dd|div|dl|h[1-6]|li|main|ol|p|pre|section|span|table|td|tr|ul)[\s>]",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"</[A-Za-z][A-Za-z0-9]*>$")
# Characters in which an excerpt shows that it ends with a tag.
_TAIL = 200


def is_page_of_html(text: str, name: str) -> bool:
    """Whether the text of the file called `name` is HTML: its name says so, or the text does and its name does not."""
    called = name.lower()
    return called.endswith(_HTML) or (not called.endswith(_MARKDOWN) and _is_html(text))


def _is_html(text: str) -> bool:
    """Whether a text is a page of HTML, or an excerpt of one that begins and ends with tags."""
    if not text.lstrip().startswith("<"):
        return False
    if _WHOLE_PAGE.match(text):
        return True
    return _EXCERPT.match(text) is not None and _CLOSED.search(text[-_TAIL:].rstrip()) is not None
