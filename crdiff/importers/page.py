"""A page that may quote rules, in whatever it is written: its text, with the place of each word in the source."""

from __future__ import annotations

from crdiff.importers.document import Tracked, import_document
from crdiff.importers.html import html_text
from crdiff.importers.kinds import PLAIN, is_page_of_html
from crdiff.importers.marked import marked_text
from crdiff.text.decode import decode
from crdiff.text.source_text import SourceText, as_it_is


def read_page(raw: bytes, name: str, tracked: Tracked = Tracked.FINAL) -> SourceText:
    """Return the text of a page: HTML, Markdown, wiki text, plain text, .docx, .rtf or .pdf.

    `name` tells HTML and Markdown apart where the text does not. The source of a document is its text. Raises
    `UnreadableText`.
    """
    document = None if name.lower().endswith(PLAIN) else import_document(raw, tracked)
    if document:
        return as_it_is(document.text)
    text = decode(raw).text
    return html_text(text) if is_page_of_html(text, name) else marked_text(text)
