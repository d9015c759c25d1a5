"""A rule set: behaviours on, off and turned round."""

from __future__ import annotations

from crdiff.game.rules import Behaviour, RuleSet


def test_a_behaviour_is_turned_round_whether_it_is_on_or_off_and_no_other_is() -> None:
    everything, nothing = RuleSet.all(), RuleSet(frozenset())
    for behaviour in Behaviour:
        without = everything.inverted(behaviour)
        assert without == everything.without(behaviour)
        assert [each for each in Behaviour if not without.has(each)] == [behaviour]
        assert nothing.inverted(behaviour).behaviours == {behaviour}
        assert without.inverted(behaviour) == everything
