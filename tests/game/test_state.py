"""A game and its rules are values: nothing changes them, and an action returns another game."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from every import every
from msgspec import Struct

from crdiff.errors import IllegalAction
from crdiff.game import costs, decisions, rules, state
from crdiff.game.control import control_for_a_while
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import new_game
from crdiff.game.turns import next_turn

VALUES = [
    value
    for module in (state, costs, decisions)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == module.__name__
]


@every("kind", VALUES, ids=lambda kind: kind.__name__)
def test_no_value_of_a_game_can_be_changed(kind: type[Struct]) -> None:
    value = kind(*(None for _ in kind.__struct_fields__))
    with pytest.raises(AttributeError, match="immutable"):
        setattr(value, kind.__struct_fields__[0], None)


def test_the_rules_of_a_game_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(rules.RuleSet.all(), "behaviours", frozenset())  # noqa: B010 - mypy would not let it be assigned


def test_a_behaviour_is_turned_round_whether_it_is_on_or_off_and_no_other_is() -> None:
    everything, nothing = RuleSet.all(), RuleSet(frozenset())
    for behaviour in Behaviour:
        without = everything.inverted(behaviour)
        assert without == everything.without(behaviour)
        assert [each for each in Behaviour if not without.has(each)] == [behaviour]
        assert nothing.inverted(behaviour).behaviours == {behaviour}
        assert without.inverted(behaviour) == everything


@pytest.mark.parametrize("name", ["player", "object"])
def test_a_name_that_is_not_in_the_game_is_refused(name: str) -> None:
    with pytest.raises(IllegalAction, match="'Zoe'"):
        getattr(new_game(RuleSet.all(), "Ann", "Bob"), name)("Zoe")


def test_nothing_changes_a_state() -> None:
    """An action returns another game; the one before is as it was."""
    before = new_game(RuleSet.all(), "Ann", "Bob")
    kept = hash(before)
    control_for_a_while(next_turn(before), "Ann", "Bob", "Word of Command")
    assert hash(before) == kept
    assert before == new_game(RuleSet.all(), "Ann", "Bob")
