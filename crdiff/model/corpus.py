"""What the corpus states beside the texts: known releases, editions, lineages of the quoted clauses, our own notes.

Facts only. The texts of the editions are read by `crdiff.store.embedded.corpus`; lineages computed from texts are
`crdiff.history.lineage`, these here were recorded from an archive that need not be at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage


@dataclass(frozen=True, slots=True)
class Address:
    """Where the publisher put a release: `kind` is the file's ending (``txt``, ``pdf``), `is_dead` that it is gone."""

    kind: str
    url: str
    is_dead: bool


@dataclass(frozen=True, slots=True)
class KnownRelease:
    """A release that was published, whether or not its text is at hand; `code` and `name` of its set, or ""."""

    effective: date
    code: str
    name: str
    addresses: tuple[Address, ...]


class DatedBy(StrEnum):
    """How we know which release an edition quotes."""

    PAGE = "page"
    """the page says so, or says when it was made"""
    WINDOW = "window"
    """the page has no date: the first release whose text equals the quotation"""


@dataclass(frozen=True, slots=True)
class Edition:
    """A publisher's text of a part of a release.

    `release` is the release it is taken to quote, `first` to `last` (both inside) the releases whose text equals the
    quotation after typography, `dating` the reason in words. `file` is relative to the corpus, with forward slashes.
    `left_out` says what of the page is not in the file, `notice` whose words these are.
    """

    id: str
    title: str
    publisher: str
    release: date
    first: date
    last: date
    dated_by: DatedBy
    dating: str
    coverage: Coverage
    dialect: str
    file: str
    sha256: str
    provenance: str
    left_out: str
    notice: str


@dataclass(frozen=True, slots=True)
class NumberRun:
    """A stretch of releases, both ends inside, in which a clause had one number.

    `is_read` is false where nobody read the texts of the stretch: its number is known from elsewhere.
    """

    first: date
    last: date
    number: ClauseNumber
    is_read: bool


class Respect(StrEnum):
    """In which respect a clause got another wording."""

    WORDING = "wording"
    REFERENCE = "reference"
    """only the numbers it refers to"""
    EXAMPLE = "example"
    """only its examples"""


@dataclass(frozen=True, slots=True)
class NewWording:
    """A release that words a clause differently from the one before it."""

    release: date
    respect: Respect


class How(StrEnum):
    """How a lineage met another one, or ended."""

    MERGED = "merged"
    SPLIT = "split"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class LineageEvent:
    """Something that happened to a lineage in a release; `lineage` is the id of the other one, or ""."""

    how: How
    lineage: str
    release: date


@dataclass(frozen=True, slots=True)
class KnownLineage:
    """One clause through the archive. `id` is its first known place: ``2003-10-01-507.3b``.

    `title` names it in our words. `runs` are in time order. `origin` says what was merged into it or what it was split
    from, `fate` what it became.
    """

    id: str
    title: str
    runs: tuple[NumberRun, ...]
    wordings: tuple[NewWording, ...]
    origin: tuple[LineageEvent, ...]
    fate: tuple[LineageEvent, ...]

    @property
    def removed(self) -> date | None:
        """The first release without the clause, None where the newest one read still has it."""
        return next((event.release for event in self.fate if event.how in {How.REMOVED, How.MERGED}), None)

    def number_in(self, release: date) -> ClauseNumber | None:
        """Return the number the clause has in `release`, None where it does not stand in it."""
        return next((run.number for run in self.runs if run.first <= release <= run.last), None)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A note of our own on one or more clauses.

    `id` is the file's name without its ending, `lineages` the ids concerned, `releases` the releases it speaks of,
    `sources` where a reader can check it, `text` Markdown.
    """

    id: str
    title: str
    lineages: tuple[str, ...]
    releases: tuple[date, ...]
    sources: tuple[str, ...]
    text: str
    file: str
