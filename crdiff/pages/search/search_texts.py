"""What the search can find: the current text and glossary, and the wordings that are no longer in force.

Wordings that differ in typography alone are one; a wording that reads as today's is found among today's only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, EntryLineage
from crdiff.pages.frame import address
from crdiff.pages.glossary.glossary import term_address
from crdiff.pages.search.search_index import Found
from crdiff.text.normalise import fold_typography

_GLOSSARY = "Glossary"


class _InForce(NamedTuple):
    """What a clause or an entry said from `first` until another release; `key` says whether two say the same."""

    key: str
    name: str
    title: str
    text: str
    first: date
    until: date | None


def current_texts(archive: ArchiveIndex) -> Iterator[Found]:
    """Yield the clauses and entries of the newest release held, in the order of the text."""
    for shown in archive.contents.current.clauses:
        where = archive.current.get(shown.number, f"{address.RULES}#s{shown.number}")  # of a section the heading alone
        yield Found(str(shown.number), shown.title, "", _said(shown.text, shown.examples), where)
    for term in archive.contents.glossary:
        for text in term.texts:
            yield Found(term.term, _GLOSSARY, "", text, term_address(term.term))


def earlier_texts(archive: ArchiveIndex) -> Iterator[Found]:
    """Yield the wordings no longer in force; those of one clause or entry stand together, the newest first."""
    for lineage in archive.contents.lineages:
        yield from _superseded(_of_clause(lineage, archive), address.clause(lineage.id), archive)
    for entry in archive.entries:
        yield from _superseded(_of_entry(entry, archive), address.entry(entry.id), archive)


def _superseded(readings: Iterator[_InForce], where: str, archive: ArchiveIndex) -> Iterator[Found]:
    """Yield those of `readings`, which are in time order, that differ from today's; `where` they are all told."""
    joined: list[_InForce] = []
    for each in readings:
        if joined and joined[-1].key == each.key and joined[-1].until == each.first:
            joined[-1] = joined[-1]._replace(until=each.until)
        else:
            joined.append(each)
    today = joined[-1].key if joined and not joined[-1].until else None
    for each in reversed(joined):
        if each.key != today:
            when = archive.in_force(each.first, each.until)
            yield Found(each.name, each.title, when, each.text, f"{where}#w{each.first}")


def _of_clause(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[_InForce]:
    for worded in lineage.wordings:
        if worded.is_held:
            text = _said(worded.text, worded.examples)
            key = fold_typography(f"{worded.title}\n{text}")
            until = archive.release_after(worded.last)
            yield _InForce(key, str(worded.number), worded.title, text, worded.first, until)


def _of_entry(entry: EntryLineage, archive: ArchiveIndex) -> Iterator[_InForce]:
    """Yield what an entry said: releases in which it is missing are in none of them."""
    for worded in entry.wordings:
        key = fold_typography(f"{worded.number}\n{worded.text}")
        until = archive.release_after(worded.last)
        yield _InForce(key, str(worded.number), _GLOSSARY, worded.text, worded.first, until)


def _said(text: str, examples: Sequence[str]) -> str:
    return "\n".join(filter(None, (text, *examples)))
