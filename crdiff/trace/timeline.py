"""Which clause lineages are in force in which release, under which number, what they say and cite."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from itertools import accumulate, pairwise

from msgspec import Struct, field

from crdiff.annotate.cross_references import cross_references
from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.lineage import Lineage, NumberRun
from crdiff.history.nearest import day_named, nearest_dates, read_date
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key


@lru_cache(maxsize=8192)
def numbers_cited(text: str) -> frozenset[ClauseNumber]:
    """Return the numbers that `text` cites. Cached, since most texts recur release after release."""
    return frozenset(number for reference in cross_references(text) for number in reference.numbers)


# Stands for a draft in place of a release: later than every date.
DRAFT = date.max
_DRAFT = "draft"
# Share of characters in common, as difflib counts it, from which on a known name is near to one that is not known.
_LIKENESS_OF_A_SLIP = 0.5
_NUMBER_OF_ID, _SUBSECTION_OF_ID = len("1999-04-23-"), len("1999-04-23-502")
_LINEAGE = re.compile(r"\d{4}-\d\d-\d\d-\S+")


@cache
def release_name(release: date) -> str:
    """Return what a release is called where it is written down: its ISO date, or ``draft``."""
    return _DRAFT if release == DRAFT else release.isoformat()


@cache
def release_named(name: str) -> date:
    """Return the release that `release_name` called so. Raises `UnknownRelease` for anything else."""
    return DRAFT if name == _DRAFT else read_date(name)


class Wording(Struct, frozen=True):
    """What a clause says in one release.

    `fingerprint`: 16 hex digits over title, text and examples after typography (`crdiff.model.fingerprint`). `text`:
    the same as one text, typography folded, examples on lines of their own. `is_mechanical`: whether it says the same
    as in the release before that holds the clause, or changed mechanically only.
    """

    fingerprint: str
    text: str
    is_mechanical: bool = False


class InForce(Struct, frozen=True):
    """A lineage in one release; `wording` is None where the corpus lacks that text."""

    lineage: str
    number: ClauseNumber
    wording: Wording | None

    def says(self, phrase: str) -> bool:
        """Whether the text is known and contains `phrase`."""
        return self.wording is not None and phrase in self.wording.text


class ClauseName(Struct, frozen=True):
    """A clause as people name it: a number and a release, or a lineage's id alone.

    Without a release a number is taken from the newest release held. `says` narrows the name to the wordings that
    contain a phrase.
    """

    number: str
    release: date | None = None
    says: str = ""

    @classmethod
    def parse(cls, written: str) -> ClauseName:
        """Return the name in ``720.5a@2024-06-07``, ``720.5a`` or ``2003-10-01-507.3a``. Raises `UnknownRelease`."""
        number, _, release = written.partition("@")
        return cls.of(number, release)

    @classmethod
    def of(cls, number: str, release: str, says: str = "") -> ClauseName:
        """Return the name with a release as written, "" for none. Raises `UnknownRelease`."""
        return cls(number, release_named(release) if release else None, says)

    @property
    def is_lineage(self) -> bool:
        """Whether this is a lineage's id rather than a number."""
        return bool(_LINEAGE.fullmatch(self.number))

    def __str__(self) -> str:
        return f"{self.number} of {release_name(self.release)}" if self.release else self.number


class Timeline(Struct, frozen=True, dict=True):
    """Lineages, and their wordings in the releases of a corpus.

    `releases`: those with a text, oldest first. `wordings`: by (lineage id, release); one of a release without a text
    is known from a quotation. `quoted`: the numbers, each with all under it, that are known of a release of which not
    every clause is known. `glossary`: by release, the wording of each entry by its term.
    """

    releases: tuple[date, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    wordings: Mapping[tuple[str, date], Wording]
    quoted: Mapping[date, tuple[ClauseNumber, ...]] = field(default_factory=dict)
    glossary: Mapping[date, Mapping[str, Wording]] = field(default_factory=dict)

    @cached_property
    def _by_id(self) -> Mapping[str, Lineage[ClauseNumber]]:
        by_alias = {alias: lineage for lineage in self.lineages for alias in lineage.aliases}
        return by_alias | {lineage.id: lineage for lineage in self.lineages}

    @cached_property
    def _by_number(self) -> Mapping[ClauseNumber, Sequence[Lineage[ClauseNumber]]]:
        numbered = ((lineage, dict.fromkeys(run.number for run in lineage.runs)) for lineage in self.lineages)
        return by_key((number, lineage) for lineage, numbers in numbered for number in numbers)

    @property
    def newest(self) -> date:
        """The newest published release."""
        return next(release for release in reversed(self.releases) if release != DRAFT)

    @cached_property
    def known(self) -> Sequence[date]:
        """The releases with a text, and those where a number or a wording begins or ends, which may have none."""
        spans = (span for lineage in self.lineages for span in (*lineage.runs, *lineage.wordings))
        return sorted({*self.releases, *(day for span in spans for day in (span.first, span.last))})

    def holds(self, number: ClauseNumber, release: date) -> bool:
        """Whether the text is held in which `release` has the clause called `number`, if it has one of that number."""
        if release not in self.releases or release not in self.quoted:
            return release in self.releases
        return any(number.within(quoted) for quoted in self.quoted[release])

    def lineage(self, lineage_id: str) -> Lineage[ClauseNumber] | None:
        """Return the lineage of that id or alias."""
        return self._by_id.get(lineage_id)

    def numbers_in(
        self, release: date, subsections: Iterable[ClauseNumber] | None = None
    ) -> Iterator[tuple[str, ClauseNumber]]:
        """Yield the id and the number of every lineage in force in `release`, or under some `subsections`; in order.

        `subsections` are in order too, such as 102.
        """
        runs = self._by_subsection
        for subsection in runs if subsections is None else subsections:
            for run, lineage in runs.get(subsection, ()):
                if run.covers(release):
                    yield lineage, run.number

    @cached_property
    def _by_subsection(self) -> Mapping[ClauseNumber, Sequence[tuple[NumberRun[ClauseNumber], str]]]:
        """Every run of every lineage, by number: sorted once for the many questions about release after release."""
        runs = ((run, lineage.id) for lineage in self.lineages for run in lineage.runs)
        in_order = sorted(runs, key=lambda each: (each[0].number, each[1]))
        return by_key((run.number.subsection, (run, lineage)) for run, lineage in in_order)

    @cached_property
    def standing(self) -> Callable[[str, date], InForce | None]:
        """Return the lineage of an id or alias in a release, None where it is not in force or revoked.

        Every check that names a clause asks for it in every release, and the report asks again.
        """

        def standing(lineage_id: str, release: date) -> InForce | None:
            lineage = self.lineage(lineage_id)
            number = lineage.number_in(release) if lineage else None
            if not lineage or not number or lineage.is_gone_in(release):
                return None
            return InForce(lineage.id, number, self.wordings.get((lineage.id, release)))

        return cache(standing)

    def lineage_at(self, number: ClauseNumber, release: date) -> Lineage[ClauseNumber] | None:
        """Return the lineage that has `number` in `release`, None where none is known."""
        return next((each for each in self._by_number.get(number, ()) if each.number_in(release) == number), None)

    def terms_citing(self, number: ClauseNumber, release: date) -> tuple[str, ...]:
        """Return the terms whose entries in `release` cite a clause, or one that it is under; in order."""
        above = {number.upto(level) for level in range(1, number.level + 1)}
        return tuple(sorted({term for each in above for term in self._terms_citing(release).get(each, ())}))

    @cached_property
    def _terms_citing(self) -> Callable[[date], Mapping[ClauseNumber, Sequence[str]]]:
        def citing(release: date) -> Mapping[ClauseNumber, Sequence[str]]:
            entries = self.glossary.get(release, {}).items()
            return by_key((cited, term) for term, entry in entries for cited in numbers_cited(entry.text))

        return cache(citing)

    def named(self, name: ClauseName) -> Lineage[ClauseNumber] | None:
        """Return the lineage that `name` means, None where it means none."""
        if name.is_lineage:
            return self.lineage(name.number)
        return self.lineage_at(ClauseNumber.parse(name.number), name.release or self.newest)

    def find(self, name: ClauseName) -> Lineage[ClauseNumber]:
        """Return the lineage that `name` means.

        Raises `UnknownNumber` if there is none, naming near ones or what is known of the number in other releases.
        """
        if found := self.named(name):
            return found
        if name.is_lineage:
            raise UnknownNumber(f"no lineage {name.number}", self._ids_near(name.number))
        number, release = ClauseNumber.parse(name.number), name.release or self.newest
        expected = self.elsewhere(number) or _nearest(str(number), (str(each) for _, each in self.numbers_in(release)))
        raise UnknownNumber(f"{number} is not a clause of {release_name(release)}", expected)

    def _ids_near(self, name: str) -> str:
        """Return the ids like `name`: of the same subsection of its release, or of its number in another one.

        The known releases have some 270,000 ids: comparing a name with each of them takes seconds.
        """
        return _nearest(name, {each for part in _parts_of_id(name) for each in self._ids_by_part.get(part, ())})

    @cached_property
    def _ids_by_part(self) -> Mapping[str, Sequence[str]]:
        """The ids by their release with their subsection, and by their number."""
        return by_key((part, each) for each in self._by_id for part in _parts_of_id(each))

    def _today(self, lineage: Lineage[ClauseNumber]) -> str:
        if (number := lineage.number_in(self.newest)) and not lineage.is_gone_in(self.newest):
            return f"today {number}"
        if lineage.is_revoked_in(self.newest):
            return f"revoked in {lineage.revoked}"
        return "unknown since" if lineage.is_unknown_in(self.newest) else "gone since"

    @cached_property
    def senses(self) -> Callable[[str], Mapping[date, int]]:
        """Return a number for each release with a wording of the clause: the same where it says the same.

        Mechanical changes of a wording leave what it says as it was.
        """
        worded = by_key(self.wordings)

        def senses(lineage_id: str) -> Mapping[date, int]:
            releases = sorted(worded.get(lineage_id, ()))
            said = [self.wordings[lineage_id, release] for release in releases]
            changed = (not new.is_mechanical and new.fingerprint != old.fingerprint for old, new in pairwise(said))
            return dict(zip(releases, accumulate(changed, initial=0), strict=False))  # how often it changed by then

        return cache(senses)

    def fingerprints(self, lineage_id: str, release: date) -> Collection[str]:
        """Return the fingerprints of the wordings in which the clause says what it says in `release`."""
        said = self.senses(lineage_id).get(release)
        return () if said is None else self._of_sense(lineage_id, said)

    @cached_property
    def _of_sense(self) -> Callable[[str, int], Collection[str]]:
        def fingerprints(lineage_id: str, said: int) -> Collection[str]:
            found = (each for each, sense in self.senses(lineage_id).items() if sense == said)
            return {self.wordings[lineage_id, each].fingerprint for each in found}

        return cache(fingerprints)

    def elsewhere(self, number: ClauseNumber) -> str:
        """Return, in words, when a clause was called `number` and what it is today, "" where none is known."""
        return ", ".join(
            f"{number} of {run.first} to {run.last} ({self._today(lineage)})"
            for lineage in self._by_number.get(number, ())
            for run in lineage.runs
            if run.number == number
        )

    def require_release(self, name: str) -> date:
        """Return the release called `name`: by its ISO date, ``latest`` or ``previous``.

        Raises `UnknownRelease`, naming the nearest ones held, if its text is not held.
        """
        release = day_named(name, [each for each in self.releases if each != DRAFT])
        if release not in self.releases:
            near = " or ".join(map(release_name, nearest_dates(release, self.releases)))
            raise UnknownRelease(f"no text of {release} is held", f"a release that is held, such as {near}")
        return release


def _parts_of_id(name: str) -> tuple[str, str]:
    """Return the release with the subsection, and the number, in the id of a lineage."""
    return name[:_SUBSECTION_OF_ID], name[_NUMBER_OF_ID:]


def _nearest(wanted: str, known: Iterable[str]) -> str:
    near = get_close_matches(wanted, sorted(known), n=3, cutoff=_LIKENESS_OF_A_SLIP)
    return ", ".join(near) or "a clause of the corpus"
