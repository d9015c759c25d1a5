"""What took over from a clause or glossary entry that ended, as its page says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.history.heirs import Ground, Heir, obsolete_of, subsections_of
from crdiff.history.lineage import Term
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import source_of
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
    for heir in archive.heirs.of(lineage) if ended else ():
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
    for heir in archive.entry_heirs.of(entry) if not twins else ():
        yield _view(heir, heir.number, address.entry(heir.lineage), "", archive)


def obsolete_twins(entry: EntryLineage, archive: ArchiveIndex) -> Iterator[HeirView]:
    """Yield the entry that calls a term obsolete for one that had the term, and the other way round."""
    terms = {run.number for run in entry.runs}
    for other in archive.entries:
        if other.id == entry.id:
            continue
        others = {run.number for run in other.runs}
        if any(obsolete_of(each) in terms for each in others):
            name = other.runs[-1].number
            yield HeirView("", name, address.entry(other.id), " says what the term meant.")
        elif any(obsolete_of(each) in others for each in terms):
            name = other.runs[-1].number
            yield HeirView("The term was explained under", name, address.entry(other.id), ".")


def clause_source(lineage: ClauseLineage, archive: ArchiveIndex) -> str:
    """Return the fingerprint of all that `clause_heirs` reads of the releases that a clause ended between."""
    if not lineage.ended or archive.is_recorded:
        return ""
    said = (archive.contents.standing.get(day, ()) for day in (lineage.runs[-1].last, lineage.ended.release))
    return source_of([[(one.lineage, one.number, one.fingerprint) for one in there] for there in said])
