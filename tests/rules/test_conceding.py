"""A controlled player may concede, and nobody can do it for them."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.control import control_for_a_while
from crdiff.game.leaving import concede
from crdiff.game.players import players_in_game
from crdiff.game.rules import RuleSet
from crdiff.game.state import TurnStep, new_game
from crdiff.game.turns import go_to


@pytest.mark.clause("720.6", release="2024-06-07")
def test_the_controller_cant_make_the_player_concede(rules: RuleSet) -> None:
    """Ann controls Bob and says that he concedes: he does not."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann"), "Ann", "Bob")
    with pytest.raises(IllegalAction):
        concede(game, "Bob", by="Ann")
    assert players_in_game(game) == ("Bob", "Ann")


@pytest.mark.clause("720.6", release="2024-06-07")
def test_a_controlled_player_may_concede_at_any_time(rules: RuleSet) -> None:
    """Bob concedes in the middle of his turn, though Ann controls it: he has left the game."""
    game = go_to(control_for_a_while(new_game(rules, "Bob", "Ann"), "Ann", "Bob"), TurnStep.DECLARE_BLOCKERS)
    assert players_in_game(concede(game, "Bob", by="Bob")) == ("Ann",)
