"""Four questions to try on the home page, chosen from what the archive can answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from urllib.parse import quote_plus

from crdiff.history.lineage import NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, is_heading
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, times


@dataclass(frozen=True, slots=True)
class Example:
    """A question as one would type it, what its answer says, and where that is."""

    asked: str
    says: str
    href: str


def examples(archive: ArchiveIndex, shown: ClauseLineage | None) -> tuple[Example, ...]:
    """Return the questions, each about another clause than the one that is `shown` on the page."""
    told = [each for each in archive.contents.lineages if each is not shown]
    makers: tuple[Callable[[Iterable[ClauseLineage], ArchiveIndex], Iterator[Example]], ...]
    makers = (_current, _renumbered) if archive.is_recorded else (_current, _word, _renumbered, _on_a_day)
    return tuple(example for make in makers for example in make(told, archive))


def _current(lineages: Iterable[ClauseLineage], archive: ArchiveIndex) -> Iterator[Example]:
    """Yield the number of the rule in force that was reworded most often."""
    standing = [each for each in lineages if each.in_force and each.runs[-1].number.rule]
    if clause := max(standing, key=lambda each: (len(each.phrasings), each.id), default=None):
        number, _, title = clause_name(clause, archive).partition(" ")
        wordings = counted(len(clause.phrasings), "wording")
        says = "its dates and numbers" if archive.is_recorded else f"its text today and its {wordings}"
        yield Example(number, f"{title}: {says}" if title else says.capitalize(), address.clause(clause.id))


def _word(_: Iterable[ClauseLineage], archive: ArchiveIndex) -> Iterator[Example]:
    """Yield a term that left the glossary: one that a note of ours speaks of, else the one that left last."""
    gone = [(entry.removed, entry.runs[-1].number) for entry in archive.entries if entry.removed]
    titles = " ".join(note.title.lower() for note in archive.annotations)
    if gone:
        term = max(gone, key=lambda each: (each[1].lower() in titles, *each))[1].lower()
        yield Example(term, "Where the rule was, and when it ended", _search(term))


def _renumbered(lineages: Iterable[ClauseLineage], archive: ArchiveIndex) -> Iterator[Example]:
    """Yield a former number, with a year in which it was one, of the rule with the most numbers."""
    moved = [each for each in lineages if each.in_force and each.runs[-1].number.rule and len(each.runs) > 1]
    if clause := max(moved, key=lambda each: (len(each.runs), each.id), default=None):
        run = max(clause.runs[:-1], key=_days)
        year = run.first.year + (run.last.year - run.first.year) // 2
        says = f"What that number meant in that year; it has changed {times(len(clause.runs) - 1)}"
        where = address.number(run.number) if archive.is_recorded else _search(f"{run.number} {year}")
        yield Example(f"{run.number} {year}", says, where)


def _on_a_day(_: Iterable[ClauseLineage], archive: ArchiveIndex) -> Iterator[Example]:
    """Yield the subsection that had the most texts, on a day halfway through the archive."""
    headings = [each for each in archive.contents.lineages if is_heading(each) and not each.runs[-1].number.is_section]
    kept = [each for each in headings if each.in_force and len(each.runs) == 1]
    if not kept:
        return
    heading = max(kept, key=lambda each: (len(archive.places.texts(each.id)), each.id))
    day = _halfway(heading.runs[0], archive)
    number = heading.number_in(day)
    if number:
        where = archive.places.at(number, day)
        yield Example(f"{number} on {day}", f"{archive.title(heading.id)}: the text of that day", where)


def _days(run: NumberRun[ClauseNumber]) -> int:
    return (run.last - run.first).days


def _halfway(run: NumberRun[ClauseNumber], archive: ArchiveIndex) -> date:
    dates = [day for day in archive.contents.dates if run.first <= day <= run.last]
    return dates[len(dates) // 2]


def _search(words: str) -> str:
    return f"{address.SEARCH}?q={quote_plus(words)}"
