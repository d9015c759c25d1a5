"""A .pdf document to lines: printed lines joined to paragraphs by where they stand on their page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pypdfium2

from crdiff.errors import UnreadableText
from crdiff.importers.fence import MEMORY, SECONDS, FenceError, fenced

# Pages of a document; the one of 2024-06-07 has 292.
_PAGES_MAX = 10_000

# Distance between two lines that stand apart, in heights of a line.
_APART_MIN = 1.5

# Width of a space, in points.
_SPACE_WIDTH = 3.0

# Share of the width that stays free at the end of a wrapped line.
_RAGGED_MAX = 0.2

# Digits of the number of a page.
_DIGITS_MAX = 5

# What the library returns for a hyphen at the end of a line.
_WRAPPED_HYPHEN = "\ufffe"

# What a font of symbols gives for the dot of a list.
_SYMBOL = re.compile("[\x80-\x9f]")

_ENDS = frozenset('.:)]”"')
_STARTS_ANEW = re.compile(r"\d{1,3}\.\S* |Examples?(?: [A-Z0-9])?:", re.IGNORECASE)


class _Line(NamedTuple):
    """A printed line: its text, its right edge, the width of its first word, its foot, all in points; its page.

    `is_broken` says that the space after its last word is there, as word processors leave it where they wrap.
    """

    text: str
    is_broken: bool
    right: float
    first_word: float
    bottom: float
    page: int


def pdf_lines(raw: bytes) -> list[str]:
    """Return the paragraphs of a document, a blank line where more than a line's space lies between two.

    Raises `UnreadableText` for a document that is damaged, needs a password, or takes more time or memory than any
    text of the rules.
    """
    return _fenced(lambda: "\n".join(_paragraphs(raw))).split("\n")


def pdf_opening(raw: bytes) -> str:
    """Return the text of the first page. Raises `UnreadableText` as `pdf_lines` does."""
    return _fenced(lambda: _document(raw)[0].get_textpage().get_text_range())


def _fenced(read: Callable[[], str]) -> str:
    try:
        return fenced(partial(_read, read), _DamagedError).decode()
    except FenceError as error:
        if not str(error):
            what = f"the .pdf document takes more than {SECONDS} s or {MEMORY >> 20} MB to read, or breaks its reader"
            raise UnreadableText(what, "a .docx, or the rules as plain text") from None
        what = f"the .pdf document cannot be opened ({error})"
        raise UnreadableText(what, "a whole one without a password") from None


def _read(read: Callable[[], str]) -> bytes:
    try:
        return read().encode("utf-8", "replace")
    except (pypdfium2.PdfiumError, ValueError, IndexError) as error:
        raise _DamagedError(_reason(error)) from None


class _DamagedError(Exception):
    """What the library says of a document that it cannot read."""


def _reason(error: Exception) -> str:
    """Return why the library gave up, without the frame of its sentence; it may call that a success."""
    reason = str(error).removeprefix("Failed to load document (PDFium: ").removesuffix(").")
    return "it is damaged" if reason in {"", "Success"} else reason[0].lower() + reason[1:]


def _document(raw: bytes) -> pypdfium2.PdfDocument:
    document = pypdfium2.PdfDocument(raw)
    if len(document) > _PAGES_MAX:
        raise _DamagedError(f"{len(document):,} pages are more than {_PAGES_MAX:,}")
    return document


def _paragraphs(raw: bytes) -> Iterator[str]:
    """Yield the paragraphs; a line goes on in the next one if that one's first word had no room left in it."""
    lines = _without_page_numbers([list(_lines(found, page)) for page, found in enumerate(_document(raw))])
    margin = max((line.right for line in lines), default=0.0)
    pitch = _pitch(lines)
    paragraph = ""
    for before, line in zip([None, *lines], lines, strict=False):
        if before and _continues(before, line, margin, pitch):
            paragraph += line.text if paragraph[-1] in "-–—/" else f" {line.text}"
            continue
        if before:
            yield paragraph
            if _stands_apart(before, line, pitch):
                yield ""
        paragraph = line.text
    yield paragraph


def _without_page_numbers(pages: list[list[_Line]]) -> list[_Line]:
    """Return the lines of all pages but for their numbers: digits at either end of a page that count with the pages.

    Where fewer than half of the pages are numbered so, the digits say something else. A foot may stand among the lines
    above it: page 7 of the Infraction Procedure Guide of 2010-07-01.
    """
    ends = [(at, line.text) for at, lines in enumerate(pages) for line in (*lines[:1], *lines[-1:])]
    counted = Counter(int(text) - at for at, text in ends if text.isdecimal() and len(text) <= _DIGITS_MAX)
    first, count = next(iter(counted.most_common(1)), (0, 0))
    is_numbered = 2 * count > len(pages)
    return [
        line
        for at, lines in enumerate(pages)
        for line in lines
        if not (is_numbered and line.text == str(first + at) and _is_at_an_end(line, lines))
    ]


def _is_at_an_end(line: _Line, lines: list[_Line]) -> bool:
    return line in {lines[0], lines[-1]} or line.bottom <= min(each.bottom for each in lines)


def _lines(page: pypdfium2.PdfPage, number: int) -> Iterator[_Line]:
    text_page = page.get_textpage()
    at = 0
    for printed in text_page.get_text_range().split("\r\n"):
        text = printed.rstrip()
        if text:
            left, bottom, _, _ = text_page.get_charbox(at, loose=True)
            first_word = text_page.get_charbox(at + len(text.split(None, 1)[0]) - 1)[2] - left
            right = text_page.get_charbox(at + len(text) - 1)[2]
            plain = _SYMBOL.sub("•", text.replace(_WRAPPED_HYPHEN, "-"))
            yield _Line(plain, text != printed, right, first_word, bottom, number)
        at += len(printed) + len("\r\n")


def _pitch(lines: list[_Line]) -> float:
    """Return the commonest distance between two lines of a page."""
    distances = Counter(
        round(before.bottom - line.bottom, 1) for before, line in pairwise(lines) if before.page == line.page
    )
    return distances.most_common(1)[0][0] if distances else 0.0


def _continues(before: _Line, line: _Line, margin: float, pitch: float) -> bool:
    """Whether `line` is of the same paragraph as the line before it.

    A long line that stops in the middle of a sentence goes on, over a gap too (613.6 of 2024-06-07 is set with one). A
    line that ends a sentence goes on if the next word had no room in it, but not over a blank line, not to a label or
    an example, and over a page break not to a short line without a full stop: a heading or a term.
    """
    room = margin - before.right
    had_no_room = room < line.first_word + _SPACE_WIDTH
    if before.text[-1] not in _ENDS:
        if _stands_apart(before, line, pitch) and line.page == before.page:
            return room < margin * _RAGGED_MAX and line.text[0].islower()
        return had_no_room or room < margin * _RAGGED_MAX
    if line.page == before.page and _stands_apart(before, line, pitch):
        return False
    starts_anew = _STARTS_ANEW.match(line.text) is not None
    is_prose = line.is_broken or line.text[-1] in _ENDS
    if line.page != before.page and (starts_anew or not before.is_broken or not is_prose):
        return False
    return (before.is_broken and room < margin * _RAGGED_MAX) or (had_no_room and not starts_anew)


def _stands_apart(before: _Line, line: _Line, pitch: float) -> bool:
    return line.page != before.page or before.bottom - line.bottom > pitch * _APART_MIN
