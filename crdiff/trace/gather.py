"""Make a timeline from the contents of a corpus: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec.structs import replace

from crdiff.history.lineage import Lineage
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.trace.context import keeps_its_sense, wording_of
from crdiff.trace.timeline import Timeline, Wording


def gather(lineages: Iterable[Lineage[ClauseNumber]], texts: Iterable[tuple[date, Release]]) -> Timeline:
    """Return the timeline of `lineages` with the wordings that `texts` hold.

    `texts`: release and text, several of a release allowed: the first that has a clause gives its wording.
    A wording says what the one before it does where, since then, only references are recorded to have changed.
    The timeline does not have clauses that are in none of `lineages`.
    """
    known, held = tuple(lineages), tuple(texts)
    releases = sorted({release for release, _ in held})
    earlier = dict(zip(releases[1:], releases, strict=False))
    wordings: dict[tuple[str, date], Wording] = {}
    quoted: dict[date, tuple[ClauseNumber, ...]] = {}
    for release, text in held:
        before = earlier.get(release)
        numbered = {number: lineage for lineage in known if (number := lineage.number_in(release))}
        for node in walk(text):
            lineage = numbered.get(node.number)
            if lineage and (lineage.id, release) not in wordings:
                is_same = before is not None and not lineage.is_reworded_between(before, release)
                wordings[lineage.id, release] = wording_of(node.clause, is_mechanical=is_same)
        numbers = text.coverage.numbers or tuple(numbered)
        quoted[release] = (*quoted.get(release, ()), *numbers)
    return Timeline(tuple(sorted(quoted)), known, wordings, quoted=quoted)


def gather_lineages(
    releases: Iterable[date],
    lineages: Iterable[Lineage[ClauseNumber]],
    titles: Mapping[str, str],
    glossary: Mapping[date, Mapping[str, Wording]] | None = None,
) -> Timeline:
    """Return the timeline of an archive: the `releases` it holds, and the `lineages` of all clauses with their texts.

    `titles` are those that we gave to lineages, by their ids; `glossary` is that of `Timeline`.
    """
    held = tuple(sorted(set(releases)))
    found: list[Lineage[ClauseNumber]] = []
    wordings: dict[tuple[str, date], Wording] = {}
    for lineage in lineages:
        title = titles.get(lineage.id, lineage.title)
        without_changes = tuple(replace(worded, change=None) for worded in lineage.wordings)
        found.append(replace(lineage, title=title, wordings=without_changes, is_recorded=True))
        wordings.update({(lineage.id, release): wording for release, wording in _wordings(lineage, held)})
    return Timeline(held, tuple(found), wordings, glossary=glossary or {})


def _wordings(lineage: Lineage[ClauseNumber], releases: Sequence[date]) -> Iterator[tuple[date, Wording]]:
    """Yield (release, wording) for each of `releases`, which are in order, with the text of the clause."""
    for worded in lineage.wordings:
        if not worded.is_held:
            continue
        clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
        first = wording_of(clause, is_mechanical=worded.change is not None and keeps_its_sense(worded.change))
        later = replace(first, is_mechanical=True)
        for release in releases[bisect_left(releases, worded.first) : bisect_right(releases, worded.last)]:
            yield release, first if release == worded.first else later
