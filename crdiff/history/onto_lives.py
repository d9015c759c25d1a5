"""The clauses and entries of texts held, woven onto the known lives: one chain of all releases known or held.

A text is either that of a known release, and then its clauses are the lives, or another one: a draft, or a release
after the last known one. There a clause is what it was in the release before, by the alignment of the two texts where
that one is held, else by what is known of it without text; and likewise in the release after, for a clause that the one
before does not have. What neither tells is a lineage of its own, which may be older. Entries go by their terms.

The lives decide on the numbers and the wordings of the releases that they know; a wording that a text prints in another
dress than the publisher stands for the known one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct, field, structs

from crdiff.history.asked import folded
from crdiff.history.chain import NONE
from crdiff.history.known_lives import KnownLives, sentence_prints
from crdiff.history.lineage import How, Place
from crdiff.history.onto_facts import FactClause, fact_clauses, fact_step, is_of_the_same_rules, known_clauses
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.text.groups import grouped

# From the fingerprint of a wording to its title, text and examples; None where no text at hand has it.
Says = Callable[[str], tuple[str, str, tuple[str, ...]] | None]


class TextRelease(NamedTuple):
    """A release with a text; `is_known` says that it is the text of the known release of this date."""

    date: date
    is_known: bool


class Chain(Struct, frozen=True):
    """Releases in time order, and the threads of their clauses, by their ids, and of their glossary entries.

    `unsure` are (place of a thread, position of a release) where it is not sure that the clause is that one.
    """

    dates: tuple[date, ...]
    clauses: tuple[Thread, ...]
    entries: tuple[Thread, ...]
    unsure: tuple[tuple[int, int], ...] = ()


def are_woven_on(lives: KnownLives, texts: Sequence[TextRelease], chain: Chain, says: Says) -> bool:
    """Whether `texts`, followed in `chain`, go together with the lives: some known release has no text among them.

    Texts of which none is known are of these rules where the newest one is.
    """
    known = {text.date for text in texts if text.is_known}
    if not texts or known.issuperset(lives.dates):
        return False
    standing = _standing(chain.clauses, {len(texts) - 1})[len(texts) - 1]
    return bool(known) or is_of_the_same_rules(lives, texts[-1].date, _fact_clauses(standing, says)[1])


def woven_onto(
    lives: KnownLives,
    texts: Sequence[TextRelease],
    chain: Chain,
    says: Says,
    quoted: Mapping[tuple[str, str], str] | None = None,
) -> Chain:
    """Return the chain of all releases known or held, `chain` being that of the `texts` alone.

    `quoted` maps the id of a life and the fingerprint of a wording of it to that of the same wording as it is quoted.
    The `node` of a stay is that of the texts where its release and the one before have one, else `NONE`.
    """
    if not texts:
        return Chain(lives.dates, tuple(_as_quoted(lives.clauses, quoted or {})), lives.entries)
    weave = _Weave(lives, texts, says, quoted or {})
    clauses, unsure = _Clauses(weave, lives.clauses, chain.clauses).woven()
    entries, _ = _Entries(weave, lives.entries, chain.entries).woven()
    return Chain(weave.dates, clauses, entries, unsure)


class _Weave:
    """What clauses and entries have in common: the releases, each with what is known of it.

    `own` are the texts that the lives do not know, by the positions of their releases; `known` the positions of the
    others in the lives, by the positions here.
    """

    def __init__(
        self, lives: KnownLives, texts: Sequence[TextRelease], says: Says, quoted: Mapping[tuple[str, str], str]
    ) -> None:
        self.lives, self.texts, self.says, self.quoted = lives, texts, says, quoted
        self.dates = tuple(sorted({*lives.dates, *(text.date for text in texts)}))
        place = {day: at for at, day in enumerate(self.dates)}
        self.held = [place[text.date] for text in texts]
        self.own = {at: text for text, at in enumerate(self.held) if not texts[text].is_known}
        self.place_of = [place[day] for day in lives.dates]
        self.known = {at: position for position, at in enumerate(self.place_of) if at not in self.own}
        self.text_at = {at: text for text, at in enumerate(self.held)}

    def is_step(self, at: int) -> bool:
        """Whether a release and the one before it have texts."""
        return at in self.text_at and at - 1 in self.text_at

    def known_stretches(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Yield the stretches that known releases, from a first to a last position in the lives, fill here."""
        start, end = self.place_of[first], self.place_of[last]
        for own in [at for at in self.own if start <= at <= end]:
            if start < own:
                yield start, own - 1
            start = own + 1
        if start <= end:
            yield start, end


class _Printed(NamedTuple):
    """A clause or an entry of a text: place of its thread in the chain of the texts, and the stay that it is in."""

    thread: int
    stay: PlacedStay


def _standing(threads: Sequence[Thread], positions: Collection[int]) -> Mapping[int, list[_Printed]]:
    """Return what stands in each of some releases."""
    ordered = sorted(positions)
    found: dict[int, list[_Printed]] = {at: [] for at in ordered}
    for thread, each in enumerate(threads):
        for stay in each.stays:
            for at in ordered[bisect_left(ordered, stay.first) : bisect_right(ordered, stay.last)]:
                found[at].append(_Printed(thread, stay))
    return found


class _Named(Struct):
    """What a text that follows a release without one calls its clauses or entries, by their threads there.

    `same` has the names of the lives of which the wording is the one before, with that wording as the life has it.
    `came` and `went` are the names of what began and ended, `unsure` those that may be other ones.
    """

    names: dict[int, str]
    same: dict[str, str] = field(default_factory=dict)
    came: list[str] = field(default_factory=list)
    went: list[str] = field(default_factory=list)
    unsure: set[str] = field(default_factory=set)


# How, the position of the release, the id of the other thread, "" for none.
_NamedKnot = tuple[How, int, str]


def _as_quoted(threads: Iterable[Thread], quoted: Mapping[tuple[str, str], str]) -> Iterator[Thread]:
    """Yield the threads of lives, their wordings as they are quoted."""
    ids = {name for name, _ in quoted}
    for thread in threads:
        prints = (
            structs.replace(stay, wording=quoted.get((thread.id, stay.wording), stay.wording)) for stay in thread.stays
        )
        yield structs.replace(thread, stays=_merged(prints)) if thread.id in ids else thread


class _Strands(ABC):
    """The threads of the lives, `known`, and those of the texts, `held`, made one.

    `names` are the ids of what stands in each text, by the threads there.
    """

    def __init__(self, weave: _Weave, known: Sequence[Thread], held: Sequence[Thread]) -> None:
        self.weave, self.known, self.held = weave, known, held
        self.names: list[dict[int, str]] = []
        self.printed = _standing(held, range(len(weave.texts)))
        around = {at + step for at in weave.own for step in (-1, 1)}
        self.stood = _standing(known, {weave.known[at] for at in {*weave.held, *around} if at in weave.known})
        self.unsure: list[tuple[str, int]] = []
        self._begun = {(each.first, each.number, each.copy): each.node for thread in held for each in thread.stays}
        self._prints: dict[tuple[str, str], str] = {}
        """(id of a life, wording of it) -> the same wording as a text has it"""
        self._alias: dict[tuple[str, str], str] = {}
        """(id of a life, wording of a text) -> the same wording as it stands for other releases"""
        self._origin: dict[str, list[_NamedKnot]] = defaultdict(list)
        self._fate: dict[str, list[_NamedKnot]] = defaultdict(list)
        for text, at in enumerate(weave.held):
            self._add(text, at)

    @abstractmethod
    def named(self, text: int, at: int) -> _Named:
        """Return what a text is made of that follows a release without one."""

    @abstractmethod
    def place(self, text: int, each: _Printed) -> str:
        """Return the id of what begins in a text."""

    @abstractmethod
    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return the ids of all threads in their order."""

    def woven(self) -> tuple[tuple[Thread, ...], tuple[tuple[int, int], ...]]:
        """Return all threads, and where it is unsure which one it is."""
        stays = {thread.id: list(self._known_stays(thread)) for thread in self.known}
        for text in self.weave.own.values():
            for each in self.printed[text]:
                stays.setdefault(self.names[text][each.thread], []).append(self._own_stay(text, each))
        ids = self.ordered(name for name, inside in stays.items() if inside)
        woven = {name: _merged(stays[name]) for name in ids}
        self._tie_the_known(woven)
        self._tie_the_held()
        rank = {name: place for place, name in enumerate(ids)}
        threads = (
            Thread(name, woven[name], *(_ranked(knots[name], rank) for knots in (self._origin, self._fate)))
            for name in ids
        )
        return tuple(threads), tuple(sorted((rank[name], at) for name, at in self.unsure))

    # names

    def _add(self, text: int, at: int) -> None:
        printed = self.printed[text]
        if at not in self.weave.own:
            lives = {(each.stay.number, each.stay.copy): each for each in self.stood[self.weave.known[at]]}
            found = [(each, lives.get((each.stay.number, each.stay.copy))) for each in printed]
            self.names.append({each.thread: self.known[life.thread].id for each, life in found if life})
            for each, life in found:
                if life:
                    self._stand_for(self.known[life.thread].id, life.stay.wording, each.stay.wording)
        elif self.weave.is_step(at):
            before = self.names[text - 1]
            self.names.append({each.thread: before.get(each.thread) or self.own(text, each) for each in printed})
        else:
            named = self.named(text, at)
            self.names.append(named.names)
            says = {named.names[each.thread]: each.stay.wording for each in printed}
            for name, known in named.same.items():
                self._stand_for(name, known, says[name])
            for name in named.came:
                self._origin[name].append((How.ADDED, at, ""))
            for name in named.went:
                self._fate[name].append((How.REMOVED, at, ""))
            self.unsure += ((name, at) for name in named.unsure)

    def own(self, text: int, each: _Printed) -> str:
        """Return the id of what begins in a text, or comes back in it."""
        return self._name(each.thread, text - 1) or self.place(text, each)

    def _name(self, thread: int, text: int) -> str:
        """Return what a thread of the texts was called last, up to a text; "" where none of these has it."""
        return next((names[thread] for names in reversed(self.names[: text + 1]) if thread in names), "")

    def _stand_for(self, name: str, known: str, printed: str) -> None:
        """Note that a text has a known wording of a life as `printed`: the first one at hand stands for all."""
        if known == printed:
            return
        at_hand = self._prints.get((name, known)) or (known if self.weave.says(known) else "")
        if at_hand:
            self._alias[name, printed] = at_hand
        else:
            self._prints[name, known] = printed

    # stays

    def _known_stays(self, thread: Thread) -> Iterator[PlacedStay]:
        weave, name = self.weave, thread.id
        for stay in thread.stays:
            wording = self._prints.get((name, stay.wording)) or stay.wording
            if (name, stay.wording) in weave.quoted and not weave.says(wording):
                wording = weave.quoted[name, stay.wording]
            for first, last in weave.known_stretches(stay.first, stay.last):
                begun = (weave.text_at.get(first, NONE), stay.number, stay.copy)
                node = self._begun.get(begun, NONE) if weave.is_step(first) else NONE
                yield PlacedStay(first, last, stay.number, wording, stay.copy, node)

    def _own_stay(self, text: int, each: _Printed) -> PlacedStay:
        at, stay = self.weave.held[text], each.stay
        wording = self._alias.get((self.names[text][each.thread], stay.wording), stay.wording)
        node = stay.node if stay.first == text and self.weave.is_step(at) else NONE
        return PlacedStay(at, at, stay.number, wording, stay.copy, node)

    # knots

    def _tie_the_known(self, woven: Mapping[str, Sequence[PlacedStay]]) -> None:
        """Take over what the lives say happened in the releases that they know."""
        place_of, own = self.weave.place_of, self.weave.own
        for thread in self.known:
            for knots, there in ((thread.origin, self._origin), (thread.fate, self._fate)):
                for knot in knots:
                    at = place_of[knot.at]
                    is_older = knot.how is How.ADDED and covering(woven.get(thread.id, ()), at - 1)
                    if at not in own and not is_older:
                        other = "" if knot.other is None else self.known[knot.other].id
                        there[thread.id].append((knot.how, at, other))

    def _tie_the_held(self) -> None:
        """Take over what the texts say happened in the other releases, since the text before."""
        for place, thread in enumerate(self.held):
            for knots, there, before in ((thread.origin, self._origin, 0), (thread.fate, self._fate, 1)):
                for knot in knots:
                    at = self.weave.held[knot.at]
                    if at in self.weave.own and self.weave.is_step(at):
                        other = "" if knot.other is None else self._name(knot.other, knot.at)
                        there[self._name(place, knot.at - before)].append((knot.how, at, other))


def _merged(stays: Iterable[PlacedStay]) -> tuple[PlacedStay, ...]:
    """Return stays in time order, those that go on as they were made one."""
    in_order = sorted(stays, key=lambda each: each.first)
    runs = grouped(in_order, lambda run, stay: run[-1].last + 1 == stay.first and _is_as(run[-1], stay))
    return tuple(structs.replace(run[0], last=run[-1].last) for run in runs)


def _is_as(one: PlacedStay, other: PlacedStay) -> bool:
    return (one.number, one.copy, one.wording) == (other.number, other.copy, other.wording)


def _ranked(knots: Iterable[_NamedKnot], rank: Mapping[str, int]) -> tuple[Knot, ...]:
    """Return knots with the others named by their places, in time order; those with what is not there are left out."""
    met = (Knot(how, at, rank[other] if other else None) for how, at, other in knots if not other or other in rank)
    return tuple(sorted(dict.fromkeys(met), key=lambda knot: knot.at))


class _Clauses(_Strands):
    """The clauses: they go by what they say, and their number, from a release without text."""

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return the ids in the order of the releases and numbers that they name."""
        return sorted(names, key=Place.parse)

    def place(self, text: int, each: _Printed) -> str:
        """Return the place of a clause."""
        stay = each.stay
        return str(Place(self.weave.texts[text].date, ClauseNumber.parse(stay.number), stay.copy))

    def named(self, text: int, at: int) -> _Named:
        """Return what the clauses of a text are, by what is known of the releases around it."""
        weave = self.weave
        printed, clauses = _fact_clauses(self.printed[text], weave.says)
        found: list[str | None] = [None] * len(clauses)
        unsure: set[int] = set()
        step, ids = None, [""]
        if at and at - 1 in weave.known:
            known = known_clauses(weave.lives, weave.known[at - 1])
            ids = self._ids(known, weave.known[at - 1])
            step = fact_step(known, clauses)
            if step:
                found = [ids[old] if old != NONE else None for old in step.step.continues]
                unsure = set(step.unsure)
        after = next((place for place in range(at + 1, len(weave.dates)) if place in weave.known), None)
        if after is not None:
            self._name_by_the_next(clauses, found, unsure, weave.known[after])
        if step is None and at:
            unsure.update(range(len(found)))
        names = [name or self.place(text, each) for each, name in zip(printed, found, strict=True)]
        named = _Named({each.thread: name for each, name in zip(printed, names, strict=True)})
        named.unsure = {names[index] for index in unsure}
        if step:
            worded = {self.known[each.thread].id: each.stay.wording for each in self.stood[weave.known[at - 1]]}
            named.same = {names[new]: worded[names[new]] for new in step.same if names[new] in worded}
            new = (new for new, old in enumerate(step.step.continues) if old == NONE and new not in step.unsure)
            named.came = [names[each] for each in new if names[each] not in ids]
            gone = (old for old, name in enumerate(ids) if old not in step.open and name not in set(names))
            named.went = [ids[old] for old in gone]
        return named

    def _name_by_the_next(
        self, clauses: tuple[FactClause, ...], found: list[str | None], unsure: set[int], after: int
    ) -> None:
        """Name the clauses that the release before does not surely have as the known release at `after` has them."""
        known = known_clauses(self.weave.lives, after)
        step = fact_step(clauses, known)
        if step is None:
            return
        ids, taken = self._ids(known, after), {name for index, name in enumerate(found) if index not in unsure}
        for new, old in enumerate(step.step.continues):
            if old == NONE or ids[new] in taken or not (found[old] is None or old in unsure) or new in step.unsure:
                continue
            if ids[new] in found:
                found[found.index(ids[new])] = None
            found[old] = ids[new]
            taken.add(ids[new])
            unsure.discard(old)

    def _ids(self, clauses: Iterable[FactClause], position: int) -> list[str]:
        """Return the ids of the lives of the clauses of a known release."""
        there = {(each.stay.number, each.stay.copy): each.thread for each in self.stood[position]}
        return [self.known[there[clause.number, clause.copy]].id for clause in clauses]


def _fact_clauses(standing: Iterable[_Printed], says: Says) -> tuple[list[_Printed], tuple[FactClause, ...]]:
    """Return the clauses of a text in document order, and as far as they would be known without it."""
    keyed = [(ClauseNumber.parse(each.stay.number), each) for each in standing]
    keyed.sort(key=lambda one: (one[0], one[1].stay.copy))
    read = ((number, each.stay.copy, *(says(each.stay.wording) or ("", "", ()))) for number, each in keyed)
    return [each for _, each in keyed], fact_clauses(read)


class _Entries(_Strands):
    """The glossary entries: they go by their terms from a release without text."""

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Return the ids in the order in which the entries came."""
        return list(names)

    def place(self, text: int, each: _Printed) -> str:  # noqa: ARG002 - of an entry, the texts say it
        """Return the id that the texts give an entry."""
        return self.held[each.thread].id

    def named(self, text: int, at: int) -> _Named:
        """Return what the entries of a text are, by the terms of the releases around it."""
        weave = self.weave
        known = [weave.known[each] for each in (at + 1, at - 1) if each in weave.known]
        near = {
            folded(each.stay.number): self.known[each.thread].id for position in known for each in self.stood[position]
        }
        named = _Named(
            {each.thread: near.get(folded(each.stay.number)) or self.own(text, each) for each in self.printed[text]}
        )
        if at and at - 1 in weave.known:
            position, names = weave.known[at - 1], set(named.names.values())
            there = {self.known[each.thread].id: each for each in self.stood[position]}
            named.came = sorted(names.difference(there))
            named.went = sorted(set(there).difference(names))
            named.same = {
                name: there[name].stay.wording
                for each in self.printed[text]
                if (name := named.names[each.thread]) in there and self._says_the_same(name, position, each.stay)
            }
        return named

    def _says_the_same(self, name: str, position: int, stay: PlacedStay) -> bool:
        """Whether a stay says what is known of the life at a position."""
        life, said = self.weave.lives.life(name), self.weave.says(stay.wording)
        if life is None or said is None:
            return False
        worded = next(each for each in reversed(life.wordings) if each.at <= position)
        return worded.sentences == sentence_prints(said[1], said[2])
