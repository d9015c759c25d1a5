"""The context of a clause and its wording: what it cites, and whether a change keeps its meaning."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from itertools import pairwise

from crdiff.changes.change import Change, Quoted
from crdiff.history.lineage import Lineage
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.number import LETTERS, ClauseNumber, first_number
from crdiff.text.normalise import fold_typography
from crdiff.trace.timeline import Timeline, Wording, numbers_cited


def changed_context(timeline: Timeline, lineage_id: str, since: date, release: date) -> tuple[str, ...]:
    """Return what a clause cited in `since`, and what named it there, that says something else in `release`.

    Clauses by their numbers in `since`, then by their numbers in `release` those that joined a cited rule, then entries
    of the glossary as “Term”. Nothing where `release` is no later.
    """
    if release <= since:
        return ()
    wording = timeline.wordings.get((lineage_id, since))
    standing = timeline.standing(lineage_id, since)
    if wording is None or standing is None:
        return ()
    cited = tuple(_cited(timeline, lineage_id, wording, since))
    clauses = [str(each.number_in(since)) for each in cited if _differs(timeline, each, since, release)]
    known = {lineage_id, *(each.id for each in cited)}
    joined = [str(number) for each in cited for number in _joined(timeline, each, known, since, release)]
    naming = timeline.terms_citing(standing.number, since)
    return (*clauses, *joined, *(f"“{term}”" for term in naming if _entry_differs(timeline, term, since, release)))


def _cited(timeline: Timeline, lineage_id: str, wording: Wording, release: date) -> Iterator[Lineage[ClauseNumber]]:
    """Yield the clauses that a wording cites, as far as they are known, itself left out; by number."""
    numbers = {each for cited in numbers_cited(wording.text) for each in (cited, *_subrules(cited))}
    found = (timeline.lineage_at(number, release) for number in sorted(numbers))
    yield from (lineage for lineage in found if lineage and lineage.id != lineage_id)


def _joined(
    timeline: Timeline, cited: Lineage[ClauseNumber], known: Collection[str], since: date, release: date
) -> Iterator[ClauseNumber]:
    """Yield the numbers in `release` of the subrules of a cited rule that are none of the lineages `known`."""
    rule, before = cited.number_in(release), cited.number_in(since)
    for number in _subrules(rule) if rule and before and not before.is_subrule else ():
        lineage = timeline.lineage_at(number, release)
        if lineage and lineage.id not in known:
            yield number


def _subrules(number: ClauseNumber) -> Iterator[ClauseNumber]:
    """Yield the numbers that the first subrules of a rule may have."""
    if number.is_rule:
        yield from map(first_number(number).beside, LETTERS)


def _differs(timeline: Timeline, cited: Lineage[ClauseNumber], since: date, release: date) -> bool:
    """Whether a clause is known to say something else in `release`, or to be gone."""
    if cited.is_gone_in(release):
        return True
    senses = timeline.senses(cited.id)
    return since in senses and release in senses and senses[since] != senses[release]


def _entry_differs(timeline: Timeline, term: str, since: date, release: date) -> bool:
    """Whether an entry of the glossary says something else in `release`, or is gone from it.

    A glossary that breaks off before the entry proves nothing about it. Source: 2013-02-01, which ends in the letter A.
    """
    entries = timeline.glossary.get(release, {})
    if term not in entries:
        return any(other > term for other in entries)
    between = [each for each in sorted(timeline.glossary) if since <= each <= release]
    worded = [entry for each in between if (entry := timeline.glossary[each].get(term))]
    return any(not new.is_mechanical and new.fingerprint != old.fingerprint for old, new in pairwise(worded))


def keeps_its_sense(change: Change) -> bool:
    """Whether a clause says the same after `change`: its wording is equal or changed mechanically only.

    A clause that was merged or split does not: its sentences have new neighbours.
    """
    return len(change.old) == len(change.new) == 1 and (change.mechanical or not change.facets)


def wording_of(said: Clause | Quoted, *, is_mechanical: bool) -> Wording:
    """Return the wording of a clause; `is_mechanical` says whether it follows mechanically from the one before."""
    clause = Clause(ClauseKind.RULE, said.title, said.text, said.examples)
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def entry_wording(text: str, *, is_mechanical: bool = False) -> Wording:
    """Return the wording of a glossary entry."""
    return wording_of(Clause(ClauseKind.RULE, "", text), is_mechanical=is_mechanical)
