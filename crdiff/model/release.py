"""A release: one published text of the rules, or of a part of them; and stretches of releases."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from crdiff.model.book import MAGIC
from crdiff.model.clause import Clause, Placement, Span
from crdiff.model.number import ClauseNumber


class Level(StrEnum):
    """How much a finding matters: damage of the text itself, something odd, or a remark."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(Struct, frozen=True):
    """Something odd about a text, with its line (from 1).

    `check` is a stable id in kebab-case such as ``repeated-number``; `number` is the clause at fault
    as printed, or "".
    """

    check: str
    level: Level
    message: str
    line: int = 0
    number: str = ""


class Damage(Struct, frozen=True):
    """Characters that the carrier of a text lost or changed: `what` happened, `count` times."""

    what: str
    count: int


class Source(Struct, frozen=True):
    """What the file was.

    `encoding` and `encoding_reason`: what the bytes were read as and why. `line_ends`: ``CRLF``, ``LF``, ``CR``
    or ``mixed``. `dialect` and `dialect_reason` likewise. `sha256`: hex digest of the bytes. `size`: bytes.
    `lines`: lines after line ends were made one.
    """

    name: str
    sha256: str
    size: int
    lines: int
    encoding: str
    encoding_reason: str
    line_ends: str
    dialect: str
    dialect_reason: str
    damage: tuple[Damage, ...] = ()


# The dialect of a text whose paragraphs were told from how its lines are moved in: blank lines mean nothing there.
LAYOUT = "layout"


class Paragraph(Struct, frozen=True):
    """A paragraph outside the clauses, with the lines it fills."""

    text: str
    lines: Span


class GlossaryEntry(Struct, frozen=True):
    r"""A term and its entry in the glossary; paragraphs of `text` are separated by ``\n``."""

    term: str
    text: str
    lines: Span


class AsideKind(StrEnum):
    """The kind of a passage among the rules that is not one of the quoted rules."""

    COMMENT = "comment"
    """an annotation by the page's author ("Briefly:", "Comment:")"""
    RULING = "ruling"
    """a ruling on a card"""
    PASSAGE = "passage"
    """a quotation from another document or another place (3.15 and 805.8 on the 712 page)"""
    PROSE = "prose"
    """the page's own text"""


class Aside(Struct, frozen=True):
    """Text of a page that is not rule text; `about` is the clause it follows, `label` its own number or heading."""

    kind: AsideKind
    text: str
    lines: Span
    about: ClauseNumber | None = None
    label: str = ""


class Fact(Struct, frozen=True):
    """A fact a page states of a clause (`example` None) or of its example (index from 0).

    `name` is ``dated`` for the ``[CompRules 2003/10/01]`` of the 507 page, `value` an ISO date then.
    """

    number: ClauseNumber
    example: int | None
    name: str
    value: str
    line: int


class Quotation(Struct, frozen=True):
    """A line that dates the passages after it: "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"."""

    effective: date
    name: str
    line: int


class Coverage(Struct, frozen=True):
    """The numbers a text set out to quote, each with all under it. None at all means everything.

    `is_inferred`: nobody declared them, they are what the text has.
    """

    numbers: tuple[ClauseNumber, ...] = ()
    is_inferred: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the text claims to be the whole of the rules."""
        return not self.numbers

    def covers(self, number: ClauseNumber) -> bool:
        """Whether `number` is among the numbers quoted, or under one of them."""
        return self.is_whole or any(number.within(quoted) for quoted in self.numbers)


class Release(Struct, frozen=True):
    """One text: its tree, the parts outside the tree, and what the file was.

    `effective` is the date printed in the text (None where none is). `sections` are the top of the tree: sections,
    or whatever stands highest in an excerpt. `placements` run parallel to a walk of `sections` in document order
    (parents before children): see `crdiff.model.tree.walk`. `missing` are the parts that the contents list last and
    the text does not have: it breaks off before them, in whatever part it has last (2013-02-01 in its glossary).
    `lacks_beginning`: it has parts that only a whole text has, and its rules do not begin with the first ones. `book`
    is the name of the rule book that it is of, and `unchecked` the checks of the lint that this is not made for.
    """

    effective: date | None
    title: str
    sections: tuple[Clause, ...]
    placements: tuple[Placement, ...]
    source: Source
    glossary: tuple[GlossaryEntry, ...] = ()
    front: tuple[Paragraph, ...] = ()
    contents: tuple[Paragraph, ...] = ()
    credits: tuple[Paragraph, ...] = ()
    asides: tuple[Aside, ...] = ()
    facts: tuple[Fact, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = Coverage()
    missing: tuple[str, ...] = ()
    lacks_beginning: bool = False
    book: str = MAGIC
    unchecked: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The effective date in ISO form, or the file's name where the text prints no date."""
        return self.effective.isoformat() if self.effective else self.source.name

    @property
    def numbers(self) -> type[ClauseNumber]:
        """The class of the numbers of its book."""
        return type(self.placements[0].number) if self.placements else ClauseNumber


_End = TypeVar("_End", date, int, str)
_Wording = TypeVar("_Wording")
_Span = TypeVar("_Span", bound="ReleaseSpan[date] | ReleaseSpan[int]")


class ReleaseSpan(Struct, Generic[_End], frozen=True, order=True):
    """Releases `first` to `last`, both inside."""

    first: _End
    last: _End

    def covers(self, release: _End) -> bool:
        """Whether `release` is inside."""
        return self.first <= release <= self.last

    def meets(self, other: ReleaseSpan[_End]) -> bool:
        """Whether a release is inside this span and the `other`."""
        return self.first <= other.last and other.first <= self.last


class DaysInForce(Struct, frozen=True):
    """Days `first` to `last`, both inside; `last` is None where no later release is known."""

    first: date
    last: date | None


def days_in_force(spans: Iterable[ReleaseSpan[date]], releases: Sequence[date]) -> tuple[DaysInForce, ...]:
    """Return the days on which releases of `spans` were in force, by all `releases` known, oldest first.

    The last one is the day before the next release: 2009-05-01 was in force to 2009-07-10.
    """
    after = ((span.first, releases[bisect_right(releases, span.last) :][:1]) for span in spans)
    return tuple(DaysInForce(first, later[0] - timedelta(1) if later else None) for first, later in after)


class Stay(ReleaseSpan[int], Generic[_Wording], frozen=True):
    """Releases in which a clause or a glossary entry had one `number`, or term, as printed, and one `wording`."""

    number: str
    wording: _Wording


_Stay_co = TypeVar("_Stay_co", bound=Stay[str] | Stay[int], covariant=True)


class Life(Struct, Generic[_Stay_co], frozen=True):
    """A clause or a glossary entry followed through a chain of releases, by its `id`.

    `stays` are in time order; a gap between two of them is a time in which it did not exist.
    """

    id: str
    stays: tuple[_Stay_co, ...]

    def at(self, position: int) -> _Stay_co | None:
        """Return the stay that a release falls into, None where it does not have the clause."""
        return covering(self.stays, position)


def covering(spans: Iterable[_Span], release: date | int) -> _Span | None:
    """Return the first of `spans` that `release` is inside, None where there is none."""
    for span in spans:  # asked a hundred thousand times for a hundred checks, so no generator and no call
        if span.first <= release <= span.last:  # type: ignore[operator]
            return span
    return None


def spans_of(positions: Sequence[int], dates: Sequence[date]) -> tuple[ReleaseSpan[date], ...]:
    """Return the stretches of releases that `positions` among their `dates`, ascending, make."""
    there = frozenset(positions)
    starts = [at for at in positions if at - 1 not in there]
    ends = [at for at in positions if at + 1 not in there]
    return tuple(ReleaseSpan(dates[start], dates[end]) for start, end in zip(starts, ends, strict=True))
