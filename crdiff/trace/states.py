"""The state of a link between a check and a clause in one release, and of a clause in one release."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from crdiff.history.lineage import Lineage
from crdiff.model.number import LETTERS, ClauseNumber, first_number
from crdiff.trace.beside import Review
from crdiff.trace.links import Binding
from crdiff.trace.timeline import Timeline, Wording, numbers_cited


class State(StrEnum):
    """How well the checks of a clause cover it, what asks most of a person first.

    Source of the words: OpenFastTrace's covered, predated, orphaned; Doorstop's suspect; test262's pending; Ferrocene's
    informational.
    """

    # the check names a clause that its release does not have
    ORPHANED = "orphaned"
    # the check was written against a draft, or a release that the corpus does not have yet
    PENDING = "pending"
    # its wording changed since the check was reviewed, and not just mechanically
    SUSPECT = "suspect"
    # no check that passes plays it
    UNCOVERED = "uncovered"
    # it says what it said; a clause that it cites, or an entry of the glossary that names it, says something else
    CONTEXT_CHANGED = "context changed"
    # the corpus lacks the text that would decide
    UNKNOWN = "unknown"
    # the check was reviewed against a later wording only
    PREDATED = "predated"
    # as covered, but nothing shows that the check can fail
    COVERED_UNPROVED = "covered, unproved"
    # a check plays it, reviewed against this wording or one that differs from it only mechanically
    COVERED = "covered"
    # it is in force, and its checks were not played under the rules of this release
    NOT_PLAYED = "not played"
    # it asserts nothing that could be played; a reason is recorded
    INFORMATIONAL = "informational"

    @property
    def in_a_list(self) -> str:
        """The words for it among others between commas."""
        return self.value.replace(",", " but")


# The states in the order in which one of several represents them all: the one that asks most of a person first.
WORST_FIRST = tuple(State)
# The states that a clause in force can be in; the others are those of a link that leads to none.
OF_A_CLAUSE = tuple(state for state in WORST_FIRST if state not in {State.ORPHANED, State.PENDING})
# The states of links in the order in which one of them is the state of the clause: one proof is enough.
_OF_LINKS = (State.SUSPECT, State.CONTEXT_CHANGED, State.COVERED, State.COVERED_UNPROVED, State.UNKNOWN, State.PREDATED)
# The states in the order in which reports count them: what should be first, what should not be after it.
COUNTED = (
    State.COVERED,
    State.COVERED_UNPROVED,
    State.INFORMATIONAL,
    State.PREDATED,
    State.SUSPECT,
    State.CONTEXT_CHANGED,
    State.UNCOVERED,
    State.ORPHANED,
    State.PENDING,
    State.UNKNOWN,
    State.NOT_PLAYED,
)


def state_of_link(timeline: Timeline, link: Binding, readings: Sequence[ReviewedWording], release: date) -> State:
    """Return the state of `link` in `release`; `readings` are what its check was reviewed against (`readings_of`)."""
    standing = link.stands_in(timeline, release)
    if link.lineage is None or standing is None:
        return without_clause(link)
    if standing.wording is None:
        return _recorded_state(timeline, link.lineage, readings, release)
    current = timeline.fingerprints(link.lineage, release)
    if any(reading.wording in current for reading in readings):
        return State.CONTEXT_CHANGED if context_of(timeline, link, readings, release) else State.COVERED
    if any(reading.wording is None for reading in readings):
        return State.UNKNOWN
    return State.PREDATED if any(reading.release > release for reading in readings) else State.SUSPECT


def context_of(
    timeline: Timeline, link: Binding, readings: Sequence[ReviewedWording], release: date
) -> tuple[str, ...]:
    """Return what changed around a link between the newest text that its check was reviewed against and `release`.

    The reviewer of a later text knew the earlier context. A timeline cut off for a draft of an older release ends
    before some of these texts; what is new at its end is new to the reader too.
    """
    since = max((reading.release for reading in readings), default=release)
    return changed_context(timeline, link.lineage, min(since, timeline.newest), release) if link.lineage else ()


def without_clause(link: Binding) -> State:
    """Return the state of a link that leads to no clause in force."""
    if link.is_unknown:
        return State.UNKNOWN
    return State.PENDING if link.is_pending else State.ORPHANED


def state_of_clause(states: Iterable[State]) -> State:
    """Return the state of a clause from those of its links: suspect if one is, else covered if one is."""
    found = set(states)
    return next((state for state in _OF_LINKS if state in found), State.UNCOVERED)


class ReviewedWording(NamedTuple):
    """A wording that the check was reviewed against: a release that has it, and its fingerprint.

    The fingerprint is None where the corpus lacks the text, "" where the record says that it differs from every wording
    in the corpus.
    """

    release: date
    wording: str | None


def readings_of(timeline: Timeline, link: Binding, reviews: Iterable[Review]) -> tuple[ReviewedWording, ...]:
    """Return the wordings that the check was reviewed against, by the `reviews` of it.

    The last is that of the release that the check names: it was written against it.
    """
    own = timeline.lineage(link.lineage or "")
    if own is None:
        return ()
    found: list[ReviewedWording] = []
    for review in reviews:
        if timeline.lineage(review.lineage) is own:
            now = _fingerprint(timeline, own, review.release) or review.wording
            found += (ReviewedWording(review.release, review.wording), ReviewedWording(review.release, now))
    written = link.name.release or timeline.newest
    return (*found, ReviewedWording(written, _fingerprint(timeline, own, written)))


def _fingerprint(timeline: Timeline, lineage: Lineage[ClauseNumber], release: date) -> str | None:
    """Return the fingerprint of the wording in `release` as `ReviewedWording` has it.

    Where the corpus lacks that text, a wording that says the same by the record replaces it.
    """
    if wording := timeline.wordings.get((lineage.id, release)):
        return wording.fingerprint
    for each in timeline.senses(lineage.id):
        if lineage.says_the_same(release, each):
            return timeline.wordings[lineage.id, each].fingerprint
    held = any(map(lineage.is_recorded_in, timeline.senses(lineage.id)))
    return "" if held and lineage.is_recorded_in(release) else None


def _recorded_state(timeline: Timeline, lineage_id: str, readings: Iterable[ReviewedWording], release: date) -> State:
    """Return the state in a release whose text the corpus lacks, from the recorded wordings."""
    lineage = timeline.lineage(lineage_id)
    read = [reading.release for reading in readings]
    if lineage and any(lineage.says_the_same(each, release) for each in read):
        return State.COVERED
    if lineage is None or not all(map(lineage.is_recorded_in, (release, *read))):
        return State.UNKNOWN
    return State.PREDATED if any(each > release for each in read) else State.SUSPECT


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
