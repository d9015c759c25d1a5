"""Which clause lineages are in force in which release, under which number, and what they say.

This is all that checks need to know of a corpus. The embedded corpus supplies number runs for every release and
wordings for the editions it quotes; an archive supplies both for every release.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.nearest import dated
from crdiff.model.number import ClauseNumber
from crdiff.trace.citing import numbers_cited

_LINEAGE = re.compile(r"\d{4}-\d\d-\d\d-\S+")


@dataclass(frozen=True, slots=True)
class Wording:
    """What a clause says in one release.

    `fingerprint`: 16 hex digits over title, text and examples after typography (`crdiff.model.fingerprint`). `text`:
    the same as one text, typography folded, examples on lines of their own. `is_mechanical`: whether it says the same
    as in the release before that holds the clause, or changed mechanically only.
    """

    fingerprint: str
    text: str
    is_mechanical: bool = False


@dataclass(frozen=True, slots=True)
class NumberRun:
    """Releases `first` to `last` (ISO dates, both included) in which a clause has `number`."""

    first: str
    last: str
    number: str


@dataclass(frozen=True, slots=True)
class Lineage:
    """One clause followed: its id (``2003-10-01-507.3b``), the ids it had before, its numbers in time order.

    `reworded`: the releases recorded to word it otherwise than the one before, references apart; None where none are
    recorded. `read_until` is the last release that was read for that record. `ended` is the first release known to be
    without the clause, "" where none is.
    """

    id: str
    runs: tuple[NumberRun, ...]
    aliases: tuple[str, ...] = ()
    reworded: tuple[str, ...] | None = None
    read_until: str = ""
    ended: str = ""

    def number_in(self, release: str) -> str:
        """Return the number in `release`, "" where the clause is not in force."""
        for run in self.runs:  # asked a hundred thousand times for a hundred checks, so no generator
            if run.first <= release <= run.last:
                return run.number
        return ""

    def is_gone_in(self, release: str) -> bool:
        """Whether `release` is known to be without the clause, which had been in force before."""
        return bool(self.ended) and self.ended <= release and not self.number_in(release)

    def is_unknown_in(self, release: str) -> bool:
        """Whether nothing tells if the clause, in force before, is in force in `release`."""
        return release > self.runs[-1].last and not self.is_gone_in(release)

    def is_recorded_in(self, release: str) -> bool:
        """Whether the clause is in force in `release` and the record says when it got the wording it has there."""
        return self.reworded is not None and release <= self.read_until and bool(self.number_in(release))

    def says_the_same(self, one: str, other: str) -> bool:
        """Whether the clause is recorded to stand in both releases with the same words."""
        if not self.is_recorded_in(one) or not self.is_recorded_in(other) or self.reworded is None:
            return False
        return not any(min(one, other) < release <= max(one, other) for release in self.reworded)


@dataclass(frozen=True, slots=True)
class InForce:
    """A lineage as it stands in one release; `wording` is None where that text is not held."""

    lineage: str
    number: str
    wording: Wording | None

    def says(self, phrase: str) -> bool:
        """Whether the text is held and contains `phrase`."""
        return self.wording is not None and phrase in self.wording.text


@dataclass(frozen=True, slots=True)
class ClauseName:
    """A clause as people name it: a number and a release, or a lineage's id alone.

    Without a release a number is taken from the newest release held. `says` narrows the name to the wordings that
    contain a phrase.
    """

    number: str
    release: str = ""
    says: str = ""

    @classmethod
    def parse(cls, written: str) -> ClauseName:
        """Return the name in ``720.5a@2024-06-07``, ``720.5a`` or ``2003-10-01-507.3a``."""
        number, _, release = written.partition("@")
        return cls(number, release)

    @property
    def is_lineage(self) -> bool:
        """Whether this is a lineage's id rather than a number."""
        return bool(_LINEAGE.fullmatch(self.number))

    def __str__(self) -> str:
        return f"{self.number} of {self.release}" if self.release else self.number


@dataclass(frozen=True)
class Timeline:
    """Lineages, and their wordings in the releases held.

    `releases`: ISO dates whose texts are held, oldest first. `wordings`: by (lineage id, release); one of a release not
    held is known from a quotation. `drafts`: those of `releases` that are drafts and so later than every published one.
    `quoted`: the numbers, each with all under it, that are known of a release of which not every clause is known.
    `glossary`: by release, what it says of each term.
    """

    releases: tuple[str, ...]
    lineages: tuple[Lineage, ...]
    wordings: Mapping[tuple[str, str], Wording]
    drafts: tuple[str, ...] = ()
    quoted: Mapping[str, tuple[ClauseNumber, ...]] = field(default_factory=dict)
    glossary: Mapping[str, Mapping[str, Wording]] = field(default_factory=dict)
    _by_id: Mapping[str, Lineage] = field(init=False, repr=False, compare=False)
    _by_number: Mapping[str, Sequence[Lineage]] = field(init=False, repr=False, compare=False)
    _senses: dict[str, Mapping[str, int]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _fingerprints: dict[str, Mapping[int, set[str]]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    _terms: dict[str, Mapping[ClauseNumber, set[str]]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        """Index the lineages by id and alias, and by every number they had."""
        by_id = {alias: lineage for lineage in self.lineages for alias in lineage.aliases}
        by_id |= {lineage.id: lineage for lineage in self.lineages}
        by_number: dict[str, list[Lineage]] = {}
        for lineage in self.lineages:
            for number in dict.fromkeys(run.number for run in lineage.runs):
                by_number.setdefault(number, []).append(lineage)
        object.__setattr__(self, "_by_id", by_id)
        object.__setattr__(self, "_by_number", by_number)

    @property
    def newest(self) -> str:
        """The newest published release held."""
        return next(release for release in reversed(self.releases) if release not in self.drafts)

    def holds(self, number: str, release: str) -> bool:
        """Whether the text is held in which `release` has the clause called `number`, if it has one of that number."""
        if release not in self.releases or release not in self.quoted:
            return release in self.releases
        return any(ClauseNumber.parse(number).within(quoted) for quoted in self.quoted[release])

    def lineage(self, lineage_id: str) -> Lineage | None:
        """Return the lineage of that id or alias."""
        return self._by_id.get(lineage_id)

    def in_force(self, release: str) -> tuple[InForce, ...]:
        """Return every lineage in force in `release`, in the order of its numbers there."""
        return tuple(
            InForce(lineage, number, self.wordings.get((lineage, release)))
            for lineage, number in self.numbers_in(release)
        )

    def numbers_in(self, release: str, subsections: Iterable[str] | None = None) -> Iterator[tuple[str, str]]:
        """Yield the id and the number of every lineage in force in `release`, or under some `subsections`; in order.

        `subsections` are in order too, such as ``102``.
        """
        runs = self._by_subsection
        for subsection in runs if subsections is None else subsections:
            for run, lineage in runs.get(subsection, ()):
                if run.first <= release <= run.last:
                    yield lineage, run.number

    @cached_property
    def _by_subsection(self) -> Mapping[str, Sequence[tuple[NumberRun, str]]]:
        """Every run of every lineage, by number: sorted once, since releases are asked for one after the other."""
        runs = ((run, lineage.id) for lineage in self.lineages for run in lineage.runs)
        in_order = sorted(runs, key=lambda each: (ClauseNumber.parse(each[0].number).key, each[1]))
        found: dict[str, list[tuple[NumberRun, str]]] = defaultdict(list)
        for run, lineage in in_order:
            found[run.number.partition(".")[0]].append((run, lineage))
        return dict(found)

    def standing(self, lineage_id: str, release: str) -> InForce | None:
        """Return the lineage of that id or alias as it stands in `release`, None where it is not in force."""
        lineage = self.lineage(lineage_id)
        number = lineage.number_in(release) if lineage else ""
        if not lineage or not number:
            return None
        return InForce(lineage.id, number, self.wordings.get((lineage.id, release)))

    def lineage_at(self, number: str, release: str) -> Lineage | None:
        """Return the lineage that has `number` in `release`, None where none is known."""
        return next((each for each in self._by_number.get(number, ()) if each.number_in(release) == number), None)

    def terms_citing(self, number: ClauseNumber, release: str) -> tuple[str, ...]:
        """Return the terms whose entries in `release` cite a clause, or one that it is under; in order."""
        if release not in self._terms:
            found: dict[ClauseNumber, set[str]] = defaultdict(set)
            for term, entry in self.glossary.get(release, {}).items():
                for cited in numbers_cited(entry.text):
                    found[cited].add(term)
            self._terms[release] = found
        terms: set[str] = set()
        place: ClauseNumber | None = number
        while place:
            terms.update(self._terms[release].get(place, ()))
            place = place.parent
        return tuple(sorted(terms))

    def find(self, name: ClauseName) -> Lineage:
        """Return the lineage that `name` means.

        Raises `UnknownNumber` if there is none, naming near ones or what is known of the number in other releases.
        """
        if name.is_lineage:
            found = self.lineage(name.number)
            if found is None:
                raise UnknownNumber(f"no lineage {name.number}", _nearest(name.number, self._by_id))
            return found
        number = str(ClauseNumber.parse(name.number))
        release = name.release or self.newest
        if lineage := self.lineage_at(number, release):
            return lineage
        raise UnknownNumber(f"{number} is not a clause of {release}", self._whereabouts(number, release))

    def _whereabouts(self, number: str, release: str) -> str:
        """Return where else `number` is known and what it is today, or the nearest numbers of `release`."""
        return self.elsewhere(number) or _nearest(number, (each for _, each in self.numbers_in(release)))

    def _today(self, lineage: Lineage) -> str:
        if number := lineage.number_in(self.newest):
            return f"today {number}"
        return "unknown since" if lineage.is_unknown_in(self.newest) else "gone since"

    def senses(self, lineage_id: str) -> Mapping[str, int]:
        """Return a number for each release with a wording of the clause: the same where it says the same.

        Mechanical changes of a wording leave what it says as it was.
        """
        if lineage_id not in self._senses:
            worded = [(release, self.wordings[lineage_id, release]) for release in self._worded.get(lineage_id, ())]
            self._senses[lineage_id] = dict(_numbered(worded))
        return self._senses[lineage_id]

    @cached_property
    def _worded(self) -> Mapping[str, Sequence[str]]:
        """The releases with a wording of each lineage, oldest first."""
        found: dict[str, list[str]] = defaultdict(list)
        for lineage_id, release in self.wordings:
            found[lineage_id].append(release)
        return {lineage_id: sorted(releases) for lineage_id, releases in found.items()}

    def fingerprints(self, lineage_id: str, release: str) -> Collection[str]:
        """Return the fingerprints of the wordings in which the clause says what it says in `release`."""
        if lineage_id not in self._fingerprints:
            found: dict[int, set[str]] = defaultdict(set)
            for each, sense in self.senses(lineage_id).items():
                found[sense].add(self.wordings[lineage_id, each].fingerprint)
            self._fingerprints[lineage_id] = found
        said = self.senses(lineage_id).get(release)
        return () if said is None else self._fingerprints[lineage_id][said]

    def elsewhere(self, number: str) -> str:
        """Return, in words, when a clause was called `number` and what it is today, "" where none is known."""
        return ", ".join(
            f"{number} of {run.first} to {run.last} ({self._today(lineage)})"
            for lineage in self._by_number.get(number, ())
            for run in lineage.runs
            if run.number == number
        )

    def require_release(self, release: str) -> str:
        """Return the ISO date of `release`: that itself, ``latest`` or ``previous``.

        Raises `UnknownRelease`, naming those held, if its text is not held.
        """
        release = dated(release, [each for each in self.releases if each not in self.drafts])
        if release not in self.releases:
            raise UnknownRelease(f"no text of {release} is held", ", ".join(self.releases))
        return release


def _numbered(worded: Sequence[tuple[str, Wording]]) -> Iterator[tuple[str, int]]:
    """Yield each release with the count of wordings before it that changed what the clause says."""
    sense = 0
    before: Wording | None = None
    for release, wording in worded:
        if before and not wording.is_mechanical and wording.fingerprint != before.fingerprint:
            sense += 1
        yield release, sense
        before = wording


def _nearest(wanted: str, known: Iterable[str]) -> str:
    near = get_close_matches(wanted, sorted(known), n=3, cutoff=0.5)
    return ", ".join(near) or "a clause of the corpus"
