"""Draw threads through a chain of releases, and recognise a clause that arrives as one removed earlier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from msgspec import Struct, field

from crdiff.history.chain import NONE, ChainStep, Stage
from crdiff.history.lineage import How, Place
from crdiff.history.thread import Knot, PlacedStay, Thread, copies, ranked
from crdiff.model.number import ClauseNumber
from crdiff.text.words import counted_words, likeness

# Count of words from which on a text identifies a clause by itself; a shorter one needs the same parent too.
#
# Headings are shorter, and many are alike. Source: dozens of rules of 2009-07-11 are headed "General".
_WORDS_THAT_TELL = 5
# Share of words in common from which on a clause with the old number and the old parent is the same clause.
#
# Lower than in the returns that are known, with room for a sentence that changed meanwhile.
# Source: 410.4 and 500.4 of 2003-07-01 have 0.88 and 0.89 of their words in common with those of 2003-03-15.
_SHARE_OF_THE_SAME = 0.75


class LastStanding(Struct, frozen=True):
    """What identifies a clause on its return: what it says, its number, the thread of the clause above it."""

    saying: str
    number: str
    parent: int


# The clauses that were removed so far and have not come back, by their threads, as they stood last.
Removed = Mapping[int, LastStanding]


def _returned(removed: Removed, arrived: LastStanding) -> int | None:
    """Return the thread of the one removed clause that `arrived` is, None where none or more than one may be it."""
    thread = _the_one(_saying_the_same(removed, arrived))
    return _the_one(_akin(removed, arrived)) if thread is None else thread


def _saying_the_same(removed: Removed, arrived: LastStanding) -> list[int]:
    """Return those that said the same, those under the same parent if there are any."""
    same = [thread for thread, gone in removed.items() if gone.saying == arrived.saying]
    siblings = [thread for thread in same if removed[thread].parent == arrived.parent]
    return siblings or (same if len(arrived.saying.split()) >= _WORDS_THAT_TELL else [])


def _akin(removed: Removed, arrived: LastStanding) -> list[int]:
    """Return those with the same number under the same parent that said nearly the same."""
    words = frozenset(counted_words(arrived.saying))
    return [
        thread
        for thread, gone in removed.items()
        if (gone.number, gone.parent) == (arrived.number, arrived.parent)
        and len(words) >= _WORDS_THAT_TELL
        and _share(words, frozenset(counted_words(gone.saying))) >= _SHARE_OF_THE_SAME
    ]


def _the_one(threads: Iterable[int]) -> int | None:
    found = list(threads)
    return found[0] if len(found) == 1 else None


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return likeness(len(one & other), len(one), len(other))


# From the fingerprint of a wording to what it says, typography and rule numbers aside.
Saying = Callable[[str], str]


def weave(
    stages: Sequence[Stage],
    steps: Sequence[ChainStep],
    saying: Saying,
    notices: Container[str] = frozenset(),
    numbers: type[ClauseNumber] = ClauseNumber,
) -> tuple[Thread, ...]:
    """Return every thread of the chain, ordered by id; `steps[i]` leads from ``stages[i]`` to ``stages[i + 1]``.

    A clause that arrives and is one that was removed earlier continues it: see `crdiff.history.weave`. A clause
    whose wording becomes one of the `notices` that a rule is gone is revoked.
    """
    if not stages:
        return ()
    loom = _Loom(stages, saying, notices, numbers)
    for step in steps:
        loom.advance(step)
    return loom.finish()


class _Drawn(Struct):
    """A thread while it is drawn. Its open stay began at position `since` in clause `node`; `NONE` where none is."""

    stays: list[PlacedStay] = field(default_factory=list)
    origin: list[Knot] = field(default_factory=list)
    fate: list[Knot] = field(default_factory=list)
    since: int = NONE
    node: int = NONE
    copy: int = 1


class _Loom:
    """The threads up to `position`, and which of them runs through each clause of the release there."""

    def __init__(
        self, stages: Sequence[Stage], saying: Saying, notices: Container[str], numbers: type[ClauseNumber]
    ) -> None:
        self.stages = stages
        self.numbers = numbers
        self.saying = saying
        self.notices = notices
        self.position = 0
        self.threads: list[_Drawn] = []
        self.removed: dict[int, LastStanding] = {}
        self.copies = copies(stages[0].numbers)
        self.current = [self._begin(node) for node in range(len(stages[0].numbers))]

    def advance(self, step: ChainStep) -> None:
        """Draw the threads on by one release."""
        before, old_threads, old_copies = self.stages[self.position], self.current, self.copies
        self.position += 1
        stage = self.stages[self.position]
        self.copies = copies(stage.numbers)
        self.current = [NONE if old == NONE else old_threads[old] for old in step.continues]
        for new, old in enumerate(step.continues):
            if old != NONE and (
                stage.numbers[new] != before.numbers[old]
                or stage.wordings[new] != before.wordings[old]
                or self.copies.get(new) != old_copies.get(old)
            ):
                self._turn(old_threads[old], new)
                if stage.wordings[new] in self.notices and before.wordings[old] not in self.notices:
                    self.threads[old_threads[old]].fate.append(Knot(How.REVOKED, self.position))
        arrived = [new for new, old in enumerate(step.continues) if old == NONE]
        self._welcome(arrived, {new for _, new in step.parts})
        departed = sorted(set(range(len(before.numbers))).difference(step.continues))
        are_new, are_old = set(arrived), set(departed)
        for old, new in step.parts:  # an arrival was split off, a clause that departs was merged
            source, target = old_threads[old], self.current[new]
            came = Knot(How.SPLIT if new in are_new else How.MERGED, self.position, source)
            went = Knot(How.MERGED if old in are_old else How.SPLIT, self.position, target)
            self.threads[target].origin.append(came)
            self.threads[source].fate.append(went)
        self._dismiss(departed, {old for old, _ in step.parts}, before, old_threads)

    def finish(self) -> tuple[Thread, ...]:
        """Return the threads, once the last release is reached."""
        for thread in self.current:
            self._close(self.threads[thread], self.position)
        named = [self._place(drawn.stays[0]) for drawn in self.threads]
        order = sorted(range(len(named)), key=named.__getitem__)
        rank = {drawn: index for index, drawn in enumerate(order)}
        return tuple(_thread(named[index], self.threads[index], rank) for index in order)

    def _place(self, stay: PlacedStay) -> Place:
        return Place(self.stages[stay.first].release, self.numbers.parse(stay.number), stay.copy)

    def _open(self, thread: int, node: int) -> None:
        drawn = self.threads[thread]
        drawn.since, drawn.node, drawn.copy = self.position, node, self.copies.get(node, 1)

    def _close(self, thread: _Drawn, last: int) -> None:
        if thread.since != NONE:
            opened = self.stages[thread.since]
            number, wording = opened.numbers[thread.node], opened.wordings[thread.node]
            thread.stays.append(PlacedStay(thread.since, last, number, wording, thread.copy, thread.node))
            thread.since = NONE

    def _begin(self, node: int) -> int:
        self.threads.append(_Drawn())
        self._open(len(self.threads) - 1, node)
        return len(self.threads) - 1

    def _turn(self, thread: int, node: int) -> None:
        """End the open stay before this release and begin another one in it."""
        self._close(self.threads[thread], self.position - 1)
        self._open(thread, node)

    def _welcome(self, arrived: Sequence[int], parted: Container[int]) -> None:
        """Give every clause that continues none its thread: a new one, or that of the same clause gone earlier."""
        stage = self.stages[self.position]
        sayings = {new: self.saying(stage.wordings[new]) for new in arrived if new not in parted and self.removed}
        said = Counter(sayings.values())
        for new in arrived:
            saying = sayings.get(new, "")
            standing = LastStanding(saying, stage.numbers[new], self._above(stage, new, self.current))
            thread = _returned(self.removed, standing) if said[saying] == 1 else None
            if thread is None:
                self.current[new] = self._begin(new)
                if new not in parted:
                    self.threads[self.current[new]].origin.append(Knot(How.ADDED, self.position))
            else:
                del self.removed[thread]
                self.current[new] = thread
                self._open(thread, new)
                self.threads[thread].origin.append(Knot(How.REINSTATED, self.position))

    @staticmethod
    def _above(stage: Stage, node: int, threads: Sequence[int]) -> int:
        """Return the thread of the clause above, `NONE` at the top."""
        return threads[stage.parents[node]] if stage.parents[node] != NONE else NONE

    def _dismiss(
        self, departed: Iterable[int], merged: Container[int], before: Stage, old_threads: Sequence[int]
    ) -> None:
        """Close the threads of the clauses that end here, and remember those that nothing took up."""
        for old in departed:
            thread = self.threads[old_threads[old]]
            self._close(thread, self.position - 1)
            if old not in merged:
                thread.fate.append(Knot(How.REMOVED, self.position))
                above = self._above(before, old, old_threads)
                said = self.saying(before.wordings[old])
                self.removed[old_threads[old]] = LastStanding(said, before.numbers[old], above)


def _thread(place: Place, drawn: _Drawn, rank: Mapping[int, int]) -> Thread:
    return Thread(str(place), tuple(drawn.stays), ranked(drawn.origin, rank), ranked(drawn.fate, rank))
