"""A lineage: one clause, heading or entry followed through releases, and the place that it is called by."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Facet
from crdiff.errors import UnknownNumber
from crdiff.history.nearest import read_date
from crdiff.history.saying import PARTED, may_differ
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan, covering
from crdiff.text.groups import grouped
from crdiff.text.same_words import words_alone


class Term(str):
    """The term of a glossary entry as printed: what an entry has in place of a number."""

    __slots__ = ()


# What names a lineage in a release: the number of a clause, the term of an entry.
Number_co = TypeVar("Number_co", bound=ClauseNumber | Term, covariant=True)


class How(StrEnum):
    """How a lineage began, ended, or met another one."""

    ADDED = "added"
    REMOVED = "removed"
    REVOKED = "revoked"
    """Its text became a notice that the rule is gone, which keeps its number: 306.7 of 2018-04-27."""
    REINSTATED = "reinstated"
    SPLIT = "split"
    MERGED = "merged"


class NumberRun(ReleaseSpan[date], Generic[Number_co], frozen=True):
    """Releases in which the clause had one number."""

    number: Number_co


class Worded(ReleaseSpan[date], Generic[Number_co], frozen=True):
    """Releases in which the clause had one wording, letter by letter.

    `number` is its number at `first`. `change` describes the change from the wording before, or the arrival of the
    clause; None where the first release of the corpus has it already, or where a text is missing. `facets` are the
    respects in which it differs from the wording before, `is_mechanical` tells that known steps prove it from that, and
    `begins_phrasing` that the words of the clause itself differ (see `Phrasing`): all of it can be known without the
    texts. Without a text of any release of the stretch, `is_held` is false, and `title`, `text` and `examples` are
    empty.
    """

    number: Number_co
    title: str
    text: str
    examples: tuple[str, ...]
    change: Change | None
    facets: tuple[Facet, ...] = ()
    is_held: bool = True
    is_mechanical: bool = False
    begins_phrasing: bool = True

    @property
    def is_parted(self) -> bool:
        """Whether it gave text to another clause, or took some: then its change and its facets are of both."""
        return self.change is not None and self.change.structure in PARTED

    @property
    def own_facets(self) -> tuple[Facet, ...]:
        """The respects in which the clause itself differs: in its words, too, where they went to another clause."""
        is_told = may_differ(self.facets) or not self.begins_phrasing
        return self.facets if is_told else (*self.facets, Facet.WORDING)

    @property
    def wording(self) -> str:
        """What the clause said: its text, after its title if it has both."""
        return f"{self.title}\n{self.text}" if self.title and self.text else self.title or self.text


class Uncounted(StrEnum):
    """Why a wording begins no phrasing: what alone differs from the one before."""

    TYPOGRAPHY = "typography"
    REFERENCE = "reference"
    MISPRINT = "misprint"
    EXAMPLES = "examples"


class Phrasing(ReleaseSpan[date], Generic[Number_co], frozen=True):
    """Releases in which the words of a clause stayed the same: what readers count as one wording.

    `wordings` are those of these releases, letter by letter; the first began the phrasing, the last is how it read at
    its end. The others differ in typography, references, misprints or examples alone.
    """

    wordings: tuple[Worded[Number_co], ...]

    @property
    def span(self) -> ReleaseSpan[date]:
        """The releases from the first to the last with these words."""
        return ReleaseSpan(self.first, self.last)

    @property
    def uncounted(self) -> tuple[tuple[Worded[Number_co], Uncounted], ...]:
        """The wordings that changed something else than the words, each with what it was."""
        return tuple((worded, _uncounted(before, worded)) for before, worded in pairwise(self.wordings))


def _uncounted(before: Worded[ClauseNumber | Term], worded: Worded[ClauseNumber | Term]) -> Uncounted:
    facets = set(worded.facets) - {Facet.TYPOGRAPHIC}
    if worded.is_mechanical and facets <= {Facet.EXAMPLE}:
        return Uncounted.TYPOGRAPHY  # of the examples, too
    if Facet.EXAMPLE in facets:
        return Uncounted.EXAMPLES
    if facets == {Facet.REFERENCE}:
        return Uncounted.REFERENCE
    is_marked = worded.is_held and words_alone(before.wording) == words_alone(worded.wording)
    return Uncounted.TYPOGRAPHY if is_marked or not facets else Uncounted.MISPRINT


class Event(Struct, Generic[Number_co], frozen=True):
    """Something that happened to a lineage in `release`.

    `lineage` and `number` are those of the clause that text came from or went to, "" and None where no other one is
    concerned; `number` is None too where it is not known.
    """

    how: How
    release: date
    lineage: str = ""
    number: Number_co | None = None


class Lineage(Struct, Generic[Number_co], frozen=True):
    """One clause, heading or glossary entry followed through releases.

    `id` is its first known place, such as ``2003-10-01-507.3b``, `aliases` are the other places that can name it,
    oldest first. `title` is its newest title or the first words of its newest text; where no text is held, what we call
    it. `runs` and `wordings` are in time order; a gap between two runs is a time in which it did not exist. `origin`
    says what it came from and what was merged into it: it is empty where the first release known has the clause. `fate`
    says what parted from it and how it ended. `known_until` is the newest release of which it is known whether it has
    the clause. `is_recorded` marks facts that were recorded once, independently of the texts in the corpus. `unsure`
    are the releases of which it is not sure that their clause is the one of the release before, whose text is missing;
    a lineage that begins with one may be older. `left_out` counts the oldest wordings where they are not among
    `wordings`.
    """

    id: str
    title: str
    runs: tuple[NumberRun[Number_co], ...]
    wordings: tuple[Worded[Number_co], ...]
    origin: tuple[Event[Number_co], ...]
    fate: tuple[Event[Number_co], ...]
    known_until: date
    aliases: tuple[str, ...] = ()
    is_recorded: bool = False
    unsure: tuple[date, ...] = ()
    left_out: int = 0

    @property
    def stands(self) -> bool:
        """Whether the newest release known has the clause, be it as a notice that its rule is gone."""
        return self.runs[-1].last == self.known_until

    @property
    def in_force(self) -> bool:
        """Whether the newest release known has the clause as a rule: it was not revoked."""
        return self.stands and not self.revoked

    @property
    def ended(self) -> Event[Number_co] | None:
        """How and when the clause ceased to exist, None where it is not known to have.

        A revoked clause ended when it was revoked, or when its notice was removed. One merged into several gives the
        first of them.
        """
        last = self.runs[-1].last
        ends = [event for event in self.fate if _ends(event) and (event.release > last or event.how is How.REVOKED)]
        return max(ends, key=lambda end: end.release, default=None)

    @property
    def removed(self) -> date | None:
        """The first release without the clause after the last one with it, None where none is known."""
        return self.ended.release if self.ended and self.ended.how is not How.REVOKED else None

    @property
    def revoked(self) -> date | None:
        """The release in which the clause became a notice that its rule is gone, None where it did not."""
        return next((event.release for event in self.fate if event.how is How.REVOKED), None)

    @property
    def phrasings(self) -> tuple[Phrasing[Number_co], ...]:
        """The wordings that readers count, in time order: a new one begins where words changed."""
        groups = grouped(self.wordings, lambda _, worded: not worded.begins_phrasing)
        return tuple(Phrasing(group[0].first, group[-1].last, tuple(group)) for group in groups)

    @property
    def joined_runs(self) -> tuple[NumberRun[Number_co], ...]:
        """The runs, neighbours under one number joined, whatever releases between them lack the clause."""
        groups = (tuple(group) for _, group in groupby(self.runs, key=lambda run: run.number))
        return tuple(NumberRun(group[0].first, group[-1].last, group[0].number) for group in groups)

    def numbers_during(self, phrasing: Phrasing[ClauseNumber | Term]) -> tuple[Number_co, ...]:
        """Return the numbers that the clause had in the time of a `phrasing`, one after the other."""
        return tuple(run.number for run in self.joined_runs if run.meets(phrasing.span))

    def spans_of(self, phrasing: Phrasing[ClauseNumber | Term]) -> tuple[ReleaseSpan[date], ...]:
        """Return the times of a `phrasing`: more than one where the clause was gone between them."""
        back = {event.release for event in self.origin if event.how is How.REINSTATED}
        groups = grouped(phrasing.wordings, lambda _, worded: worded.first not in back)
        return tuple(ReleaseSpan(group[0].first, group[-1].last) for group in groups)

    def run_in(self, release: date) -> NumberRun[Number_co] | None:
        """Return the run that covers `release`, None where the clause is not in force."""
        return covering(self.runs, release)

    def number_in(self, release: date) -> Number_co | None:
        """Return the number in `release`, None where the clause is not in force."""
        run = self.run_in(release)
        return run.number if run else None

    def is_revoked_in(self, release: date) -> bool:
        """Whether the clause is a notice in `release` that its rule is gone, or was before it went itself."""
        return self.revoked is not None and self.revoked <= release

    def is_gone_in(self, release: date) -> bool:
        """Whether `release` is known to be without the clause, which had been in force before, or has its notice."""
        if self.is_revoked_in(release):
            return True
        gone = max((event.release for event in self.fate if _ends(event) and event.release <= release), default=None)
        return gone is not None and not any(gone <= run.last and run.first <= release for run in self.runs)

    def is_unknown_in(self, release: date) -> bool:
        """Whether nothing tells if the clause, in force before, is in force in `release`."""
        return release > self.runs[-1].last and not self.is_gone_in(release)

    def is_recorded_in(self, release: date) -> bool:
        """Whether the clause is in force in `release` and the record says when it got the wording it has there."""
        return self.is_recorded and release <= self.wordings[-1].last and self.run_in(release) is not None

    def says_the_same(self, one: date, other: date) -> bool:
        """Whether the clause has the same words, the numbers it cites aside, in the releases `one` and `other`.

        False too where that is not recorded.
        """
        if not self.is_recorded_in(one) or not self.is_recorded_in(other):
            return False
        return not self.is_reworded_between(*sorted((one, other)))

    def is_reworded_between(self, before: date, release: date) -> bool:
        """Whether a release after `before`, up to `release`, has another wording that known steps do not prove."""
        return any(before < new.first <= release and not new.is_mechanical for new in self.wordings[1:])

    def limited(self, most: int) -> Lineage[Number_co]:
        """Return the lineage with at most `most` wordings, the newest."""
        kept = self.wordings[max(0, len(self.wordings) - most) :]
        return replace(self, wordings=kept, left_out=self.left_out + len(self.wordings) - len(kept))

    def without_after(self, release: date) -> Lineage[Number_co]:
        """Return the lineage without what happened to it after `release`."""
        return replace(self, fate=tuple(event for event in self.fate if event.release <= release))


def _ends(event: Event[ClauseNumber | Term]) -> bool:
    return event.how in {How.REMOVED, How.REVOKED, How.MERGED}


def headline(text: str, words: int = 10) -> str:
    """Return the first words of `text`, with an ellipsis where there are more."""
    pieces = text.split()
    return " ".join(pieces[:words]) + ("…" if len(pieces) > words else "")


class Use(ReleaseSpan[date], frozen=True):
    """What a number meant for a stretch of releases: the lineage it named, and its title or first words then.

    `under` is the title of the heading that it stood under, where its own text is not held. `revoked` is the release in
    which the clause became a notice that its rule is gone, None where it was none yet. `unsure`: see `Lineage`.
    """

    number: ClauseNumber
    lineage: str
    title: str
    under: str = ""
    revoked: date | None = None
    unsure: bool = False


_PLACE = re.compile(r"(\d{4}-\d\d-\d\d)-([^~]+)(?:~(\d+))?")


class Place(Struct, frozen=True, order=True):
    """A clause in a release: release, number, and which of the clauses printed with that number, from 1.

    Written ``2003-10-01-507.3b``, and ``2006-05-01-501.2~2`` for the second 501.2 of 2006-05-01.
    """

    release: date
    number: ClauseNumber
    copy: int = 1

    @classmethod
    def parse(cls, written: str, numbers: type[ClauseNumber] = ClauseNumber) -> Place:
        """Return the place that `written` names.

        Raises `UnknownNumber` for anything else, and `UnknownRelease` where it names no day.
        """
        match = _PLACE.fullmatch(written.strip())
        if not match:
            raise UnknownNumber(
                f"{written!r} is no place of a clause", "a release and a number such as 2003-10-01-507.3b"
            )
        return cls(read_date(match[1]), numbers.parse(match[2]), int(match[3] or 1))

    def __str__(self) -> str:
        return f"{self.release}-{self.number}" + (f"~{self.copy}" if self.copy > 1 else "")
