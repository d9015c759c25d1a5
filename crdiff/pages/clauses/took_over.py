"""What took over from a clause or glossary entry that ended, as its page says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.history.heirs import Ground, Heir, subsections_of
from crdiff.history.lineage import Term
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, EntryLineage, is_heading
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted


@dataclass(frozen=True, slots=True)
class HeirView:
    """What took over: the words before its name and after it, and the sentence that shows it, "" for none."""

    said: str
    name: str
    href: str
    then: str
    sentence: str = ""


def clause_heirs(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[HeirView]:
    """Yield what took over from a clause, nothing where it is unknown."""
    ended = lineage.ended
    if ended and is_heading(lineage):
        yield from _scattered(lineage, ended.release, archive)
        return
    for heir in archive.heirs_of(lineage) if ended else ():
        name = f"{heir.number} {clause_name(archive.lineages[heir.lineage], archive).partition(' ')[2]}".strip()
        yield _view(heir, name, address.clause(heir.lineage), _today(heir, archive), archive)


def _today(heir: Heir[ClauseNumber], archive: ArchiveIndex) -> str:
    lineage = archive.lineages[heir.lineage]
    if not lineage.in_force:
        return " (not in force today)" if not archive.is_recorded else ""
    number = lineage.runs[-1].number
    return f" (today {number})" if number != heir.number and not archive.is_recorded else ""


def _view(heir: Heir[ClauseNumber] | Heir[Term], name: str, href: str, today: str, archive: ArchiveIndex) -> HeirView:
    match heir.ground:
        case Ground.MERGED:
            return HeirView("Its text was merged into", name, href, f"{today}.")
        case Ground.SAME:
            return HeirView("The same text is in", name, href, f"{today}.")
        case Ground.NEAR:
            new = f"{today}, which gained this sentence with {archive.came_with(heir.release)}:"
            return HeirView("The nearest rule is", name, href, new, heir.sentence)


def _scattered(lineage: ClauseLineage, release: date, archive: ArchiveIndex) -> Iterator[HeirView]:
    """Yield the subsections that the clauses under a heading went to."""
    last = lineage.runs[-1]
    inside = [one.lineage for one in archive.contents.standing[last.last] if one.number.within(last.number)]
    clauses = [archive.lineages[each] for each in inside if each != lineage.id]
    for subsection, count in subsections_of(clauses, release):
        there = archive.lineage_of(ClauseNumber(subsection), release)
        if there:
            title = archive.title_in(there, release)
            said = f"{counted(count, 'clause')} went to".capitalize()
            yield HeirView(said, f"{subsection} {title}", address.clause(there), ".")


def entry_heirs(entry: EntryLineage, archive: ArchiveIndex) -> Iterator[HeirView]:
    """Yield what took over from a glossary entry: the entry that calls it obsolete, or one with its sentences."""
    if not entry.ended:
        return
    twins = list(obsolete_twins(entry, archive))
    yield from twins
    for heir in archive.entry_heirs_of(entry) if not twins else ():
        yield _view(heir, heir.number, address.entry(heir.lineage), "", archive)


def obsolete_twins(entry: EntryLineage, archive: ArchiveIndex) -> Iterator[HeirView]:
    """Yield the entry that calls a term obsolete for one that had the term, and the other way round."""
    for other, is_telling in archive.obsolete_twins(entry):
        name, where = other.runs[-1].number, address.entry(other.id)
        if is_telling:
            yield HeirView("", name, where, " says what the term meant.")
        else:
            yield HeirView("The term was explained under", name, where, ".")
