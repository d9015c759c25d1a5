"""A Word document in which an editor tracked changes: an insertion, a deletion, a moved mark."""

from __future__ import annotations

from io import BytesIO

from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

_BY = 'w:id="1" w:author="An editor" w:date="2024-01-01T00:00:00Z"'


def paragraph(*runs: str, mark: str = "") -> str:
    """Return the XML of a paragraph; `mark` is put where Word says what happened to the paragraph's own mark."""
    properties = f"<w:pPr><w:rPr>{mark}</w:rPr></w:pPr>" if mark else ""
    return f"<w:p {nsdecls('w')}>{properties}{''.join(runs)}</w:p>"


def kept(text: str) -> str:
    """Return the XML of words that stay."""
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


def inserted(text: str = "") -> str:
    """Return the XML of words that an editor put in; without a text, the sign of an inserted paragraph mark."""
    return f"<w:ins {_BY}>{kept(text)}</w:ins>" if text else f"<w:ins {_BY}/>"


def deleted(text: str = "") -> str:
    """Return the XML of words that an editor took out; without a text, the sign of a deleted paragraph mark."""
    run = f"<w:r><w:delText xml:space='preserve'>{text}</w:delText></w:r>" if text else ""
    return f"<w:del {_BY}>{run}</w:del>" if text else f"<w:del {_BY}/>"


def docx(*paragraphs: str) -> bytes:
    """Return the bytes of a document of these paragraphs."""
    document = Document()
    for each in paragraphs:
        document.element.body.insert(-1, parse_xml(each))
    held = BytesIO()
    document.save(held)
    return held.getvalue()
