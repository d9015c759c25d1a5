"""A file with edits of its text, in whatever format it is."""

from __future__ import annotations

from collections.abc import Iterable

from crdiff.errors import UnreadableText
from crdiff.exporters.edit import in_order
from crdiff.exporters.plain import edited_text
from crdiff.exporters.tracked import Signature, tracked_docx
from crdiff.importers.document import ZIP, is_document
from crdiff.importers.kinds import PLAIN, is_page_of_html
from crdiff.text.decode import decode
from crdiff.text.edit import TextEdit


def rewritten(raw: bytes, name: str, edits: Iterable[TextEdit[str]], signature: Signature) -> bytes:
    """Return the file `raw`, called `name`, with `edits`: those that overlap an earlier one are left out.

    In a .docx they are tracked changes by `signature`; a plain text keeps every other byte. Without edits the file is
    given back as it is. Raises `UnreadableText` for other formats.
    """
    kept = in_order(edits)
    is_plain = name.lower().endswith(PLAIN)
    is_docx = raw.startswith(ZIP) and not is_plain
    if not (is_docx or is_plain) and (is_document(raw) or is_page_of_html(decode(raw).text, name)):
        raise UnreadableText("cannot write changes into a file of this format", "a .txt, .md or .docx")
    if not kept:
        return raw
    return tracked_docx(raw, kept, signature) if is_docx else edited_text(raw, kept)
