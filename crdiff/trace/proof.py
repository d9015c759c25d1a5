"""Proof that a check can fail: play it again with each behaviour of the model switched the other way.

A check is proved when each clause it names has a switch that turns it red, and when no switch of other clauses does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from crdiff.game.rules import Behaviour, RuleSet
from crdiff.trace.report import CheckProof, CheckRed

# Play a check under a rule set and return why it failed, "" if it passed.
Play = Callable[[RuleSet], str]


_Answers = tuple[frozenset[Behaviour], frozenset[Behaviour]]
# Of the behaviours asked for, those in force and those not modelled.


def _answers(rules: RuleSet, asked: frozenset[Behaviour]) -> _Answers:
    return rules.behaviours & asked, rules.not_modelled & asked


class _Known(NamedTuple):
    """A play: the behaviours that it asked for, what it was answered, and why it failed or ""."""

    asked: frozenset[Behaviour]
    answers: _Answers
    failure: str


class Tries:
    """Plays of one check under rule sets, none of them twice.

    What a play finds can depend only on what it asks of its rules. So rules that answer the same to all of that give
    the same result, and it is taken over: a check finds the same whenever it is played under the same rules.
    """

    def __init__(self) -> None:
        self._known: list[_Known] = []
        self._inverted: list[tuple[frozenset[Behaviour], _Answers, Mapping[Behaviour, str]]] = []

    def play(self, play: Play, rules: RuleSet) -> str:
        """Return why the check fails under `rules`, "" if it passes; have `play` play it if that is not known."""
        if known := self._known_of(rules):
            return known.failure
        watched = _Watched(rules)
        failure = play(watched)
        asked = watched.asked
        self._known.append(_Known(asked, _answers(rules, asked), failure))
        return failure

    def _known_of(self, rules: RuleSet) -> _Known | None:
        """Return an earlier play that asked nothing to which these rules have another answer."""
        return next((each for each in self._known if _answers(rules, each.asked) == each.answers), None)

    def inverted(self, play: Play, rules: RuleSet) -> Mapping[Behaviour, str]:
        """Return the behaviours that, inverted, turn the check red, each with why it fails; under `rules` it passes.

        Those that are not modelled cannot be inverted, and no check that passes asked for one.

        What no play ever asked cannot matter, so rules that differ only there have the same answer.
        """
        for asked, answers, reds in self._inverted:
            if _answers(rules, asked) == answers:
                return reds
        failures: dict[Behaviour, str] = {}
        same = None
        for each in (each for each in Behaviour if each not in rules.not_modelled):
            same = same or self._known_of(rules)
            is_same = same is not None and each not in same.asked  # most behaviours: rules without them are not made
            if failure := same.failure if same and is_same else self.play(play, rules.inverted(each)):
                failures[each] = failure
        asked = frozenset[Behaviour]().union(*(known.asked for known in self._known))
        self._inverted.append((asked, _answers(rules, asked), failures))
        return failures


class _Watched(RuleSet):
    """A rule set that remembers which behaviours a check queried: all of them for one that reads the whole set."""

    _of: RuleSet
    _asked: set[Behaviour]

    def __init__(self, of: RuleSet) -> None:
        object.__setattr__(self, "_of", of)  # rule sets are frozen
        object.__setattr__(self, "_asked", set())

    def has(self, behaviour: Behaviour) -> bool:
        """Whether `behaviour` is in force. Raises `NotModelled` where that is not known."""
        self._asked.add(behaviour)
        return self._of.has(behaviour)

    @property
    def behaviours(self) -> frozenset[Behaviour]:
        """All that is in force: read by whoever compares or prints rule sets."""
        self._asked.update(Behaviour)
        return self._of.behaviours

    @property
    def not_modelled(self) -> frozenset[Behaviour]:
        """All of which that is not known."""
        self._asked.update(Behaviour)
        return self._of.not_modelled

    @property
    def clauses(self) -> Mapping[Behaviour, str]:
        """The clauses that decide on those elsewhere."""
        return self._of.clauses

    @property
    def asked(self) -> frozenset[Behaviour]:
        """The behaviours that were queried."""
        return frozenset(self._asked)


def prove(
    play: Play,
    rules: RuleSet,
    lineages: Iterable[str],
    behind: Mapping[Behaviour, tuple[str, ...]],
    tries: Tries | None = None,
) -> CheckProof:
    """Return what happens to a check that passes under `rules` when each behaviour is inverted.

    `lineages` are those the check names, `behind` those behind each behaviour (see `switches.clauses_behind`), `tries`
    the earlier plays of this check.
    """
    reds = [
        CheckRed(behaviour.value, rules.has(behaviour), behind.get(behaviour, ()), failure)
        for behaviour, failure in (tries or Tries()).inverted(play, rules).items()
    ]
    return proof_of(reds, lineages)


def proof_of(reds: Iterable[CheckRed], lineages: Iterable[str]) -> CheckProof:
    """Return what the behaviours that turned a check red prove about the lineages it names."""
    found, named = tuple(reds), tuple(lineages)
    proving = {lineage for red in found for lineage in red.lineages}
    foreign = tuple(red.behaviour for red in found if not set(red.lineages).intersection(named))
    unproved = tuple(lineage for lineage in named if lineage not in proving)
    return CheckProof(not unproved and not foreign, unproved, foreign, found)


def complaint(proof: CheckProof) -> str:
    """Return why a check that passed proves nothing."""
    wrong = [f"nothing shows that it can fail for {lineage}" for lineage in proof.unproved]
    wrong += [f"it fails without {behaviour!r}, which is not of its clauses" for behaviour in proof.foreign]
    return "unproved: " + "; ".join(wrong)
