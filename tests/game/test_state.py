"""The values that a game consists of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from every import every
from msgspec import Struct

from crdiff.game import costs, decisions, rules, state

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
