"""The values that a game consists of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from crdiff.game import costs, decisions, rules, state

VALUES = [
    value
    for module in (state, rules, costs, decisions)
    for value in vars(module).values()
    if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
]


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_no_value_of_a_game_can_be_changed(kind: type) -> None:
    value = object.__new__(kind)
    with pytest.raises(FrozenInstanceError):
        setattr(value, fields(kind)[0].name, None)
