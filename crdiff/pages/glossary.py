"""The glossary: the list of all terms, a page for each first letter, and one for each entry there ever was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec.structs import replace

from crdiff.changes.change import Op, Segment
from crdiff.history.entries import same_term
from crdiff.history.lineage import How, Lineage, Term
from crdiff.output.workers import Files
from crdiff.pages import address, clause_parts
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.change_view import RedlineView
from crdiff.pages.drawing import LifePicture, Period, Scale, draw_periods
from crdiff.pages.english import linked, sentence
from crdiff.pages.lives import Calendar, EntryLineage, Lives
from crdiff.pages.render import beside, page, this_book
from crdiff.reports.phrases import listed
from crdiff.store.archive.site_contents import CurrentTerm
from crdiff.text.groups import by_key
from crdiff.text.normalise import fold_typography

# Characters of redlines on a page, as on that of a clause; older wordings are only dated.
_REDLINES_MOST = 90_000


def former_terms(entry: Lineage[Term]) -> tuple[str, ...]:
    """Return the terms that an entry had before, oldest first; case and punctuation do not count."""
    kept = {same_term(entry.runs[-1].number)}
    former = {same_term(run.number): run.number for run in reversed(entry.runs) if same_term(run.number) not in kept}
    return tuple(reversed(former.values()))


def entry_page(
    entry: Lineage[Term], letter: tuple[str, str], neighbours: Mapping[str, Any], archive: ArchiveIndex
) -> tuple[str, bytes]:
    """Return address and page of `entry`.

    `letter` is where its letter is listed, `neighbours` lead to those around it. On the page, `twins` are entries that
    call its term obsolete, or are so called.
    """
    where, term = address.entry(entry.id), entry.runs[-1].number
    is_current = entry.in_force and entry.wordings[-1].covers(archive.newest)
    then = archive.contents.standing[entry.runs[-1].last]
    targets = archive.current if is_current else {one.number: address.clause(one.lineage) for one in then}
    back = [release for _, release in _absences(entry)]
    has_steps = len(entry.phrasings) > 1 or bool(back)
    return page(
        "glossary/entry.html",
        where,
        f"{term}, glossary",
        clause_parts.described(entry, archive),
        card=f"{this_book().initials} Glossary: {term}",
        calendar=archive,
        entry=entry,
        letter=letter,
        lead=_lead(entry, archive),
        quotable=clause_parts.quotable(entry, f"{this_book().initials} Glossary: {term}", archive),
        paragraphs=[linked(each, targets, where) for each in entry.wordings[-1].text.split("\n") if each],
        picture=_picture(entry, archive.scale),
        rows=list(clause_parts.wording_rows(entry, archive, has_steps=has_steps)),
        uncounted=clause_parts.not_counted(entry.phrasings, back),
        wordings=list(_wordings(entry, archive)) if has_steps else [],
        names=list(_names(entry, archive)),
        heirs=list(clause_parts.entry_heirs(entry, archive)),
        twins=list(clause_parts.obsolete_twins(entry, archive)) if entry.in_force else [],
        annotations=archive.annotations_on(entry.id),
        **neighbours,
    )


def _names(entry: Lineage[Term], calendar: Calendar) -> Iterator[tuple[date, str, str]]:
    """Yield the first day, the last day in words or "", and the term."""
    runs = entry.joined_runs
    ends = [*(run.first for run in runs[1:]), entry.removed]
    for run, end in zip(runs, ends, strict=True):
        yield run.first, calendar.day_before(end) if end else "", run.number


def _absences(entry: Lineage[Term]) -> tuple[tuple[date, date], ...]:
    """Return (first release without it, release that has it again): 2003-05-26 lacks Madness, for example."""
    gone = (event.release for event in entry.fate if event.how is How.REMOVED)
    back = (event.release for event in entry.origin if event.how is How.REINSTATED)
    return tuple(zip(gone, back, strict=False))


def _lead(entry: Lineage[Term], calendar: Calendar) -> str:
    said = [clause_parts.wordings_since(entry)]
    if not entry.origin:
        verb, first = "is" if entry.in_force else "was", calendar.came_with(entry.runs[0].first)
        said.append(f"It {verb} in {first}, the first release {'known' if calendar.knows_more else 'on this site'}")
    if former := former_terms(entry):
        said.append(f"It was formerly called {listed([f'“{term}”' for term in former])}")
    said += [
        f"It was missing from {calendar.release_name(gone)} until {calendar.day_before(back)}"
        for gone, back in _absences(entry)
    ]
    return " ".join(map(sentence, said))


# wordings


def _wordings(entry: Lineage[Term], calendar: Calendar) -> Iterator[dict[str, object]]:
    """Yield the wordings and the times without any, newest first, the oldest one as a whole.

    `until` is the last day in words, "" where it goes on. `is_whole`: it is shown with its text.
    """
    gone = {event.release for event in entry.fate if event.how is How.REMOVED}
    begun = {phrasing.first for phrasing in entry.phrasings}
    order = sorted({*gone, *begun, *(back for _, back in _absences(entry))}, reverse=True)
    shown = 0
    for at, release in enumerate(order):
        made = _step(release, entry, calendar.first_text, is_last=not at)
        yield {
            "first": release,
            "until": calendar.day_before(order[at - 1]) if at else "",
            "step": made,
            "is_whole": shown < _REDLINES_MOST,
        }
        shown += sum(len(segment.text) for segment in made.redline.segments) if made.redline else 0


def _step(release: date, entry: Lineage[Term], first_text: str, *, is_last: bool) -> clause_parts.WordingStep:
    """Return what a release did to an entry: a wording, the end, or the time in which a text lacks it."""
    before = next((each for each in reversed(entry.wordings) if each.first < release), None)
    worded = next((each for each in entry.wordings if each.first == release), None)
    if worded is None:
        left = RedlineView((Segment(Op.DELETED, before.text if before else ""),), whole=True)
        icon, label = ("removed", "Removed") if is_last else ("suspect", "Missing from this text")
        return clause_parts.WordingStep(icon, label, "", left if is_last else None, (), (), (), 100)
    made = clause_parts.step(
        worded, worded.change, "", *clause_parts.label_of(worded, first_text, is_first=before is None, is_added=False)
    )
    is_back = before is not None and worded.change is not None and not worded.change.old
    if is_back and before and fold_typography(before.text) == fold_typography(worded.text):
        return replace(made, icon="same", label="Back, with the same words", summary="", redline=None, evidence=())
    return made


def _picture(entry: Lineage[Term], scale: Scale) -> LifePicture:
    terms = [Period(run.first, run.number, run.number, f"#w{run.first}") for run in entry.joined_runs]
    starts = [(phrasing.first, True) for phrasing in entry.phrasings]
    texts = sorted([*starts, *((gone, False) for gone, _ in _absences(entry))])
    until = entry.removed or scale.last
    return draw_periods(terms, tuple(_periods(texts)), entry.removed, scale, until, is_now=entry.in_force)


def _periods(texts: Sequence[tuple[date, bool]]) -> Iterator[Period]:
    """Yield a period for each wording; between two of them the entry may have been missing."""
    total = sum(stands for _, stands in texts)
    number = 0
    for first, stands in texts:
        number += stands
        yield Period(first, str(number) if stands else "", f"wording {number} of {total}", f"#w{first}")


# Entries that came, or went, last: so many of each stand on the first page.
_MANY = 12


def glossary_pages(archive: ArchiveIndex) -> Files:
    """Yield the list of terms, then the page of each letter, then that of each entry."""
    letters = _letters(archive)
    yield _list_page(letters, archive)
    links = tuple((letter, _letter_address(letter)) for letter in letters)
    for letter, terms in letters.items():
        yield _letter_page(letter, terms, links, archive)
    entries = sorted(archive.entries, key=lambda entry: (letter_of(entry.runs[-1].number), not entry.in_force))
    for index, entry in enumerate(entries):
        letter = letter_of(entry.runs[-1].number)
        where = _letter_address(letter) if letter in letters else address.GLOSSARY
        yield entry_page(entry, (letter, where), beside(index, entries, _link), archive)


def _list_page(letters: Mapping[str, Sequence[CurrentTerm]], lives: Lives) -> tuple[str, bytes]:
    entries = lives.entries
    came = sorted((each for each in entries if each.in_force), key=lambda each: each.runs[0].first, reverse=True)
    return page(
        "glossary/glossary.html",
        address.GLOSSARY,
        "Glossary",
        f"The glossary as of {lives.release_name(lives.newest)}, and every entry there has been.",
        card=f"Glossary of the {this_book().game} rules",
        as_of=lives.release_name(lives.newest),
        count=len(lives.contents.glossary),
        ever=len(entries),
        since=lives.contents.dates[0].year,
        letters=[
            (letter, [(each.term, term_address(each.term)) for each in terms]) for letter, terms in letters.items()
        ],
        renamed=[(old, *_link(entry)) for entry in entries for old in former_terms(entry)],
        newest=[(*_link(entry), lives.came_with(entry.runs[0].first)) for entry in came[:_MANY]],
        gone=_gone(entries, lives)[:_MANY],
    )


def _link(entry: EntryLineage) -> tuple[str, str]:
    return entry.runs[-1].number, address.entry(entry.id)


def _gone(entries: Iterable[EntryLineage], calendar: Calendar) -> list[tuple[str, str, str]]:
    """Return term and address of the entries that are gone, with the release that removed each, the last one first."""
    left = ((entry.removed, entry) for entry in entries if entry.removed)
    ordered = sorted(left, key=lambda row: row[0], reverse=True)
    return [(*_link(entry), calendar.came_with(release)) for release, entry in ordered]


def term_address(term: str) -> str:
    """Return where a glossary entry of the current text is read."""
    return f"{_letter_address(letter_of(term))}#{address.fragment(term.lower())}"


def letter_of(term: str) -> str:
    """Return the letter that a term is filed under: ``a`` to ``z``, ``other`` for the rest."""
    first = next((char for char in term.lower() if char.isalnum()), "")
    return first if "a" <= first <= "z" else "other"


def _letter_address(letter: str) -> str:
    return f"{address.GLOSSARY}{letter}/"


def _letters(lives: Lives) -> dict[str, tuple[CurrentTerm, ...]]:
    terms = sorted(lives.contents.glossary, key=lambda each: (letter_of(each.term), each.term.lower(), each.term))
    return by_key((letter_of(term.term), term) for term in terms)


def _letter_page(
    letter: str, terms: Sequence[CurrentTerm], links: tuple[tuple[str, str], ...], addresses: Addresses
) -> tuple[str, bytes]:
    where = _letter_address(letter)
    inside = (each for each in addresses.entries if letter_of(each.runs[-1].number) == letter)
    return page(
        "glossary/letter.html",
        where,
        f"Glossary, {letter.upper()}",
        f"Glossary entries under {letter.upper()} as of {addresses.release_name(addresses.newest)}.",
        calendar=addresses,
        letter=letter,
        letters=links,
        terms=[_term(term, where, addresses) for term in terms],
        gone=sorted(_gone(inside, addresses)),
    )


def _term(term: CurrentTerm, where: str, addresses: Addresses) -> dict[str, object]:
    """Return an entry as it reads now, and what other entries printed under the same term say.

    `since` names the release that brought its words, `href` leads to its history.
    """
    newest, *also = term.texts
    entry = addresses.entry_at(term.term, addresses.newest)
    phrasings = entry.phrasings if entry else ()
    first = entry.runs[0].first if entry else addresses.newest
    return {
        "id": address.fragment(term.term.lower()),
        "term": term.term,
        "paragraphs": [linked(each, addresses.current, where) for each in (*filter(None, newest.split("\n")), *also)],
        "since": addresses.came_with(phrasings[-1].first if phrasings else first),
        "first": first,
        "wordings": len(phrasings),
        "former": former_terms(entry) if entry else (),
        "href": addresses.entry_page(term.term, addresses.newest),
    }
