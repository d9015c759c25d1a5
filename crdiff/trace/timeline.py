"""Which clause lineages are in force in which release, under which number, and what they say.

This is all that checks need to know of a corpus. The embedded corpus supplies number runs for every release and
wordings for the editions it quotes; an archive supplies both for every release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.model.number import ClauseNumber

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
    recorded.
    """

    id: str
    runs: tuple[NumberRun, ...]
    aliases: tuple[str, ...] = ()
    reworded: tuple[str, ...] | None = None

    def number_in(self, release: str) -> str:
        """Return the number in `release`, "" where the clause is not in force."""
        return next((run.number for run in self.runs if run.first <= release <= run.last), "")

    def says_the_same(self, one: str, other: str) -> bool:
        """Whether the clause is recorded to stand in both releases with the same words."""
        if self.reworded is None or not self.number_in(one) or not self.number_in(other):
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

    `releases`: ISO dates whose texts are held, oldest first. `wordings`: by (lineage id, release). `drafts`: those of
    `releases` that are drafts and so later than every published one.
    """

    releases: tuple[str, ...]
    lineages: tuple[Lineage, ...]
    wordings: Mapping[tuple[str, str], Wording]
    drafts: tuple[str, ...] = ()
    _by_id: Mapping[str, Lineage] = field(init=False, repr=False, compare=False)
    _by_number: Mapping[str, Sequence[Lineage]] = field(init=False, repr=False, compare=False)

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

    def lineage(self, lineage_id: str) -> Lineage | None:
        """Return the lineage of that id or alias."""
        return self._by_id.get(lineage_id)

    def in_force(self, release: str) -> tuple[InForce, ...]:
        """Return every lineage in force in `release`, in the order of its numbers there."""
        standing = ((lineage, lineage.number_in(release)) for lineage in self.lineages)
        found = [InForce(one.id, number, self.wordings.get((one.id, release))) for one, number in standing if number]
        return tuple(sorted(found, key=lambda each: (ClauseNumber.parse(each.number), each.lineage)))

    def standing(self, lineage_id: str, release: str) -> InForce | None:
        """Return the lineage of that id or alias as it stands in `release`, None where it is not in force."""
        lineage = self.lineage(lineage_id)
        number = lineage.number_in(release) if lineage else ""
        if not lineage or not number:
            return None
        return InForce(lineage.id, number, self.wordings.get((lineage.id, release)))

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
        for lineage in self._by_number.get(number, ()):
            if lineage.number_in(release) == number:
                return lineage
        raise UnknownNumber(f"{number} is no clause of {release}", self._whereabouts(number, release))

    def _whereabouts(self, number: str, release: str) -> str:
        """Return where else `number` is known and what it is today, or the nearest numbers of `release`."""
        elsewhere = [
            f"{number} of {run.first} to {run.last} ({self._today(lineage)})"
            for lineage in self._by_number.get(number, ())
            for run in lineage.runs
            if run.number == number
        ]
        return ", ".join(elsewhere) or _nearest(number, (each.number for each in self.in_force(release)))

    def _today(self, lineage: Lineage) -> str:
        number = lineage.number_in(self.newest)
        return f"today {number}" if number else "gone since"

    def require_release(self, release: str) -> str:
        """Return `release`. Raises `UnknownRelease`, naming those held, if its text is not held."""
        if release not in self.releases:
            raise UnknownRelease(f"no text of {release} is held", ", ".join(self.releases))
        return release


def _nearest(wanted: str, known: Iterable[str]) -> str:
    near = get_close_matches(wanted, sorted(known), n=3, cutoff=0.5)
    return ", ".join(near) or "a clause of the corpus"
