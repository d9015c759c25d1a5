"""What the site is made from: texts, lineages, notes, comparisons, checks and prose, indexed for the pages.

The pages know no store: the same values serve five quoted passages and a whole archive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby

from crdiff.changes.change import Comparison
from crdiff.dialects.transcription import without_slips
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Annotation, Edition, KnownLineage, KnownRelease, NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node, by_number, walk
from crdiff.pages.checks.check_results import CheckResults
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose


@dataclass(frozen=True)
class Text:
    """A text held: what the corpus states of it, and its tree."""

    edition: Edition
    release: Release

    @property
    def id(self) -> str:
        """The edition's id."""
        return self.edition.id

    @property
    def effective(self) -> date:
        """The release it is a text of."""
        return self.edition.release

    @cached_property
    def rules(self) -> Release:
        """Its tree as the rules read: what its copyist misspelled is mended, what changed is found on it."""
        return without_slips(self.release)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every clause in printed order."""
        return walk(self.release)

    @cached_property
    def subsections(self) -> tuple[int, ...]:
        """The subsections it has clauses of, ascending."""
        return tuple(sorted({node.number.subsection for node in self.nodes if not node.number.is_section}))

    @cached_property
    def heading(self) -> Node | None:
        """The heading of the one subsection it quotes; None where it quotes several, or one without its heading."""
        headings = [node for node in self.nodes if node.kind is ClauseKind.SUBSECTION]
        return headings[0] if len(headings) == 1 and len(self.subsections) == 1 else None

    @cached_property
    def _by_number(self) -> Mapping[ClauseNumber, Node]:
        return by_number(walk(self.rules))

    def clause(self, number: ClauseNumber) -> Node | None:
        """Return the first clause of that number, as the rules read."""
        return self._by_number.get(number)

    @cached_property
    def permalinks(self) -> tuple[str, ...]:
        """The id of each clause on a page: its number, with a count where it is printed again (501.2 of 2006-05-01)."""
        seen: Counter[ClauseNumber] = Counter()
        found = []
        for node in self.nodes:
            seen[node.number] += 1
            again = f"-{seen[node.number]}" if seen[node.number] > 1 else ""
            found.append(f"r{node.number}{again}")
        return tuple(found)


@dataclass(frozen=True)
class Library:
    """Everything the site is made from.

    `releases` oldest first, `texts` by release and id. `checks` is None where no results of checks were given.
    `current` says where the numbers of the newest release are read, where the whole of its text is held. `held` are the
    first and the newest release of a whole archive, None where there are only quoted passages.
    """

    releases: tuple[KnownRelease, ...]
    texts: tuple[Text, ...]
    lineages: tuple[KnownLineage, ...]
    annotations: tuple[Annotation, ...]
    comparisons: tuple[Comparison, ...]
    prose: tuple[Prose, ...]
    checks: CheckResults | None = None
    current: Mapping[str, str] = field(default_factory=dict)
    held: tuple[date, date] | None = None

    @property
    def newest(self) -> date:
        """The newest release known."""
        known = [release.effective for release in self.releases] or [text.effective for text in self.texts]
        return max(known)

    @cached_property
    def by_id(self) -> Mapping[str, KnownLineage]:
        """Lineages by id."""
        return {lineage.id: lineage for lineage in self.lineages}

    def clause_page(self, lineage: str | None) -> str:
        """Return where the life of a clause is told that something else names, "" where the site has no such page.

        Results of checks and notes may name clauses of releases that an archive lacks.
        """
        return address.clause(lineage) if lineage and lineage in self.by_id else ""

    @cached_property
    def _places(self) -> Mapping[ClauseNumber, tuple[tuple[NumberRun, KnownLineage], ...]]:
        places: dict[ClauseNumber, list[tuple[NumberRun, KnownLineage]]] = {}
        for lineage in self.lineages:
            for run in lineage.runs:
                places.setdefault(run.number, []).append((run, lineage))
        return {number: tuple(sorted(found, key=lambda pair: pair[0].first)) for number, found in places.items()}

    @cached_property
    def numbers(self) -> tuple[ClauseNumber, ...]:
        """Every number that ever named a clause, in document order."""
        return tuple(sorted(self._places))

    def meanings(self, number: ClauseNumber) -> tuple[tuple[NumberRun, KnownLineage], ...]:
        """Return what `number` named when, oldest first."""
        return self._places.get(number, ())

    def lineage_at(self, number: ClauseNumber, day: date) -> KnownLineage | None:
        """Return the clause that `number` named in the release of `day`."""
        return next((lineage for run, lineage in self.meanings(number) if run.first <= day <= run.last), None)

    def release_of(self, day: date) -> KnownRelease | None:
        """Return what is known of the release of `day`."""
        return next((release for release in self.releases if release.effective == day), None)

    def until(self, lineage: KnownLineage) -> date:
        """Return the day up to which a clause is known: the first release without it, or after the last one known.

        What stands in the newest text of a whole archive lasts to the end of that year, the end of all its pictures:
        they need not be drawn anew with every release.
        """
        last = lineage.runs[-1].last
        if self.is_newest(last):
            return date(last.year + 1, 1, 1)
        later = (release.effective for release in self.releases if release.effective > last)
        return lineage.removed or next(later, last + timedelta(days=1))

    def is_newest(self, release: date) -> bool:
        """Whether `release` is the newest one of a whole archive."""
        return self.held is not None and release == self.held[1]

    def named(self, release: date) -> str:
        """Return what a page calls the last release of a time: "today" for the newest one of a whole archive."""
        return "today" if self.is_newest(release) else release.isoformat()

    def annotations_on(self, lineage: KnownLineage) -> tuple[Annotation, ...]:
        """Return our notes on a clause, by the first release they speak of."""
        return in_time(tuple(each for each in self.annotations if lineage.id in each.lineages))

    def texts_of(self, day: date) -> tuple[Text, ...]:
        """Return the texts of the release of `day`."""
        return tuple(text for text in self.texts if text.effective == day)

    def text_of(self, release: Release) -> Text:
        """Return the text whose rules `release` is; it has to be one of those held."""
        return next(text for text in self.texts if text.rules is release)

    def comparison_of(self, old: Text, new: Text) -> Comparison | None:
        """Return the comparison of two texts, None where they were not compared."""
        for comparison in self.comparisons:
            if comparison.alignment.old is old.rules and comparison.alignment.new is new.rules:
                return comparison
        return None


def in_time(annotations: tuple[Annotation, ...]) -> tuple[Annotation, ...]:
    """Return notes ordered by the first release each speaks of."""
    return tuple(sorted(annotations, key=lambda each: (each.releases[0], each.id)))


def run_at(lineage: KnownLineage, day: date) -> NumberRun | None:
    """Return the run of `lineage` that covers the release of `day`."""
    return next((run for run in lineage.runs if run.first <= day <= run.last), None)


def stays(lineage: KnownLineage) -> tuple[NumberRun, ...]:
    """Return the runs of `lineage`, neighbours under one number joined (711 became another 711 in 2010-10-01)."""
    groups = (tuple(group) for _, group in groupby(lineage.runs, key=lambda run: run.number))
    return tuple(
        NumberRun(group[0].first, group[-1].last, group[0].number, any(run.is_read for run in group))
        for group in groups
    )


def newest_number(lineage: KnownLineage) -> ClauseNumber:
    """Return the last number known of a clause."""
    return lineage.runs[-1].number


def is_heading(lineage: KnownLineage) -> bool:
    """Whether a lineage is that of a section or subsection, which has clauses under it rather than a text."""
    return not newest_number(lineage).rule
