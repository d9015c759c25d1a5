"""The first sentences on the history of a clause: its numbers and wordings in figures, and how it began."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.clauses.steps import wordings_since
from crdiff.pages.frame.english import counted, sentence
from crdiff.reports.phrases import listed, not_sure

_NUMBERS_NAMED_MAX = 5
"""Count of numbers that a sentence names with their years; of more only the first and the last."""


def clause_lead(lineage: ClauseLineage, archive: ArchiveIndex) -> str:
    """Return the sentences above the picture of a history."""
    return " ".join(map(sentence, filter(None, (_counts(lineage), _numbers(lineage), *_began(lineage, archive)))))


def _counts(lineage: ClauseLineage) -> str:
    numbers, said = {run.number for run in lineage.runs}, wordings_since(lineage)
    if len(numbers) > 1:
        return f"{counted(len(numbers), 'number')} and {said}"
    if len(lineage.phrasings) > 1 or lineage.ended:
        return said
    return f"Neither its number nor its words have changed since {lineage.runs[0].first.year}"


def _numbers(lineage: ClauseLineage) -> str:
    """Return the numbers with their years: "It was 702.18b until 2013 and has been 702.19b since 2013"."""
    runs = lineage.joined_runs
    if len(runs) < 2:
        return ""
    first, *between, last = runs
    year = last.first.year
    end = f"and {last.number} from {year}" if lineage.ended else f"and has been {last.number} since {year}"
    if len(runs) > _NUMBERS_NAMED_MAX:
        return f"It was {first.number} until {between[0].first.year} {end}, with other numbers in between"
    middle = f", then {listed([str(run.number) for run in between])}" if between else ""
    return f"It was {first.number} until {runs[1].first.year}{middle}{',' if middle else ''} {end}"


def _began(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[str]:
    """Yield how a clause began, or what is not sure of it: what the first release has may be older than that."""
    first = lineage.runs[0]
    yield from not_sure(lineage)
    if not lineage.origin and first.first not in lineage.unsure:
        known = "known" if archive.knows_more else "on this site"
        yield f"It was {first.number} in {archive.release_name(first.first)}, the first release {known}"
