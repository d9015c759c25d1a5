"""What the corpus states beside the texts: known releases, editions, our own notes.

Facts only. The texts of the editions are read by `crdiff.store.embedded.corpus`, which states the lineages of the
quoted clauses too.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from msgspec import Struct

from crdiff.model.release import Coverage


class Address(Struct, frozen=True):
    """Where the publisher put a release: `kind` is the file's ending (``txt``, ``pdf``), `is_dead` that it is gone."""

    kind: str
    url: str
    is_dead: bool


class KnownRelease(Struct, frozen=True):
    """A release that was published, whether or not its text is at hand; `code` and `name` of its set, or ""."""

    effective: date
    code: str
    name: str
    addresses: tuple[Address, ...]


class DatedBy(StrEnum):
    """How we know which release an edition quotes."""

    # the page says so, or says when it was made
    PAGE = "page"
    # the page has no date: the first release whose text equals the quotation
    WINDOW = "window"


class Edition(Struct, frozen=True):
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


class Happened(StrEnum):
    """What a note says that a release did to a clause or a glossary entry."""

    ADDED = "added"
    REMOVED = "removed"
    REVOKED = "revoked"
    REWORDED = "reworded"
    # another number of a clause, another term of an entry
    RENAMED = "renamed"


class StatedChange(Struct, frozen=True):
    """One statement of a note that the lives can confirm: in `release` this `happened` to the clause or entry `id`."""

    release: date
    happened: Happened
    id: str


class StatedWords(Struct, frozen=True):
    """One statement of a note that a text can confirm: in `release` the clause or entry `name` has these `words`."""

    release: date
    name: str
    words: str


class StoryStretch(Struct, frozen=True):
    """A time in which one answer held: from `first` until the next stretch of the same story.

    `says` is that answer in a sentence or two, `deciding` the ids of the clauses or entries that give it. `outcome` is
    what the game model is expected to come to, where it plays the story.
    """

    title: str
    first: date
    says: str
    deciding: tuple[str, ...]
    outcome: tuple[str, ...] = ()


class Annotation(Struct, frozen=True):
    """A note of our own on one or more clauses and glossary entries.

    `id` is the file's name without its ending, `lineages` and `entries` the ids concerned, `releases` the releases it
    speaks of, `sources` where a reader can check it, `text` Markdown. `story` is the page that tells it, named by its
    own id or by that of the note it is a part of; `theme` groups the list of stories, and `lead` and `stretches` make
    the note a story of its own: both are empty elsewhere. `plays` names what the game model plays in every release: the
    page of such a note shows the outcome, and `story` is "".
    """

    id: str
    title: str
    lineages: tuple[str, ...]
    releases: tuple[date, ...]
    sources: tuple[str, ...]
    text: str
    file: str
    entries: tuple[str, ...] = ()
    claims: tuple[StatedChange, ...] = ()
    quotes: tuple[StatedWords, ...] = ()
    story: str = ""
    theme: str = ""
    lead: str = ""
    stretches: tuple[StoryStretch, ...] = ()
    plays: str = ""

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of all clauses and entries that it is shown on."""
        return *self.lineages, *self.entries

    @property
    def spoken_of(self) -> tuple[str, ...]:
        """The ids of all clauses and entries that it says something of, in their order there."""
        deciding = (name for stretch in self.stretches for name in stretch.deciding)
        return tuple(dict.fromkeys((*self.named, *deciding, *(claim.id for claim in self.claims))))
