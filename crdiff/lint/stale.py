"""Citations that did not follow: the cited clause moved and the number in the citation did not, or the reverse.

Decided through the alignment with the release before. A citation is stale only where the alignment is sure what its
target became and the number now names another clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from crdiff.align.alignment import Link
from crdiff.annotate.cross_references import numbers_between, print_range
from crdiff.changes.change import Part
from crdiff.lint.checked_release import CheckedRelease, Predecessor
from crdiff.lint.citations_followed import FollowedCitation
from crdiff.lint.finding import Fault, Fix
from crdiff.lint.indexed_release import Citation
from crdiff.model.number import ClauseNumber, next_number
from crdiff.model.tree import Node
from crdiff.text.nearest import nearest

# Confidence of the alignment, 0.0-1.0, in the link of the cited clause: a doubtful link makes no citation stale.
_CONFIDENCE_MIN = 0.9
# Likeness by which the heir must resemble the old clause more than the clause that has its number now does.
#
# Source: 601.3 of 2019-10-04 kept half of what it said and gave the rest to 601.4.
_LIKENESS_LEAD_MIN = 0.25
_SENDS_ON = re.compile(r"\b(?:proceed|continue|go on|move on) (?:to|with) $", re.IGNORECASE)
# Likeness, 0.0-1.0, of the clause at a number to the one removed there: a more similar one may replace it.
_LIKENESS_MAX = 0.5


class Stale(Struct, frozen=True):
    """A citation that did not follow, why in words, and the number it should have where that is certain."""

    citation: Citation
    message: str
    heir: ClauseNumber | None


def stale_references(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the citations whose number did not follow the clause it named, each once.

    Source: "See rule 903.9a" in 712.4d of 2020-07-03, when the clause had become 903.9c; "See rule 903.11a" in
    702.123d, which named nothing until 2018-07-13 put an unrelated rule there.
    """
    reported: set[Citation] = set()
    followed = {
        pair.now
        for one in checked.predecessors[:1]
        for pair in one.followed
        if _number_of(pair.now) == _number_of(pair.before)
    }
    for predecessor in checked.predecessors:
        for stale in chain.from_iterable(_judged(predecessor, pair) for pair in predecessor.followed):
            if stale.citation not in reported:
                reported.add(stale.citation)
                is_known = predecessor is not checked.predecessor and stale.citation in followed
                yield _fault(checked, stale, is_known=is_known)


def _number_of(citation: Citation) -> tuple[ClauseNumber, ClauseNumber | None]:
    return citation.reference.number, citation.reference.last


def _fault(checked: CheckedRelease, stale: Stale, *, is_known: bool) -> Fault:
    citation, reference = stale.citation, stale.citation.reference
    heir = range_now(checked, citation) if reference.last else stale.heir
    fix = Fix(citation.printed, str(heir)) if heir else None
    return Fault(
        stale.message, citation.printed, citation.passage, reference.number_at, reference.stop, fix, is_known=is_known
    )


def changed_references(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the citations that name another clause than in the release before, although the one they named is there.

    Most are corrections, some are slips: somebody has to look. Source: 702.124d of 2022-04-29 cites 903.8 where it had
    cited 903.6, which still says the same.
    """
    predecessor = checked.predecessor
    if predecessor is None:
        return
    for pair in predecessor.followed:
        now, before = pair.now.reference, pair.before.reference
        if now.number == before.number or checked.quotes_its_title(pair.now) or now.number not in checked.numbers:
            continue
        if _is_of_letters(pair.now, now.number):
            continue
        link = predecessor.heir_link(before.number)
        heirs = _numbers(predecessor, link)
        if not heirs or any(now.number.within(heir) or heir.within(now.number) for heir in heirs):
            continue
        message = f"cites {now.number}; the previous release cited {before.number} here, which is now {heirs[0]}"
        if heirs[0] == before.number:
            message = f"cites {now.number}; the previous release cited {before.number} here, which still exists"
        yield Fault(message, f"{before.number} {pair.now.printed}", pair.now.passage, now.number_at, now.stop)


def heir_of(checked: CheckedRelease, citation: Citation, number: ClauseNumber) -> ClauseNumber | None:
    """Return the present number of the clause that `number` named in the release before, None where uncertain.

    The release before must have had the citation itself: a new one may mean any clause.
    """
    meant = number.of_rule if _is_of_letters(citation, number) else number
    for predecessor in checked.predecessors:
        if any(pair.now == citation and number in pair.before.reference.numbers for pair in predecessor.followed):
            link = predecessor.heir_link(meant)
            heir = _only(_numbers(predecessor, link))
            if heir and _is_sure(link):
                now = heir if meant == number else number.under(heir)
                return now if now in checked.numbers else None
    return None


def _only(heirs: Sequence[ClauseNumber]) -> ClauseNumber | None:
    """Return the number that a citation can be given, None of several, and of one with a letter that is skipped."""
    return heirs[0] if len(heirs) == 1 and heirs[0].place else None


def _is_of_letters(citation: Citation, number: ClauseNumber) -> bool:
    """Whether a number stands for its letter alone, and so goes with its rule.

    Source: the introduction of 2026-08-07, where "subrule 704.5k is followed by 704.5m, then 704.5n".
    """
    return citation.passage.part is Part.FRONT and number.is_subrule


def range_now(checked: CheckedRelease, citation: Citation) -> str | None:
    """Return the range that `citation` should print, the present numbers of its clauses; None where uncertain.

    They must have stayed together, so that they form a range again. Of a range that somebody changed, "601.2f–h" to
    "601.2g–h", nobody knows which end means the clause of before.
    """
    numbers = citation.reference.numbers
    before = (pair.before for each in checked.predecessors for pair in each.followed if pair.now == citation)
    if not any(each.reference.numbers == numbers for each in before):
        return None
    heirs = [heir_of(checked, citation, number) for number in numbers]
    first, last = heirs[0], heirs[-1]
    if first is None or last is None or numbers_between(first, last) != tuple(heirs):
        return None
    return print_range(first, last, like=citation.printed)


def _judged(predecessor: Predecessor, pair: FollowedCitation) -> Iterator[Stale]:
    """Yield the citation where either end of it is stale."""
    now, before = pair.now.reference, pair.before.reference
    if predecessor.checked.quotes_its_title(pair.now):
        return
    for cited, was in ((now.number, before.number), (now.last, before.last)):
        if cited is None or cited != was or cited not in predecessor.checked.numbers:
            continue
        if _is_of_letters(pair.now, cited):
            continue
        target = predecessor.before.numbers.get(cited)
        if target is None:
            if predecessor.before.release.coverage.covers(cited):
                then, what = predecessor.before.release.name, _called(predecessor.checked.numbers[cited])
                message = f"cites {cited}, which named nothing in {then} and is another rule now: {what}"
                yield Stale(pair.now, message, None)
        elif (now.last is None or _leaves_range(predecessor, pair, cited)) and (
            stale := _did_not_follow(predecessor, pair, target)
        ):
            yield stale


def _leaves_range(predecessor: Predecessor, pair: FollowedCitation, end: ClauseNumber) -> bool:
    """Whether an end of a range left it so that the range is wrong: all clauses left, or the last moved by one.

    Source: in 2003-12-01 the first of "rules 418.5b–418.5g" became part of 418.5h; the range still held it.
    """
    now = pair.now.reference
    heirs = [_numbers(predecessor, predecessor.heir_link(number)) for number in pair.before.reference.numbers]
    if not any(heir in now.numbers for found in heirs for heir in found):
        return True
    followed = _numbers(predecessor, predecessor.heir_link(end))
    return end == now.last and [next_number(end)] == followed


def _did_not_follow(predecessor: Predecessor, pair: FollowedCitation, target: Node) -> Stale | None:
    """Return the citation as stale where its target certainly became another number, otherwise None."""
    cited = target.number
    link = predecessor.heirs.get(target.index)
    occupant = predecessor.checked.numbers[cited]
    origin = predecessor.origins.get(occupant.index)
    if link is None or not (_is_sure(link) or (_is_title(target) and _is_sure(origin))):
        return None
    if _is_neighbour(predecessor, pair, target):
        return None
    heirs = _numbers(predecessor, link)
    came_from = [predecessor.before.nodes[index].number for index in origin.old] if origin else []
    if not heirs:
        if not came_from or cited in came_from or not _is_sure(origin) or _likeness(target, occupant) > _LIKENESS_MAX:
            return None
        return Stale(pair.now, f"cites {cited}, which was removed; {cited} is what was {came_from[0]}", None)
    if any(heir.within(cited) for heir in heirs) or _is_still_meant(predecessor, target, link, occupant, came_from):
        return None
    message = f"cites {cited}, but that clause is {heirs[0]} now; {cited} is {_called(occupant)}"
    return Stale(pair.now, message, _only(heirs))


def _is_still_meant(
    predecessor: Predecessor, target: Node, link: Link, occupant: Node, came_from: Sequence[ClauseNumber]
) -> bool:
    """Whether the clause that has the cited number now says as much of what the cited one said as its heirs do.

    Of a heading that is decided by where the other one came from: two words of a title say nothing.
    """
    if _is_title(target):
        return target.number in came_from
    nearest = max(_likeness(target, predecessor.checked.nodes[index]) for index in link.new)
    return _likeness(target, occupant) > nearest - _LIKENESS_LEAD_MIN


def _is_title(node: Node) -> bool:
    return not node.clause.text


def _is_sure(link: Link | None) -> bool:
    return link is not None and not link.undetermined and link.confidence >= _CONFIDENCE_MIN


def _numbers(predecessor: Predecessor, link: Link | None) -> list[ClauseNumber]:
    return [predecessor.checked.nodes[index].number for index in link.new] if link else []


def _is_neighbour(predecessor: Predecessor, pair: FollowedCitation, target: Node) -> bool:
    """Whether a clause sends its reader on to the one next to it, then and now: "proceed to rule 616.1c"."""
    citing, before = pair.now.passage.node, pair.before.passage.node
    if not _SENDS_ON.search(pair.now.passage.text[: pair.now.reference.start]):
        return False
    cited = predecessor.checked.numbers[target.number]
    return citing >= 0 and before >= 0 and abs(cited.index - citing) == 1 == abs(target.index - before)


def _likeness(one: Node, other: Node) -> float:
    return nearest(one.clause.wording, [other.clause.wording])[0]


def _called(node: Node) -> str:
    """Return the beginning of what a clause says, for a message."""
    words = node.clause.wording.split()
    return f"“{' '.join(words[:8])}{'…' if len(words) > 8 else ''}”"
