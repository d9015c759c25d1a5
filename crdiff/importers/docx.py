"""A .docx document to lines: its paragraphs, with tracked changes accepted or rejected."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

from docx import Document
from docx.opc.exceptions import PackageNotFoundError

from crdiff.errors import UnreadableText

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH = _W + "p"
_ADDED = frozenset({_W + "ins", _W + "moveTo"})
_TAKEN = frozenset({_W + "del", _W + "moveFrom"})
_TEXT = frozenset({_W + "t", _W + "delText"})
_SIGNS = {_W + "tab": "\t", _W + "br": "\n", _W + "cr": "\n", _W + "noBreakHyphen": "-"}
_SKIPPED = frozenset({"{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", _W + "pPr", _W + "rPr"})


class DocxText(NamedTuple):
    """The paragraphs of a document, and how many insertions and deletions it tracks."""

    lines: list[str]
    tracked: int


def docx_text(raw: bytes, *, original: bool) -> DocxText:
    """Return the text of a document; `original` takes the text before its tracked changes.

    A paragraph whose mark was deleted (or, in the original, not yet inserted) goes on in the next one.
    Raises `UnreadableText` for an archive that is no Word document.
    """
    body = _body(raw)
    tracked = sum(1 for _ in body.iter(*_ADDED, *_TAKEN))
    return DocxText(list(_lines(body, _ADDED if original else _TAKEN)), tracked)


def _lines(body: Any, left_out: frozenset[str]) -> Iterator[str]:
    held = ""
    for paragraph in body.iter(_PARAGRAPH):
        held += "".join(_pieces(paragraph, left_out))
        if not _mark_is_left_out(paragraph, left_out):
            yield held
            held = ""
    if held:
        yield held


def _body(raw: bytes) -> Any:
    try:
        return Document(BytesIO(raw)).element.body
    except (BadZipFile, KeyError, PackageNotFoundError, ValueError):
        raise UnreadableText("the file is a zip archive, but no Word document", "a .docx document") from None


def _pieces(element: Any, left_out: frozenset[str]) -> Iterator[str]:
    for child in element:
        if child.tag in left_out or child.tag in _SKIPPED or child.tag == _PARAGRAPH:
            continue
        if child.tag in _TEXT:
            yield child.text or ""
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        else:
            yield from _pieces(child, left_out)


def _mark_is_left_out(paragraph: Any, left_out: frozenset[str]) -> bool:
    properties = paragraph.find(f"{_W}pPr/{_W}rPr")
    return properties is not None and any(child.tag in left_out for child in properties)
