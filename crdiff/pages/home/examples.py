"""Four questions to try on the home page, chosen from what the archive can answer."""

from __future__ import annotations

from collections import Counter
from urllib.parse import quote_plus

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted

Example = tuple[str, str, str]
"""A question as one would type it, what its answer says, and where that is."""


def examples(archive: ArchiveIndex, shown: ClauseLineage | None) -> tuple[Example, ...]:
    """Return the questions, each about another clause than the one that is `shown` on the page."""
    titled = [each for each in archive.contents.lineages if each is not shown and _is_titled(each, archive)]
    current = max(titled, key=lambda each: (len(each.phrasings), len(each.runs), each.id), default=None)
    moved = [each for each in titled if each is not current and len(each.runs) > 1]
    renumbered = max(moved, key=lambda each: (len(each.runs), len(each.phrasings), each.id), default=None)
    made = (
        _current(current, archive) if current else None,
        None if archive.is_recorded else _word(archive),
        _renumbered(renumbered) if renumbered else None,
        None if archive.is_recorded else _on_a_day(archive),
    )
    return tuple(filter(None, made))


def _is_titled(lineage: ClauseLineage, archive: ArchiveIndex) -> bool:
    """Whether a clause is in force and part of a keyword or another rule with a title: its name tells what it is about.

    Where no rule has a title, or no text is held, any subrule will do.
    """
    number = lineage.runs[-1].number
    return lineage.in_force and bool(number.letter) and (number.subsection in archive.split or not archive.split)


def _current(clause: ClauseLineage, archive: ArchiveIndex) -> Example:
    """Return the number of a rule in force."""
    number, _, title = clause_name(clause, archive).partition(" ")
    wordings = counted(len(clause.phrasings), "wording")
    text = "its text today" if archive.is_today(archive.newest) else "its newest text"
    says = "its numbers and dates" if archive.is_recorded else f"{text} and its {wordings}"
    return number, f"{title}: {says}" if title else says.capitalize(), address.clause(clause.id)


def _word(archive: ArchiveIndex) -> Example | None:
    """Return a term that left the glossary: the longest that a note of ours is about, else the one that left last."""
    titles = " ".join(note.title.lower() for note in archive.annotations)
    gone = [(entry.removed, entry.runs[-1].number.lower()) for entry in archive.entries if entry.removed]
    if not gone:
        return None
    told = [term for _, term in gone if term in titles]
    term = max(told, key=lambda each: (len(each), each), default=max(gone)[1])
    return term, "Where the rule was, and when it was removed", _search(term)


def _renumbered(clause: ClauseLineage) -> Example:
    """Return a former number of a rule, with a year in which it was that rule's."""
    run = max(clause.runs[:-1], key=lambda run: run.last - run.first)
    year = run.first.year + (run.last.year - run.first.year) // 2
    asked = f"{run.number} {year}"
    return asked, "What that number meant in that year", _search(asked)


def _on_a_day(archive: ArchiveIndex) -> Example | None:
    """Return the subsection that is cited most and fits on a page, on a day halfway through its number."""
    cited: Counter[int] = Counter()
    for number, referring in archive.referring.items():
        cited[number.subsection] += sum(each.subsection != number.subsection for each in referring)
    fitting = [number for number in archive.subsections if number not in archive.split]
    chosen = max(fitting, key=lambda number: (cited[number], -number), default=0)
    heading = archive.lineages.get(archive.lineage_of(ClauseNumber(chosen), archive.newest))
    if not heading:
        return None
    dates = [day for day in archive.contents.dates if heading.runs[-1].covers(day)]
    day = dates[len(dates) // 2]
    title = archive.places.worded(heading.id, day).wording
    return f"{chosen} on {day}", f"{title} as it was on that day", archive.places.at(ClauseNumber(chosen), day)


def _search(words: str) -> str:
    return f"{address.SEARCH}?q={quote_plus(words)}"
