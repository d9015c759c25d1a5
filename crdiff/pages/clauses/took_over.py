"""What took over from a clause or an entry that ended, and where the newest text cites a clause."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from datetime import date

from msgspec import Struct

from crdiff.annotate.cross_references import cross_references
from crdiff.history.heirs import Ground, Heir, subsections_of
from crdiff.history.lineage import Term
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses
from crdiff.pages.clauses.card import clause_name
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted
from crdiff.pages.lives import Calendar, ClauseLineage, EntryLineage, Lives, is_heading
from crdiff.text.words import sentence_ends


class HeirView(Struct, frozen=True):
    """What took over: the words before its name and after it, and the sentence that shows it, "" for none."""

    said: str
    name: str
    href: str
    then: str
    sentence: str = ""


def clause_heirs(lineage: ClauseLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield what took over from a clause, nothing where it is unknown."""
    ended = lineage.ended
    if ended and is_heading(lineage):
        yield from _scattered(lineage, ended.release, lives)
        return
    for heir in lives.heirs_of(lineage) if ended else ():
        name = f"{heir.number} {clause_name(lives.lineages[heir.lineage], lives).partition(' ')[2]}".strip()
        yield _view(heir, name, address.clause(heir.lineage), _today(heir, lives), lives)


def _today(heir: Heir[ClauseNumber], lives: Lives) -> str:
    lineage = lives.lineages[heir.lineage]
    if not lineage.in_force:
        return " (not in force today)" if not lives.is_recorded else ""
    number = lineage.runs[-1].number
    return f" (today {number})" if number != heir.number and not lives.is_recorded else ""


def _view(heir: Heir[ClauseNumber] | Heir[Term], name: str, href: str, today: str, calendar: Calendar) -> HeirView:
    match heir.ground:
        case Ground.MERGED:
            return HeirView("Its text was merged into", name, href, f"{today}.")
        case Ground.SAME:
            return HeirView("The same text is in", name, href, f"{today}.")
        case Ground.NEAR:
            new = f"{today}, which gained this sentence with {calendar.came_with(heir.release)}:"
            return HeirView("The nearest rule is", name, href, new, heir.sentence)


def _scattered(lineage: ClauseLineage, release: date, lives: Lives) -> Iterator[HeirView]:
    """Yield the subsections that the clauses under a heading went to."""
    last = lineage.runs[-1]
    inside = [one.lineage for one in lives.contents.standing[last.last] if one.number.within(last.number)]
    clauses = [lives.lineages[each] for each in inside if each != lineage.id]
    for subsection, count in subsections_of(clauses, release):
        there = lives.lineage_of(subsection, release)
        if there:
            title = lives.title_in(there, release)
            said = f"{counted(count, 'clause')} went to".capitalize()
            yield HeirView(said, f"{subsection} {title}", address.clause(there), ".")


def entry_heirs(entry: EntryLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield what took over from a glossary entry: the entry that calls it obsolete, or one with its sentences."""
    if not entry.ended:
        return
    twins = list(obsolete_twins(entry, lives))
    yield from twins
    for heir in lives.entry_heirs_of(entry) if not twins else ():
        yield _view(heir, heir.number, address.entry(heir.lineage), "", lives)


def obsolete_twins(entry: EntryLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield the entry that calls a term obsolete for one that had the term, and the other way round."""
    for other, is_telling in lives.obsolete_twins(entry):
        name, where = other.runs[-1].number, address.entry(other.id)
        if is_telling:
            yield HeirView("", name, where, " says what the term meant.")
        else:
            yield HeirView("The term was explained under", name, where, ".")


_SENTENCE_MAX = 220
"""Characters of a citing sentence that are shown: three lines. Longer ones are cut on both sides of the number."""


Citation = tuple[str, str, str]
"""A place that cites a clause: its number or term, where it is read, the sentence."""


def citations(addresses: Addresses) -> Mapping[ClauseNumber, tuple[Citation, ...]]:
    """Return who cites each number of the newest text, clauses first, in document order."""
    found: dict[ClauseNumber, dict[tuple[str, str], str]] = {}
    for name, number, href, text in () if addresses.is_recorded else _texts(addresses):
        for cited, sentence in _cited(text):
            if cited != number:
                found.setdefault(cited, {}).setdefault((name, href), sentence)
    return {number: tuple((*place, sentence) for place, sentence in by.items()) for number, by in found.items()}


def _texts(addresses: Addresses) -> Iterator[tuple[str, ClauseNumber | None, str, str]]:
    for shown in addresses.contents.current.clauses:
        for text in (shown.text, *shown.examples):
            yield str(shown.number), shown.number, addresses.current.get(shown.number, ""), text
    for term in addresses.contents.glossary:
        where = addresses.entry_page(term.term, addresses.newest)
        for text in term.texts:
            yield f"Glossary: {term.term}", None, where, text


def _cited(text: str) -> Iterator[tuple[ClauseNumber, str]]:
    references = cross_references(text)
    ends = sentence_ends(text) if references else []
    for each in references:
        at = bisect_right(ends, each.start)
        start, stop = ends[at - 1] if at else 0, ends[at]
        sentence = _around(text[start:stop], each.start - start, each.stop - start)
        for number in each.numbers:
            yield number, sentence


def _around(sentence: str, start: int, stop: int) -> str:
    """Return a sentence, cut to what stands around the characters `start` to `stop` where it is long."""
    sentence = sentence.replace("\n", " ")
    if len(sentence.strip()) <= _SENTENCE_MAX:
        return sentence.strip()
    room = (_SENTENCE_MAX - (stop - start)) // 2
    first, last = max(start - room, 0), min(stop + room, len(sentence))
    before = sentence[first:start] if not first else "… " + sentence[first:start].partition(" ")[2]
    after = sentence[stop:last] if last == len(sentence) else sentence[stop:last].rpartition(" ")[0] + " …"
    return f"{before}{sentence[start:stop]}{after}".strip()
