"""Which clauses of a text go on from a known release without text: by titles, sentences, and their places.

Of the known release there are numbers, titles and fingerprints of sentences. What says the same is the same clause, and
so is what kept its number and a sentence that no other clause has. What has such a sentence elsewhere, or stands alone
where one clause stood alone before, most likely is; what is left goes by the sketches of its words, its place and its
number. That is said to be unsure, and so is what left the clause above it, and what may be another one that is in
doubt: only where all around it surely went on a clause is new, or the same in other words, for sure.

Measured over 30 releases drawn and the facts up to one to five releases before each: 243,565 of 243,565 clauses that
say the same, 8,588 of 8,588 in other words and 2,454 of 2,454 new ones were what they are not doubted to be.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from crdiff.history.chain import NONE, ChainStep
from crdiff.history.known_lives import KnownLives, sentence_prints
from crdiff.history.saying import saying
from crdiff.history.thread import copies
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release, covering
from crdiff.model.tree import walk
from crdiff.text.groups import by_key
from crdiff.text.nearest import likeness_of_sketches, sketch
from crdiff.text.normalise import fold_typography

# Weight of shared sentences, where 1 is one that stands once on either side, from which on they tell.
_HEAVY_SENTENCE = 0.6
# What a common parent adds to the weight of shared sentences.
_SAME_HOME = 0.5
# What a common number adds to it.
_SAME_NUMBER = 0.5
# How many times what others weigh a common first sentence does: a clause that was taken apart goes on in the one that
# begins as it did. With 4 nothing changes, with 2 twelve clauses more of 13,601 are taken for others.
_OPENING = 3.0
# Weight, these two included, from which on the link is sure: a sentence of its own, and the number or more.
_SURE_SENTENCE = 1.6
# Weight of the likeness of two sketches, with what follows, from which on two clauses most likely are one.
#
# Of 15,262 clauses of ten releases, 2003-07-01 and 2009-07-11 among them, 449 were taken for others when nothing but
# sentences and places told, and 242 with sketches, the weight of openings and the numbers kept.
_NEAR_WORDS = 0.4
# What it adds to the likeness of two sketches that a clause's parent and siblings went where the other stands.
_NEAR_FAMILY = 0.35
# What it adds that the clauses before the two are one, and again those after them.
#
# With families and neighbours in place of a common parent alone, 484 clauses of 13,601 were taken for others, not 548:
# ten pairs of releases, those around 2003-07-01 and 2009-07-11 among them.
_NEAR_NEIGHBOUR = 0.1
# What a common number adds to it.
_NEAR_NUMBER = 0.2
# Likeness of two sketches below which place and number tell nothing.
_LIKE_AT_LEAST = 0.1
# Share of the clauses of a text that stood before to the letter, below which so much is new that nothing else is
# sure. Source: 0.2 of 2009-07-11, where 271 of 650 clauses that seem new are not; elsewhere 0.8 and more.
_CALM_MIN = 0.6
# Share of the clauses of the larger text that the other has too, from which on both are of the same rules. Source: a
# fifth of the clauses of 2009-07-11 stood in 2009-05-01 to the letter.
_COMMON_CLAUSES_MIN = 0.1


_SMALL_WORDS = frozenset({"a", "an", "and", "as", "for", "in", "of", "on", "or", "the", "to"})


class FactClause(NamedTuple):
    """A clause as it is known without its text: index of the one above or `NONE`, title, fingerprints of its sentences.

    `sketch` is that of its words, or, of a clause with a text, `words` are what it is made of when somebody asks.
    """

    number: str
    copy: int
    parent: int
    title: str
    sentences: tuple[str, ...]
    sketch: str = ""
    words: str = ""

    @property
    def drawn(self) -> str:
        """The sketch of its words."""
        return self.sketch or sketch(self.words)

    @property
    def saying(self) -> Hashable:
        """What it says, so far as it is known."""
        return self.title, self.sentences


class FactStep(NamedTuple):
    """How clauses known without text continue in a text, or those of a text among them.

    `same` are new clauses that say what they said, `unsure` those of which it is not sure what they continue, if
    anything, and `open` the old clauses that continue in none, but may in one of these; indices in document order.
    """

    step: ChainStep
    same: frozenset[int]
    unsure: frozenset[int]
    open: frozenset[int]


@lru_cache(maxsize=16)
def known_clauses(lives: KnownLives, at: int) -> tuple[FactClause, ...]:
    """Return the clauses of the known release at a position, in document order."""
    found = []
    for life in lives.every_clause():
        stay = covering(life.thread.stays, at)
        if stay:
            worded = next(each for each in reversed(life.wordings) if each.at <= at)
            title = next((title for begun, title in reversed(life.titles) if begun <= at), "")
            found.append((lives.numbers.parse(stay.number), stay.copy, title, worded.sentences, worded.sketch, ""))
    found.sort(key=lambda each: (each[0], each[1]))
    return _laid_out(found)


# A clause by number, copy, title, text and examples.
Printed = tuple[ClauseNumber, int, str, str, tuple[str, ...]]


def fact_clauses(printed: Iterable[Printed]) -> tuple[FactClause, ...]:
    """Return the clauses of a text, in its order, as far as they would be known without it."""
    return _laid_out(
        (number, copy, title, sentence_prints(text, examples), "", saying(title, text))
        for number, copy, title, text, examples in printed
    )


def text_clauses(release: Release) -> tuple[FactClause, ...]:
    """Return the clauses of a text, as far as they would be known without it."""
    nodes = walk(release)
    again = copies([str(node.number) for node in nodes])
    read = ((node.number, again.get(node.index, 1), node.clause) for node in nodes)
    return fact_clauses((number, copy, one.title, one.text, one.examples) for number, copy, one in read)


def _laid_out(clauses: Iterable[tuple[ClauseNumber, int, str, tuple[str, ...], str, str]]) -> tuple[FactClause, ...]:
    at: dict[str, int] = {}
    found: list[FactClause] = []
    for number, copy, title, sentences, known, words in clauses:
        above = at.get(str(number.parent), NONE) if number.parent else NONE
        at.setdefault(str(number), len(found))
        found.append(FactClause(str(number), copy, above, fold_typography(title), sentences, known, words))
    return tuple(found)


def fact_step(old: Sequence[FactClause], new: Sequence[FactClause]) -> FactStep | None:
    """Return how `old` clauses continue as `new` ones; None where the two are not of the same rules."""
    pairing = _Pairing(old, new)
    pairing.link_equal(lambda clause, _: clause.saying)
    if len(pairing.pairs) < _COMMON_CLAUSES_MIN * max(len(old), len(new)):
        return None
    count = -1
    while len(pairing.pairs) > count:
        count = len(pairing.pairs)
        pairing.link_equal(lambda clause, home: (clause.saying, home))
        pairing.link_equal(lambda clause, home: (clause.saying, home, clause.number))
        pairing.link_by_sentences()
        pairing.link_by_sketches()
        pairing.link_above()
        pairing.link_alone()
        pairing.link_by_number()
    continues = tuple(pairing.origin)
    same = frozenset(new_at for old_at, new_at in pairing.pairs if old[old_at].saying == new[new_at].saying)
    if len(same) < _CALM_MIN * len(new):
        pairing.doubted.update(range(len(new)))
    pairing.doubt(same)
    return FactStep(ChainStep(continues), same, frozenset(pairing.doubted), pairing.left())


def is_of_the_same_rules(lives: KnownLives, day: date, clauses: Sequence[FactClause]) -> bool:
    """Whether a text of `day` has clauses of the known release that was in force before it, or of the first one."""
    at = max(bisect_right(lives.dates, day) - 1, 0)
    return fact_step(known_clauses(lives, at), clauses) is not None


class _Pairing:
    """The pairs while they are found: `origin` of each new clause, `heir` of each old one, `NONE` while open."""

    def __init__(self, old: Sequence[FactClause], new: Sequence[FactClause]) -> None:
        self.old, self.new = old, new
        self.heir, self.origin = [NONE] * len(old), [NONE] * len(new)
        self.doubted: set[int] = set()
        self.standing = by_key((sentence, at) for at, one in enumerate(old) for sentence in set(one.sentences))
        self.old_children, self.new_children = (
            by_key((clause.parent, at) for at, clause in enumerate(clauses)) for clauses in (old, new)
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(old, new) for old, new in enumerate(self.heir) if new != NONE]

    def link(self, old: int, new: int, *, is_sure: bool) -> None:
        self.heir[old], self.origin[new] = new, old
        if not is_sure:
            self.doubted.add(new)

    def link_equal(self, key: Callable[[FactClause, int], Hashable]) -> None:
        """Link the open clauses with a key that one open clause on either side has.

        A key is made from a clause and the place of its parent on the new side: -2 is that of a parent still open.
        """
        olds = _once((key(one, self._home(one)), at) for at, one in enumerate(self.old) if self.heir[at] == NONE)
        news = _once((key(one, one.parent), at) for at, one in enumerate(self.new) if self.origin[at] == NONE)
        for each, at in olds.items():
            if each in news:
                self.link(at, news[each], is_sure=True)

    def _home(self, old: FactClause) -> int:
        return NONE if old.parent == NONE else self.heir[old.parent] if self.heir[old.parent] != NONE else -2

    def link_by_sentences(self) -> None:
        """Link the open clauses that are nearest to each other by the sentences that they share."""
        stand = Counter(sentence for one in self.new for sentence in set(one.sentences))
        weights: dict[tuple[int, int], float] = defaultdict(float)
        openings: dict[tuple[int, int], float] = defaultdict(float)
        for at, one in enumerate(self.new):
            if self.origin[at] == NONE:
                for sentence in set(one.sentences):
                    for old in self.standing.get(sentence, ()):
                        if self.heir[old] == NONE:
                            share = 1 / (len(self.standing[sentence]) * stand[sentence])
                            weights[old, at] += share
                            if sentence == one.sentences[0] == self.old[old].sentences[0]:
                                openings[old, at] = share * (_OPENING - 1)
        scored = ((self._weight(pair, weight) + openings[pair], pair) for pair, weight in weights.items())
        sure = {pair for pair, weight in weights.items() if self._weight(pair, weight) >= _SURE_SENTENCE}
        for _, pair in _mutual((weight, pair) for weight, pair in scored if weight >= _HEAVY_SENTENCE):
            self.link(*pair, is_sure=pair in sure)

    def link_by_sketches(self) -> None:
        """Link the open clauses that are nearest to each other by the sketches of their words."""
        olds = [(at, one, one.drawn) for at, one in enumerate(self.old) if self.heir[at] == NONE]
        news = [(at, one, one.drawn) for at, one in enumerate(self.new) if self.origin[at] == NONE]
        families, scored = self._families(), []
        for old_at, old, was in olds:
            beside = [self._heir(old_at - 1) + 1, self._heir(old_at + 1) - 1]
            family = families.get(old.parent, {})
            for new_at, new, now in news:
                likeness = likeness_of_sketches(was, now)
                if likeness < _LIKE_AT_LEAST:
                    continue
                place = _NEAR_FAMILY * family.get(new.parent, 0.0) + _NEAR_NEIGHBOUR * beside.count(new_at)
                weight = likeness + place + _NEAR_NUMBER * (old.number == new.number)
                if weight >= _NEAR_WORDS:
                    scored.append((weight, (old_at, new_at)))
        for _, (old_at, new_at) in _mutual(scored):
            self.link(old_at, new_at, is_sure=False)

    def _heir(self, old: int) -> int:
        """Return the new place of an old one, or one far from all where it has none."""
        heir = self.heir[old] if 0 <= old < len(self.heir) else NONE
        return heir if heir != NONE else -9

    def _families(self) -> Mapping[int, Mapping[int, float]]:
        """Return, by the place of each old clause, where it and the children under it went, as shares of them.

        The clause itself counts wherever it went, so that one child alone shows less than a whole family.
        """
        found = {}
        for above, children in self.old_children.items():
            family = [NONE if above == NONE else self.heir[above]]
            family += (self.new[self.heir[child]].parent for child in children if self.heir[child] != NONE)
            found[above] = {there: count / len(family) for there, count in Counter(family).items()}
        return found

    def _weight(self, pair: tuple[int, int], weight: float) -> float:
        old, new = self.old[pair[0]], self.new[pair[1]]
        home = _SAME_HOME if self._home(old) == new.parent else 0.0
        return weight + home + (_SAME_NUMBER if old.number == new.number else 0.0)

    def link_above(self) -> None:
        """Link the open headings most of whose clauses went on under one heading, most of which came from there."""
        for old, children in self.old_children.items():
            if old == NONE or self.heir[old] != NONE:
                continue
            went = Counter(self.new[self.heir[child]].parent for child in children if self.heir[child] != NONE)
            new, count = next(iter(went.most_common(1)), (NONE, 0))
            if new != NONE and self.origin[new] == NONE and 2 * count > max(len(children), len(self.new_children[new])):
                self.link(old, new, is_sure=False)

    def link_alone(self) -> None:
        """Link the clauses that stand between the same neighbours, as many before as after."""
        for olds, news in [gap for home in self.homes() for gap in self._gaps(*home)]:
            if len(olds) == len(news):
                for old, new in zip(olds, news, strict=True):
                    if self._may_be(old, new):
                        self.link(old, new, is_sure=False)

    def link_by_number(self) -> None:
        """Link the open clauses that kept number and home, though no sentence of them stands as it was."""
        for olds, news in self.open_in_homes():
            at = {self.old[old].number: old for old in olds}
            for new in news:
                old = at.get(self.new[new].number)
                if old is not None and self._may_be(old, new):
                    self.link(old, new, is_sure=False)

    def _may_be(self, old: int, new: int) -> bool:
        """Whether the titles and the words of two clauses leave it open that they are one: they have some in common."""
        was, now = self.old[old], self.new[new]
        titles = [set(side.title.lower().split()) - _SMALL_WORDS for side in (was, now)]
        if all(titles) and titles[0].isdisjoint(titles[1]):
            return False
        return not (was.sentences and now.sentences) or self._likeness(old, new) > 0

    def homes(self) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Yield the clauses directly under each clause that went on, old and new; those under none come first."""
        for above, there in ((NONE, NONE), *self.pairs):
            yield self.old_children.get(above, ()), self.new_children.get(there, ())

    def open_in_homes(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the open clauses directly under each clause that went on, old and new."""
        for olds, news in self.homes():
            yield [at for at in olds if self.heir[at] == NONE], [at for at in news if self.origin[at] == NONE]

    def _gaps(self, olds: Sequence[int], news: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the open clauses between two neighbours that went on side by side, old and new, where there are any."""
        place = {old: at for at, old in enumerate(olds)}
        start, inside = 0, []
        for new in (*news, None):
            if new is not None and self.origin[new] == NONE:
                inside.append(new)
                continue
            end = len(olds) if new is None else place.get(self.origin[new], NONE)
            if end < start:
                continue  # it came from elsewhere
            between = [old for old in olds[start:end] if self.heir[old] == NONE]
            if between or inside:
                yield between, inside
            start, inside = end + 1, []

    def doubt(self, same: frozenset[int]) -> None:
        """Doubt the clauses that may be others, or older; but not those in `same` that stayed under the one above.

        One with an origin is in doubt where it left the clause above it, where a new clause has a sentence of that
        origin, and where another clause in doubt, beside it or its origin, is as like the other of the two. A new one
        is in doubt where an old clause that is like it, or stood under the same clause, does not surely go on.

        Gain: of 281,426 clauses (30 releases, one to five before them) 84 were wrong and not doubted when a doubt did
        not spread to what stands beside it; now none are, and 357 right ones more are doubted. Of 678,859 clauses of
        the 104 other releases, none in place of 61, for 307.
        """
        moved = {new for old, new in self.pairs if self._home(self.old[old]) != self.new[new].parent}
        self.doubted |= moved
        for at, clause in enumerate(self.new):
            if self.origin[at] == NONE:
                from_where = {self.standing[sentence][0] for sentence in clause.sentences if sentence in self.standing}
                self.doubted.update(self.heir[old] for old in from_where if self.heir[old] != NONE)
                if self._is_like_one_in_doubt(range(len(self.old)), at, _LIKE_AT_LEAST):
                    self.doubted.add(at)
        self.doubted -= same - moved
        for olds, news in self.homes():
            came = {new for new in news if self.origin[new] == NONE}
            in_doubt = came | self.doubted.intersection(news)
            self.doubted.update([new for new in set(news) - in_doubt - same if self._has_rival(new, olds, in_doubt)])
            if any(map(self._is_in_doubt, olds)):
                self.doubted |= came

    def _has_rival(self, new: int, olds: Iterable[int], news: Iterable[int]) -> bool:
        """Whether an old clause in doubt is as like a new one as its origin, or one of `news` as like that origin."""
        old = self.origin[new]
        least = self._likeness(old, new)
        return self._is_like_one_in_doubt(olds, new, least) or any(self._likeness(old, one) >= least for one in news)

    def _is_like_one_in_doubt(self, olds: Iterable[int], new: int, least: float) -> bool:
        return any(self._is_in_doubt(old) and self._likeness(old, new) >= least for old in olds)

    def _is_in_doubt(self, old: int) -> bool:
        """Whether an old clause does not surely go on."""
        return self.heir[old] == NONE or self.heir[old] in self.doubted

    def _likeness(self, old: int, new: int) -> float:
        return likeness_of_sketches(self.old[old].drawn, self.new[new].drawn)

    def left(self) -> frozenset[int]:
        """Return the old clauses that do not go on, but may do so in a new clause that is doubted."""
        found = {old for olds, news in self.open_in_homes() if news for old in olds}
        for at, clause in enumerate(self.old):
            if self.heir[at] == NONE and clause.parent in found:
                found.add(at)
        return frozenset(found)


def _mutual(scored: Iterable[tuple[float, tuple[int, int]]]) -> Iterator[tuple[float, tuple[int, int]]]:
    """Yield the pairs of which each is the best one of the other, with their weights."""
    best_old: dict[int, tuple[float, int]] = {}
    best_new: dict[int, tuple[float, int]] = {}
    for weight, (old, new) in sorted(scored, reverse=True):
        best_old.setdefault(old, (weight, new))
        best_new.setdefault(new, (weight, old))
    for old, (weight, new) in best_old.items():
        if best_new[new] == (weight, old):
            yield weight, (old, new)


def _once(keyed: Iterable[tuple[Hashable, int]]) -> dict[Hashable, int]:
    """Return the places of the keys that come once."""
    return {key: places[0] for key, places in by_key(keyed).items() if len(places) == 1}
