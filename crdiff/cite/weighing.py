"""One citation weighed: what it means most likely, of which release it is, and what that makes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.doubts import APART, ClauseSearch
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Basis, Certainty, Judgement, Verdict, absent, followed, judge
from crdiff.cite.meanings import Read, Spoken
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.cite.prior import FROM_MEMORY, Leanings, Releases, Sense
from crdiff.model.number import ClauseNumber

# Least chance of a verdict that is called sure.
_SURE = 0.98
# Least chance of a verdict that says that a citation of an existing clause is of an older release.
_LIKELY = 0.9
# Least chance by its words alone for a reading to be called found by them.
_BY_WORDS = 0.9
# Least chance that a citation means any clause that its number named, for that to be said.
_MEANT = 0.5
# Least chance that a number that does not exist means a clause that had it, whose words the text beside it lacks.
#
# Source: 706.9e of 2021-06-18, beside "affected, so must get only 1 counter" in magefree/mage, has 0.979; 613.3d of
# 2020-01-24, in a list of numbers that do not exist of phase-rs/phase, 0.955.
_MEANT_ANYWAY = 0.97
_MEANT_STEPS = (_MEANT_ANYWAY, _LIKELY, _MEANT)
# How much better words fit another clause that a number named where that of the release presumed is doubted.
_CLEARLY = 12.0
# Least weight of a reading that words lead to, where they do not name it and no clause has the number today.
_FITTING = 8.0
# Most of the telling numbers of a text that may be moved already for one whose words speak for it not to be.
_HALF = 0.5
# Least weight of a reading whose words speak for it: those of the average clause have it.
CHANCE = 1.0
# How much likelier than usual a citation without words means no clause of an older release: many numbers are slips.
#
# Source: 702.8c, of no release up to 2026-04-17, in a list of numbers that do not exist, of phase-rs/phase.
_SILENT = 4.0
_ENDED = frozenset({Verdict.RETIRED, Verdict.SPLIT})
_ELSEWHERE_NOW = frozenset({Verdict.MOVED, Verdict.REUSED})


class Weighed(Struct, frozen=True, array_like=True):
    """A verdict on a citation, how it is known, and how certain it is."""

    judgement: Judgement
    basis: Basis
    certainty: Certainty


class Known(Struct, frozen=True):
    """What is known of a citation but for its words: releases of its text, of the tree, leanings of its number.

    `begun` is the release under which the tree was begun. `is_dated`: the releases are those of the day on which its
    line was written. `moved` is the share of the telling numbers of its text that are of the release asked about, not
    of the one presumed.
    """

    own: Releases
    tree: Releases
    leanings: Leanings
    begun: int
    is_dated: bool = False
    moved: float = 0.0


class Likeliest(NamedTuple):
    """Which of the readings of a citation is the likeliest, how certain its judgement is if any of them is right.

    `meant` is how likely it is that one is, in steps.
    """

    place: int
    certainty: Certainty
    meant: float


class CitationStanding(NamedTuple):
    """All that the verdict on a citation takes from the rest of its tree.

    `begun` is the release under which that was begun, `basis` what decided for the likeliest reading.
    """

    likely: Likeliest
    basis: Basis
    begun: int


class Weighing(Struct, frozen=True, array_like=True):
    """What is said of a citation, and on what standing: on the same one it is the same again.

    `average` is how well its words fit the average rule, None where that was not asked.
    """

    standing: CitationStanding | None
    average: float | None
    found: Weighed


_EVIDENT = Likeliest(0, Certainty.SURE, _MEANT_ANYWAY)


def _certainty(chance: float) -> Certainty:
    if chance >= _SURE:
        return Certainty.SURE
    return Certainty.LIKELY if chance >= _LIKELY else Certainty.OPEN


class Weigher:
    """Weighs citations at the release `at`, `presumed` to be of another, if of any.

    `inventions` is how much oftener than usual the tree cites numbers that no release has.
    """

    def __init__(
        self, numbering: Numbering, at: int, limit: int, words: ClauseWords | None, presumed: int | None
    ) -> None:
        self.inventions = 1.0
        self._numbering = numbering
        self._at = at
        self._limit = limit
        self._search = ClauseSearch(words, at) if words else None
        self._usual = Basis.TREE if presumed is None else Basis.FROM
        self._otherwise = at if presumed is None else presumed
        self._follow = lru_cache(maxsize=None)(self._followed)
        self._judge = lru_cache(maxsize=None)(self._judged)
        self._unspoken: dict[tuple[ClauseNumber, Releases, bool], Weighing] = {}

    def pinned(self, number: ClauseNumber, written: int) -> Weighed:
        """Return what is said of a number that is certainly of the release `written`."""
        return Weighed(self._judge(number, written), Basis.PIN, Certainty.SURE)

    def by_table(self, number: ClauseNumber, read: Read, found: Weighed, known: Known) -> Weighed:
        """Return what is said of a number by the release presumed, if it can be of that; `found` is what it means.

        It is not where the words say for certain that another clause is meant, and not certain where they say so, or
        where its text has numbers of the release asked about already.
        """
        presumed = self._otherwise
        clause = self._numbering.clause(number, presumed)
        if clause is None or (found.certainty is Certainty.SURE and found.judgement.clause != clause):
            return found
        at_hand = max((each.weight for each in read.readings if each.use.covers(presumed)), default=0.0)
        other = max((each.weight for each in read.readings if not each.use.covers(presumed)), default=0.0)
        is_clear = other < _CLEARLY * at_hand and known.moved <= (_HALF if at_hand > other else 0.0)
        if not is_clear and found.certainty is Certainty.SURE:
            return found
        return Weighed(self._judge(number, presumed), self._usual, Certainty.SURE if is_clear else Certainty.OPEN)

    def weighed(
        self, number: ClauseNumber, read: Read, spoken: Spoken | None, known: Known, before: Weighing | None = None
    ) -> Weighing:
        """Return what is said of a number by what it means most likely; without words all of a text are alike.

        `before` is what was said of it, beside the same words, in another state of the tree.
        """
        if spoken is not None:
            return self._weighed(number, read, spoken, known, before)
        key = number, known.own, known.is_dated
        if key not in self._unspoken:
            self._unspoken[key] = self._weighed(number, read, None, known)
        return self._unspoken[key]

    def forget(self) -> None:
        """Forget what was said of numbers without words, which holds for the releases of texts judged before alone."""
        self._unspoken.clear()

    def _weighed(
        self, number: ClauseNumber, read: Read, spoken: Spoken | None, known: Known, before: Weighing | None = None
    ) -> Weighing:
        spoken = None if read.is_silent else spoken
        asked: float | None = None

        def elsewhere() -> float:
            nonlocal asked
            asked = self._average(spoken, before)
            return self._elsewhere(number, asked)

        likely = self._likeliest(number, read, known.own, known.leanings, elsewhere)
        standing = CitationStanding(likely, self._basis(number, read, likely, known), known.begun) if likely else None
        if before is not None and before.standing == standing:
            return before
        return Weighing(standing, asked, self._found(number, read, spoken, standing))

    def _found(
        self, number: ClauseNumber, read: Read, spoken: Spoken | None, standing: CitationStanding | None
    ) -> Weighed:
        """Return what is said of a number of such a standing."""
        is_there = self._numbering.clause(number, self._at) is not None
        if standing is None or (not is_there and self._is_invented(read, spoken, standing.likely.meant)):
            return self._absent(number, spoken)
        likely, sense = standing.likely, read.readings[standing.likely.place]
        found = Weighed(self._follow(number, sense.use), standing.basis, likely.certainty)
        is_asked = found.judgement.verdict is not Verdict.RIGHT or self._usual is Basis.FROM
        if is_there and is_asked and self._is_weak(number, spoken, likely, sense, found.judgement):
            found = Weighed(self._judge(number, self._otherwise), self._usual, Certainty.OPEN)
        if found.judgement.verdict is Verdict.SPLIT and number in found.judgement.numbers:
            found = replace(found, judgement=self._of_parts(number, spoken, found.judgement))
        if self._is_disputed(number, sense, spoken, found, standing.begun):
            found = replace(found, certainty=Certainty.LIKELY)
        if spoken is not None and not sense.is_named and sense.quoted < FROM_MEMORY:
            found = self._as_far_as_known(number, spoken, sense, found, is_there=is_there)
        if found.judgement.verdict is Verdict.RIGHT:
            found = self._outdated(read, found) if sense.quoted else self._doubted(number, read, spoken, found)
        return found

    def _as_far_as_known(
        self, number: ClauseNumber, spoken: Spoken, sense: Sense, found: Weighed, *, is_there: bool
    ) -> Weighed:
        """Return what is found, without what rests on words that neither name nor quote what the number was.

        That no clause has the number is so, whatever it meant: of 82 said to have moved, 22 meant another clause.
        """
        if found.judgement.verdict in _ENDED and is_there:
            return Weighed(self._judge(number, self._otherwise), self._usual, Certainty.OPEN)
        is_led = found.judgement.verdict is Verdict.MOVED and found.certainty is not Certainty.SURE
        return self._absent(number, spoken) if is_led and sense.weight < _FITTING else found

    def _likeliest(
        self, number: ClauseNumber, read: Read, releases: Releases, lean: Leanings, elsewhere: Callable[[], float]
    ) -> Likeliest | None:
        judgements = [self._follow(number, each.use) for each in read.readings]
        if len(judgements) == 1 and judgements[0].verdict is Verdict.RIGHT and self._usual is not Basis.FROM:
            return _EVIDENT  # whatever its release and its words
        chances = releases.chances(read.readings, leanings=lean)
        if not sum(chances):
            return None
        outcomes: dict[tuple[Verdict, tuple[ClauseNumber, ...]], float] = defaultdict(float)
        for judgement, chance in zip(judgements, chances, strict=True):
            outcomes[judgement.verdict, judgement.numbers] += chance
        outcome = max(outcomes, key=outcomes.__getitem__)
        if outcome[0] is not Verdict.RIGHT and not read.readings[0].quoted:
            chances = releases.chances(read.readings, elsewhere(), lean)
        likely = [
            (chance, place)
            for place, (chance, each) in enumerate(zip(chances, judgements, strict=True))
            if (each.verdict, each.numbers) == outcome
        ]
        meant = sum(chances)
        steps = (step for step in _MEANT_STEPS if meant >= step)
        return Likeliest(max(likely)[1], _certainty(sum(chance for chance, _ in likely) / meant), next(steps, 0.0))

    def _elsewhere(self, number: ClauseNumber, average: float | None) -> float:
        """Return how likely the words beside a citation are beside the average clause, and the number an invention."""
        invented = 1.0 if self._numbering.clause(number, self._at) is not None else self.inventions
        return max(_SILENT, invented) if average is None else invented * max(1.0, average)

    def _average(self, spoken: Spoken | None, before: Weighing | None) -> float | None:
        """Return how well the words beside a citation fit the average rule, None where there are none."""
        if before is not None and before.average is not None:
            return before.average
        return None if spoken is None or self._search is None else self._search.subject(spoken.words).average

    def _is_weak(
        self, number: ClauseNumber, spoken: Spoken | None, likely: Likeliest, sense: Sense, judgement: Judgement
    ) -> bool:
        """Whether too little speaks for an older reading of a number that exists."""
        if likely.certainty is Certainty.OPEN or likely.meant < _MEANT:
            return True
        if self._search is None or spoken is None or sense.quoted:
            return False
        now = judgement.numbers[:1] if judgement.verdict is not Verdict.RIGHT else ()
        return any(self._search.is_about_another_keyword(number, each, spoken.words) for each in now)

    def _is_invented(self, read: Read, spoken: Spoken | None, meant: float) -> bool:
        """Whether a number that does not exist means nothing that it ever named, by its words as far as it has some.

        Source: 613.3c of 2020-01-24, of layer 7c, cited for a colour, of layer 5, by Reilley64/mtgfr; 702.27d of
        2013-02-01, a variant of cycling, cited there for buyback.
        """
        if spoken is None or self._usual is Basis.FROM:
            return meant < _MEANT
        speaks_for_it = max(reading.weight for reading in read.readings) >= CHANCE
        return meant < (_LIKELY if speaks_for_it else _MEANT_ANYWAY)

    def _absent(self, number: ClauseNumber, spoken: Spoken | None) -> Weighed:
        """Return that a number does not exist; where words say that it means something else, not where that went."""
        gone = absent(self._numbering, number, self._at, self._at)
        return Weighed(replace(gone, numbers=()) if spoken else gone, self._usual, Certainty.SURE)

    def _is_disputed(
        self, number: ClauseNumber, sense: Sense, spoken: Spoken | None, found: Weighed, begun: int
    ) -> bool:
        """Whether something speaks against what is found, or nothing for it: then the section is right at best.

        What ended before the tree was begun has to be named or quoted at length. Nothing cites one clause twice in a
        passage by two numbers, but where it tells what was moved ("CR 121" | "CR 122.1"), or "scry and surveil" by a
        number that is neither. And whoever cited a section of another release from memory often took the wrong rule of
        it, too: 722.4 of 2025-04-04, cited for the damage to the monarch of 722.2 by phase-rs/phase.

        Of 2,049 edits of 22 trees that strangers read, 26 were wrong and 21 doubtful: these rules leave 1 and 3 of
        them, and 1,867 of the 2,002 right ones.
        """
        if found.certainty is not Certainty.SURE or found.judgement.verdict not in _ELSEWHERE_NOW:
            return False
        now, words = found.judgement.numbers[0], spoken.words if self._search and spoken and spoken.own else frozenset()
        is_quoted = bool(sense.quoted) and not (self._search and self._search.fits_elsewhere(now, words))
        if is_quoted and sense.quoted >= FROM_MEMORY:
            return False
        if sense.use.last < begun and not sense.is_named:
            return True
        if self._search is None or spoken is None:
            return False
        others = spoken.group - {number}
        if any(each.within(now) for each in spoken.numbers) or any(each.within(now.of_rule) for each in others):
            return True
        if is_quoted:
            return False
        beside = {each: self._search.keywords_named(each, words) for each in others}
        if any(not rules and self._search.keyword(each.of_rule) for each, rules in beside.items()):
            return True
        of_today = (each.of_rule for each, rules in beside.items() if rules == {each.of_rule})
        if any(rule.within(now.section) and self._is_new(rule, sense) for rule in of_today):
            return True
        if self._usual is Basis.FROM:
            return self._search.fits_neighbour(now, words)
        return not self._search.stands_out(now, words, is_alone=found.basis is Basis.WORDS)

    def _is_new(self, rule: ClauseNumber, sense: Sense) -> bool:
        """Whether the rule of a number today had another one, or none, in the releases of a reading."""
        clause = self._numbering.clause(rule, self._at)
        return clause is not None and self._numbering.number(clause, sense.use.last) != rule

    def _of_parts(self, number: ClauseNumber, spoken: Spoken | None, judgement: Judgement) -> Judgement:
        """Return a split as right where its number still has what is cited: no part elsewhere fits the words better."""
        if self._search is not None and spoken is not None:
            odds = {part: self._search.odds(part, spoken.words) for part in judgement.numbers}
            if max(odds.values()) - odds[number] >= APART:
                return judgement
        return replace(judgement, verdict=Verdict.RIGHT, numbers=(number,))

    def _outdated(self, read: Read, found: Weighed) -> Weighed:
        """Return that a clause says no longer what is quoted of it, where that is so."""
        clause = found.judgement.clause
        now = self._numbering.wordings(clause, self._at, self._at) if clause is not None else ()
        if clause is None or not read.own or not frozenset(now).isdisjoint(read.own):
            return found
        until = max(self._numbering.last_said(clause, wording, self._at) for wording in read.own)
        return replace(found, judgement=replace(found.judgement, verdict=Verdict.QUOTATION, until=until))

    def _doubted(self, number: ClauseNumber, read: Read, spoken: Spoken | None, found: Weighed) -> Weighed:
        """Return what is said of a number whose words fit another clause clearly better, where they do."""
        if spoken is None or self._search is None or not self._search.keyword(number.of_rule):
            return found
        sentence = spoken.sentence
        if not self._search.is_unnamed(number, sentence):
            return found
        better = self._search.better(number, sentence, spoken.words, spoken.numbers)
        if better is None:
            return found
        former = (self._follow(number, reading.use) for reading in read.readings)
        meant = next((each for each in former if any(now.within(better.of_rule) for now in each.numbers)), None)
        doubt = replace(found.judgement, verdict=Verdict.DOUBTFUL, numbers=(better,))
        return replace(found, judgement=meant or doubt, certainty=Certainty.LIKELY)

    def _basis(self, number: ClauseNumber, read: Read, likely: Likeliest, known: Known) -> Basis:
        """Return what decided: the first that does so alone."""
        if read.readings[likely.place].quoted:
            return Basis.QUOTATION
        weights = [reading.weight for reading in read.readings]
        if len(weights) > 1 and max(weights) >= _BY_WORDS * sum(weights):
            return Basis.WORDS
        if known.is_dated:
            return Basis.BLAME
        if known.own is known.tree or len(weights) == 1:
            return self._usual
        there = self._likeliest(number, read, known.tree, {}, lambda: self._elsewhere(number, None))
        if there is None or there.certainty is Certainty.OPEN:
            return Basis.FILE
        own, usual = (self._follow(number, read.readings[each.place].use) for each in (likely, there))
        return self._usual if own.numbers == usual.numbers else Basis.FILE

    def _followed(self, number: ClauseNumber, use: NumberUse) -> Judgement:
        return followed(self._numbering, number, use.clause, min(use.last, self._limit), self._at)

    def _judged(self, number: ClauseNumber, written: int) -> Judgement:
        return judge(self._numbering, number, written, self._at)
