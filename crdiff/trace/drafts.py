"""Which checks a draft concerns: the editor's question before anything is published."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Comparison
from crdiff.model.number import ClauseNumber
from crdiff.trace.beside import clauses_in_scope
from crdiff.trace.following import followed, placed_at, rule_changes, until
from crdiff.trace.links import Binding
from crdiff.trace.results import Check, CheckCoverage
from crdiff.trace.states import State
from crdiff.trace.timeline import DRAFT, InForce, Timeline, release_name


class Concern(Struct, frozen=True):
    """A check and the clause for which a draft concerns it.

    `state`: suspect, context changed, or orphaned where the draft has no such clause. `old` and `new` are the clause's
    numbers; an orphan's `new` is None. `because` names what changed around a clause whose context changed.
    """

    check: Check
    link: Binding
    state: State
    old: ClauseNumber
    new: ClauseNumber | None
    because: tuple[str, ...] = ()


class Undecided(Struct, frozen=True):
    """A check and the clause of which nobody here can say whether the draft concerns it; `why` in words."""

    check: Check
    link: Binding
    why: str


class Concerned(Struct, frozen=True):
    """All that a draft does to the checks.

    `concerns` and `undecided` are in the order of the checks' ids. `uncovered` are the draft's numbers of clauses in
    scope that are new in it, so no check plays them.
    """

    concerns: tuple[Concern, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    uncovered: tuple[ClauseNumber, ...] = ()


def with_draft(timeline: Timeline, *comparisons: Comparison) -> Timeline:
    """Return `timeline` with a draft after its newest release.

    `comparisons` are of that release's text, or of parts of it, with the draft's. A new clause is a lineage of its own.
    """
    newest = timeline.newest
    timeline = until(timeline, newest)
    for comparison in comparisons:
        timeline = followed(timeline, comparison, newest, DRAFT)
    new = (placed_at([(DRAFT, number)]) for number in _added(comparisons))
    return replace(timeline, releases=(*timeline.releases, DRAFT), lineages=(*timeline.lineages, *new))


def concerned(coverage: CheckCoverage, *comparisons: Comparison) -> Concerned:
    """Return what a draft does to the checks; `comparisons` are those of `with_draft`."""
    drafted = replace(coverage, timeline=with_draft(coverage.timeline, *comparisons))
    checks = sorted(coverage.checks, key=lambda check: check.id)
    played = [each for each in checks if not any(_is_out_of_force(drafted.timeline, of) for of in coverage.links(each))]
    linked = [(check, link) for check in played for link in coverage.links(check)]
    found = [_judged(drafted, check, link) for check, link in linked]
    return Concerned(
        tuple(each for each in found if isinstance(each, Concern)),
        tuple(each for each in found if isinstance(each, Undecided)),
        tuple(_uncovered(drafted, {link.lineage for _, link in linked})),
    )


def _is_out_of_force(timeline: Timeline, link: Binding) -> bool:
    """Whether the clause, or the wording meant, is known not to be in force in the newest release.

    A check that names it is not played there: what a draft does to its other clauses does not concern it.
    """
    lineage, newest = timeline.lineage(link.lineage or ""), timeline.newest
    if lineage is None:
        return False
    if lineage.is_gone_in(newest) or newest < lineage.runs[0].first:
        return True
    return lineage.number_in(newest) is not None and link.stands_in(timeline, newest) is None


def _judged(drafted: CheckCoverage, check: Check, link: Binding) -> Concern | Undecided | None:
    """Return what the draft does to one link of a check played before: nothing where the clause says the same."""
    timeline, newest = drafted.timeline, drafted.timeline.newest
    lineage = timeline.lineage(link.lineage or "")
    if lineage is None:
        return Undecided(check, link, link.problem) if link.is_unknown or link.is_pending else None
    if not lineage.number_in(newest):
        return Undecided(check, link, f"its number in {newest} is unknown without an archive (--corpus)")
    before = link.stands_in(timeline, newest)
    if before is None:
        return None
    after = timeline.standing(lineage.id, DRAFT)
    if after is None:
        if lineage.is_gone_in(DRAFT):
            return Concern(check, link, State.ORPHANED, before.number, None)
        return Undecided(check, link, f"the text that the draft was compared with does not have {before.number}")
    return _reworded(drafted, check, link, before, after)


def _reworded(drafted: CheckCoverage, check: Check, link: Binding, before: InForce, after: InForce) -> Concern | None:
    """Return what the draft's wording of a clause does to a link, nothing where the link was at fault before."""
    newest, senses = drafted.timeline.newest, drafted.timeline.senses(before.lineage)
    if drafted.state(check, link, newest) is State.SUSPECT:
        return None
    is_covered = drafted.state(check, link, DRAFT) in {State.COVERED, State.CONTEXT_CHANGED}
    if link.stands_in(drafted.timeline, DRAFT) is None or (senses[DRAFT] != senses.get(newest) and not is_covered):
        return Concern(check, link, State.SUSPECT, before.number, after.number)
    known = drafted.context(check, link, newest)
    because = tuple(each for each in drafted.context(check, link, DRAFT) if each not in known)
    return Concern(check, link, State.CONTEXT_CHANGED, before.number, after.number, because) if because else None


def _uncovered(drafted: CheckCoverage, linked: Collection[str | None]) -> Iterator[ClauseNumber]:
    """Yield the numbers of clauses in scope that only the draft has, and that no check names."""
    if not drafted.scope.clauses:
        return
    for standing in clauses_in_scope(drafted.timeline, drafted.scope, DRAFT):
        if standing.lineage.startswith(f"{release_name(DRAFT)}-") and standing.lineage not in linked:
            yield standing.number


def _added(comparisons: Iterable[Comparison]) -> tuple[ClauseNumber, ...]:
    """Return the draft's numbers of the clauses that nothing in the old texts became: new ones, and parts split off."""
    changes = [change for comparison in comparisons for change in rule_changes(comparison) if change.new]
    mains = {change.new[0].number for change in changes if change.old}
    new = (clause.number for change in changes for clause in change.new[bool(change.old) :])
    return tuple(dict.fromkeys(ClauseNumber.parse(number) for number in new if number not in mains))
