"""A story: what the deciding clauses said in each stretch of time, and what changed where one stretch gave way.

A note states the stretches; numbers are those of the recorded lives, words those of the texts at hand. What is not at
hand is left out, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum

from msgspec import Struct

from crdiff.changes.change import Change, Op, Segment
from crdiff.changes.description.redline import compare_as_printed
from crdiff.history.lineage import How, Lineage, Term, Worded
from crdiff.model.corpus import StoryStretch
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.text.same_words import words_alone

AnyLineage = Lineage[ClauseNumber] | Lineage[Term]


class TextThen(Struct, frozen=True):
    """What a clause or entry said in `release`, and the number or the term it had there.

    `change` is the change that brought these words, where it is known and `release` the one that made it.
    """

    number: str
    release: date
    wording: str
    examples: tuple[str, ...]
    change: Change | None

    def says_the_same(self, other: TextThen) -> bool:
        """Whether the two have the same words, examples aside."""
        return words_alone(self.wording) == words_alone(other.wording)


class Deciding(Struct, frozen=True):
    """A deciding clause or entry in a stretch: its `number` in `release`, what it said first and at the end.

    `release` is the one that the stretch began with, or the one that brought the clause, if that came later. `first`
    is None where no text is at hand, `last` where it says the same as `first`. `reworded` are the releases inside the
    stretch that reworded it.
    """

    id: str
    number: str
    release: date
    first: TextThen | None
    last: TextThen | None
    reworded: tuple[date, ...]


class Turning(StrEnum):
    """What became of a deciding clause where a stretch began."""

    REWORDED = "reworded"
    ADDED = "added"
    REMOVED = "removed"
    # into another clause
    MERGED = "merged"


class TurningPoint(Struct, frozen=True):
    """A deciding clause or entry where a stretch began, marked up against what it said before."""

    id: str
    number: str
    turning: Turning
    before: TextThen | None
    after: TextThen | None
    redline: tuple[Segment, ...]


class ToldStretch(Struct, frozen=True):
    """A stretch with the words that decided in it; `until` is the first release of the next, `turns` its beginning."""

    stretch: StoryStretch
    until: date | None
    deciding: tuple[Deciding, ...]
    turns: tuple[TurningPoint, ...]


# The clause or entry with an id, None where it is not known.
Follow = Callable[[str], AnyLineage | None]


def tell(stretches: Sequence[StoryStretch], follow: Follow, dates: Sequence[date]) -> Iterator[ToldStretch]:
    """Yield the stretches of a story in the words of the texts of `dates`, oldest first."""
    for at, stretch in enumerate(stretches):
        until = stretches[at + 1].first if at + 1 < len(stretches) else None
        inside = [day for day in dates if stretch.first <= day and (until is None or day < until)]
        earlier = stretches[at - 1] if at else None
        before = [day for day in dates if earlier and earlier.first <= day < stretch.first]
        deciding = tuple(_deciding(stretch, follow, inside))
        yield ToldStretch(stretch, until, deciding, tuple(_turns(stretch, earlier, follow, (before, inside))))


def stretch_in(stretches: Sequence[StoryStretch], release: date) -> StoryStretch | None:
    """Return the stretch that `release` belongs to, None for one before the story begins."""
    return next((each for each in reversed(stretches) if each.first <= release), None)


def began_with(known: AnyLineage) -> date | None:
    """Return the release that brought a clause or an entry, None where the first release known has it already.

    Source: 214.8c is in 1999-04-23, and took in 212.4e in 2006-07-15.
    """
    came = (event.release for event in known.origin if event.how in {How.ADDED, How.SPLIT})
    return next((release for release in came if release == known.runs[0].first), None)


def _deciding(stretch: StoryStretch, follow: Follow, inside: Sequence[date]) -> Iterator[Deciding]:
    for name in stretch.deciding:
        if one := follow(name):
            first, last = _first(one, inside), _first(one, reversed(inside))
            is_same = first is None or last is None or first.says_the_same(last)
            phrased = (worded.first for worded in one.wordings[1:] if worded.begins_phrasing)
            reworded = tuple(day for day in phrased if day in inside and day > stretch.first)
            began = max(stretch.first, one.runs[0].first)
            yield Deciding(name, str(one.number_in(began)), began, first, None if is_same else last, reworded)


def _turns(
    stretch: StoryStretch, earlier: StoryStretch | None, follow: Follow, days: tuple[Sequence[date], Sequence[date]]
) -> Iterator[TurningPoint]:
    decided = earlier.deciding if earlier else ()
    parents = {parent: one for parent in decided if (one := follow(parent))}
    names = dict.fromkeys((*stretch.deciding, *decided))
    for name in names if earlier else ():
        one = follow(name)
        turn = _turn(name, one, stretch.first, parents, days) if one else None
        if turn:
            yield turn


def _turn(
    name: str,
    one: AnyLineage,
    release: date,
    parents: Mapping[str, AnyLineage],
    days: tuple[Sequence[date], Sequence[date]],
) -> TurningPoint | None:
    """Return what became of a clause in `release`, None where it kept its words or a text is missing.

    `parents` decided before: a clause that parted from one of them is marked up against it.
    """
    before, after = _first(one, reversed(days[0])), _first(one, days[1])
    if before is None and after and one.runs[0].first >= release:
        before = _parted_from(one, release, parents, days[0])
        return _marked(name, Turning.REWORDED if before else Turning.ADDED, before, after)
    if before and after is None and one.is_gone_in(release):
        is_merged = one.ended is not None and one.ended.how is How.MERGED
        return _marked(name, Turning.MERGED if is_merged else Turning.REMOVED, before, None)
    if before and after and not before.says_the_same(after):
        return _marked(name, Turning.REWORDED, before, after)
    return None


def _parted_from(
    one: AnyLineage, release: date, parents: Mapping[str, AnyLineage], before: Sequence[date]
) -> TextThen | None:
    """Return what the clause said that this one was split from in `release`, None where there is none."""
    splits = (event.lineage for event in one.origin if event.how is How.SPLIT and event.release == release)
    readings = (_first(parents[name], reversed(before)) for name in splits if name in parents)
    return next(filter(None, readings), None)


def _marked(name: str, turning: Turning, before: TextThen | None, after: TextThen | None) -> TurningPoint:
    shown = after or before
    return TurningPoint(name, shown.number if shown else "", turning, before, after, _redline(before, after))


def _redline(before: TextThen | None, after: TextThen | None) -> tuple[Segment, ...]:
    """Return the redline of the clause itself: that of the change where one release made it, examples left out."""
    if before and after:
        if after.change and _sides(after.change) == (before.wording, after.wording):
            return after.change.redline
        return next(compare_as_printed(before.wording, (), after.wording, ())).segments
    if before:
        return (Segment(Op.DELETED, before.wording),)
    return (Segment(Op.INSERTED, after.wording),) if after else ()


def _sides(change: Change) -> tuple[str, str]:
    """Return the old and the new text of a redline; that of a split has more than one new clause."""
    old = (segment.text for segment in change.redline if segment.op is not Op.INSERTED)
    new = (segment.text for segment in change.redline if segment.op is not Op.DELETED)
    return "".join(old), "".join(new)


def _first(one: AnyLineage, days: Iterable[date]) -> TextThen | None:
    """Return what a clause said on the first of `days` of which a text is at hand."""
    return next(filter(None, (_reading(one, day) for day in days)), None)


def _reading(one: AnyLineage, release: date) -> TextThen | None:
    number = one.number_in(release)
    wordings: tuple[Worded[ClauseNumber] | Worded[Term], ...] = one.wordings
    worded = covering(wordings, release)
    if number is None or not worded or not worded.is_held:
        return None
    said = f"{number}\n{worded.text}" if isinstance(number, Term) else worded.wording
    return TextThen(str(number), release, said, worded.examples, worded.change if worded.first == release else None)
