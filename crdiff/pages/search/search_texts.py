"""What the search can find: the current text and glossary, and the wordings that are no longer in force.

Wordings that differ in typography alone are one; a wording that reads as today's is found among today's only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crdiff.history.life import Life
from crdiff.pages.archive_index import Holdings
from crdiff.pages.frame import address
from crdiff.pages.glossary.entries import Entry
from crdiff.pages.glossary.glossary import term_address
from crdiff.pages.search.search_index import Found
from crdiff.text.normalise import fold_typography

_GLOSSARY = "Glossary"


class _Reading(NamedTuple):
    """What a clause or an entry said from `first` until another release; `key` says whether two say the same."""

    key: str
    name: str
    title: str
    text: str
    first: str
    until: str


def current_texts(holdings: Holdings) -> Iterator[Found]:
    """Yield the clauses and entries of the newest release held, in the order of the text."""
    for shown in holdings.whole.current.clauses:
        where = holdings.current.get(shown.number, f"{address.RULES}#s{shown.number}")  # of a section the heading alone
        yield Found(shown.number, shown.title, "", _said(shown.text, shown.examples), where)
    for term in holdings.whole.glossary:
        for worded in term.wordings:
            if worded.last == holdings.newest:
                yield Found(term.term, _GLOSSARY, "", worded.text, term_address(term.term))


def earlier_texts(holdings: Holdings) -> Iterator[Found]:
    """Yield the wordings no longer in force; those of one clause or entry stand together, the newest first."""
    for life in holdings.whole.lives:
        yield from _superseded(_of_clause(life, holdings), address.clause(life.lineage), holdings)
    for entry in holdings.entries.all:
        yield from _superseded(_of_entry(entry, holdings.whole.dates[0]), entry.href, holdings)


def _superseded(readings: Iterator[_Reading], where: str, holdings: Holdings) -> Iterator[Found]:
    """Yield those of `readings`, which are in time order, that differ from today's; `where` they are all told."""
    joined: list[_Reading] = []
    for each in readings:
        if joined and joined[-1].key == each.key and joined[-1].until == each.first:
            joined[-1] = joined[-1]._replace(until=each.until)
        else:
            joined.append(each)
    today = joined[-1].key if joined and not joined[-1].until else None
    for each in reversed(joined):
        if each.key != today:
            when = holdings.in_force(each.first, each.until)
            yield Found(each.name, each.title, when, each.text, f"{where}#w{each.first}")


def _of_clause(life: Life, holdings: Holdings) -> Iterator[_Reading]:
    for worded in life.wordings:
        if worded.is_held:
            text = _said(worded.text, worded.examples)
            key = fold_typography(f"{worded.title}\n{text}")
            until = holdings.release_after(worded.last)
            yield _Reading(key, worded.number, worded.title, text, worded.first, until)


def _of_entry(entry: Entry, oldest: str) -> Iterator[_Reading]:
    """Yield what an entry said, as its page has it: releases in which it is missing are in none of them."""
    said = [(entry.first, (entry.names[0].term, entry.oldest))] if entry.first == oldest else []
    for told in entry.changes:
        new = told.change.new
        said.append((told.release, (new[0].number, new[0].text) if new else ("", "")))
    ends = [*(release for release, _ in said[1:]), entry.ended]
    for (first, (term, text)), until in zip(said, ends, strict=True):
        if term:
            yield _Reading(fold_typography(f"{term}\n{text}"), term, _GLOSSARY, text, first, until)


def _said(text: str, examples: Sequence[str]) -> str:
    return "\n".join(filter(None, (text, *examples)))
