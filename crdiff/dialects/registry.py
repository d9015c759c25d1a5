"""Which dialect a text is written in, by evidence, and the whole way from bytes to a release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from hashlib import sha256
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, cast

from msgspec.structs import replace

from crdiff.dialects.blocks import TextBlock
from crdiff.dialects.evidence import Evidence, numbered_lines
from crdiff.dialects.excerpt import quoted_coverage
from crdiff.errors import UnreadableText, UnrecognisedText, UsageError
from crdiff.importers.document import Tracked, import_document
from crdiff.importers.kinds import PLAIN, is_page_of_html
from crdiff.model.book import FORMS, MAGIC, Book
from crdiff.model.number import numbers_of
from crdiff.model.release import LAYOUT, Coverage, Damage, Release, Source
from crdiff.text.decode import Decoded, decode
from crdiff.text.hidden import shown_on_a_line
from crdiff.text.markers import without_markers


class Dialect(Protocol):
    """A way of writing the rules down, a module: how to count its lines in a text, and how to read it."""

    def evidence(self, text: str, /) -> Evidence:
        """Count the lines of `text` that this dialect recognises as its own."""

    def parse(self, text: str, source: Source, /) -> Release:
        """Return the release that `text` prints."""


# Module by name; each is loaded when it is needed, so that reading a release does not pay for reading web pages.
#
# Where two recognise equally many lines the first wins: each says more than those after it.
DIALECTS: Mapping[str, str] = MappingProxyType(
    {name: f"crdiff.dialects.{name}" for name in ("rulings", "wiki", "markdown", "lesson", "official")}
)


def read(
    raw: bytes,
    name: str,
    dialect: str | None = None,
    coverage: Coverage | None = None,
    tracked: Tracked = Tracked.FINAL,
    *,
    book: Book | None = None,
) -> Release:
    """Return the release in `raw`, of Magic's rules or of another `book`.

    `name` is how findings call the file. `dialect` overrides the evidence. `coverage` is what the text set out to
    quote; without it the numbers standing highest in an excerpt are taken. `tracked` says which side of tracked
    changes a .docx is read on. Raises `UnreadableText`, `UnrecognisedText`, and `UsageError` for a dialect that does
    not exist.
    """
    decoded = _decoded(raw, name, tracked)
    if book and book.name != MAGIC:
        return _read_book(raw, name, decoded, book)
    chosen, reason = (dialect, "asked for") if dialect else choose(decoded.text)
    release = _dialect(chosen).parse(without_markers(decoded.text), _source(raw, name, decoded, chosen, reason))
    if not release.placements:
        raise UnrecognisedText(f"no rules found by the dialect {chosen}", _LOOKED_FOR)
    return replace(release, coverage=coverage or quoted_coverage(release))


def _read_book(raw: bytes, name: str, decoded: Decoded, book: Book) -> Release:
    """Return a release of another book: its publisher's own text, in the form that official texts have.

    A text that prints no date is of the day that its name begins with.
    """
    from crdiff.dialects import layout, manual, official

    numbers, text, headings = numbers_of(book.numbers), without_markers(decoded.text), book.headings
    source = _source(raw, name, decoded, book.form, numbered_lines(decoded.text, book.numbers).reason)
    if book.form == "manual":
        release = manual.parse(text, source, numbers, book.furniture, headings)
    else:
        blocks = layout.read_layout(text, numbers, book.furniture, headings) if book.form == LAYOUT else None
        if book.form not in FORMS:
            blocks = [TextBlock(said, at, at, apart=True, indent=0) for at, said in reader_called(book.form)(text)]
        release = official.parse(text, source, numbers, blocks, headings)
    return replace(
        release,
        effective=release.effective or _day_named(name),
        coverage=quoted_coverage(release, sections_min=1),
        book=book.name,
        unchecked=book.unchecked,
    )


def _day_named(name: str) -> date | None:
    """Return the day with which the name of a file begins, as in ``2021-03-01.txt``."""
    with suppress(ValueError):
        return date.fromisoformat(name.replace("\\", "/").rpartition("/")[2][: len("2021-03-01")])
    return None


# Takes the text of a file to its paragraphs as an official text has them, each with its line, from 1.
Reader = Callable[[str], Iterable[tuple[int, str]]]
# The group of entry points whose names are forms of texts, each a `Reader`.
READERS = "crdiff.books"


def reader_called(form: str) -> Reader:
    """Return the reader that is installed for texts of a form. Raises `UsageError` where none is."""
    from importlib.metadata import entry_points

    for found in entry_points(group=READERS, name=form):
        return cast("Reader", found.load())
    known = ", ".join((*FORMS, *sorted(entry_points(group=READERS).names)))
    raise UsageError(f"there is no form {form!r}", f"one of {known}")


def read_lines(raw: bytes, name: str, tracked: Tracked = Tracked.FINAL) -> tuple[str, ...]:
    """Return the lines of the text in `raw`, as the spans of its release count them, from 1, with markers for the lint.

    `name` and `tracked` as for `read`. Raises `UnreadableText`.
    """
    return tuple(_decoded(raw, name, tracked).text.split("\n"))


def _decoded(raw: bytes, name: str, tracked: Tracked) -> Decoded:
    """Return the text of a file, or of a document unless its name says that it is plain text."""
    document = None if name.lower().endswith(PLAIN) else import_document(raw, tracked)
    if document is None:
        decoded = decode(raw)
        if not is_page_of_html(decoded.text, name):
            return decoded
        return replace(decoded, text=_lines_of_html(decoded.text), reason=f"{decoded.reason}, read as HTML")
    return Decoded(document.text, document.format, document.reason, "LF", document.damage)


def _lines_of_html(text: str) -> str:
    """Return the text of a page of HTML, a line for each paragraph. Raises `UnreadableText` where it has none."""
    from crdiff.importers.page import html_text

    lines = "\n".join(line.strip() for line in html_text(text).text.split("\n"))
    if not lines.strip():
        raise UnreadableText("the page of HTML holds no text", "rules between its tags")
    return lines


def choose(text: str) -> tuple[str, str]:
    """Return the dialect that recognises most lines of `text`, and why in words.

    Raises `UnrecognisedText` where none recognises any.
    """
    sample = text[:_SAMPLE_LENGTH]
    plain = numbered_lines(sample)
    if plain.lines >= _NUMBERED_MIN and _TITLE in sample[:_TITLE_WITHIN].casefold():
        return "official", plain.reason + _where(sample, text)
    found = _evidence(sample)
    if len(sample) < len(text) and not any(evidence.lines for evidence in found.values()):
        sample, found = text, _evidence(text)
    name = max(found, key=lambda candidate: found[candidate].lines)
    if not found[name].lines:
        raise UnrecognisedText("no numbered rules found", _LOOKED_FOR)
    return name, found[name].reason + _where(sample, text)


def _evidence(text: str) -> dict[str, Evidence]:
    return {name: _dialect(name).evidence(text) for name in DIALECTS}


def _dialect(name: str) -> Dialect:
    if name not in DIALECTS:
        raise UsageError(f"there is no dialect {name!r}", " or ".join(sorted(DIALECTS)))
    return cast("Dialect", import_module(DIALECTS[name]))


def _where(sample: str, text: str) -> str:
    return "" if len(sample) == len(text) else f" (in the first {_SAMPLE_LENGTH:,} characters)"


# Characters in which a release prints its title.
_TITLE_WITHIN = 300
_TITLE = "comprehensive rules"
# Lines opening with a bare number: a text with so many and the title is a release, and nothing else.
_NUMBERED_MIN = 100

# Characters that show a dialect; a whole release has up to a million, the pages that quote rules far fewer.
_SAMPLE_LENGTH = 100_000

_LOOKED_FOR = (
    "lines such as '718.1. Some cards…', '- 720.1. …', '**718.1.** …' or '• 507.1 - … [CompRules 2003/10/01]'; "
    "for the rules of another game, --book"
)


def _source(raw: bytes, name: str, decoded: Decoded, dialect: str, reason: str) -> Source:
    return Source(
        name=shown_on_a_line(name),
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        lines=decoded.text.count("\n") + 1,
        encoding=decoded.encoding,
        encoding_reason=decoded.reason,
        line_ends=decoded.line_ends,
        dialect=dialect,
        dialect_reason=reason,
        damage=tuple(Damage(what, count) for what, count in decoded.damage),
    )
