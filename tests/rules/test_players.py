"""Players, opponents and teams (rule 102)."""

from __future__ import annotations

import pytest

from crdiff.game.players import (
    active_players,
    apnap_order,
    nonactive_players,
    opponents,
    players_in_game,
    teammates,
    your_team,
)
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Player, new_game
from crdiff.game.turns import next_turn


def _two_teams(rules: RuleSet) -> Game:
    """Return a game of Ann and Bob against Cat and Dan."""
    seats = (("Ann", "red"), ("Bob", "red"), ("Cat", "blue"), ("Dan", "blue"))
    return new_game(rules, *(Player(name, team) for name, team in seats))


@pytest.mark.clause("102.1", release="2024-06-07")
def test_the_active_player_is_the_player_whose_turn_it_is(rules: RuleSet) -> None:
    """On Ann's turn she is active and Bob is not; on Bob's turn it is the other way round."""
    game = new_game(rules, "Ann", "Bob")
    assert players_in_game(game) == ("Ann", "Bob")
    assert (active_players(game), nonactive_players(game)) == (("Ann",), ("Bob",))
    game = next_turn(game)
    assert (active_players(game), nonactive_players(game)) == (("Bob",), ("Ann",))


@pytest.mark.clause("102.1", release="2024-06-07", says="The other players are nonactive players")
def test_all_other_players_are_nonactive_players(rules: RuleSet) -> None:
    """Since more than two can play: on Bob's turn Ann and Cat are both nonactive."""
    game = next_turn(new_game(rules, "Ann", "Bob", "Cat"))
    assert (active_players(game), nonactive_players(game)) == (("Bob",), ("Ann", "Cat"))


@pytest.mark.clause("200.3", release="2003-10-01", says="A player's opponent is the other player")
def test_the_opponent_of_one_of_two_players_is_the_other(rules: RuleSet) -> None:
    """While the rules know games of two only, one clause says both who is active and who is the opponent."""
    game = new_game(rules, "Ann", "Bob")
    assert opponents(game, "Ann") == ("Bob",)


@pytest.mark.clause("102.2", release="2024-06-07")
def test_in_a_two_player_game_the_opponent_is_the_other_player(rules: RuleSet) -> None:
    """Ann's opponent is Bob and Bob's is Ann."""
    game = new_game(rules, "Ann", "Bob")
    assert (opponents(game, "Ann"), opponents(game, "Bob")) == (("Bob",), ("Ann",))


@pytest.mark.clause("102.3", release="2024-06-07")
def test_between_teams_opponents_are_the_players_not_on_the_team(rules: RuleSet) -> None:
    """Ann plays with Bob against Cat and Dan: Bob is no opponent of hers."""
    assert opponents(_two_teams(rules), "Ann") == ("Cat", "Dan")


@pytest.mark.clause("102.3", release="2024-06-07")
def test_between_teams_teammates_are_the_other_players_on_the_team(rules: RuleSet) -> None:
    """Bob is Ann's teammate; she is not her own."""
    assert teammates(_two_teams(rules), "Ann") == ("Bob",)


@pytest.mark.clause("102.4", release="2024-06-07")
def test_your_team_means_you_and_your_teammates(rules: RuleSet) -> None:
    """A spell of Ann's that counts creatures of "your team" counts hers and Bob's."""
    assert your_team(_two_teams(rules), "Ann") == ("Ann", "Bob")


@pytest.mark.clause("102.4", release="2024-06-07")
def test_without_teams_your_team_means_you(rules: RuleSet) -> None:
    """The same spell, with three players each on their own or with two players, counts Ann's creatures only."""
    assert your_team(new_game(rules, "Ann", "Bob", "Cat"), "Ann") == ("Ann",)
    assert your_team(new_game(rules, "Ann", "Bob"), "Ann") == ("Ann",)


@pytest.mark.clause("102.1", release="2024-06-07", says="The other players are nonactive players")
def test_players_act_in_turn_order_from_the_active_player_on(rules: RuleSet) -> None:
    """On Bob's turn he is first, then Cat, Dan and at last Ann; on Dan's turn Ann follows him."""
    bobs = next_turn(new_game(rules, "Ann", "Bob", "Cat", "Dan"))
    assert apnap_order(bobs) == ("Bob", "Cat", "Dan", "Ann")
    assert apnap_order(next_turn(next_turn(bobs))) == ("Dan", "Ann", "Bob", "Cat")


@pytest.mark.clause("102.2", release="2024-06-07")
def test_of_two_players_each_is_the_others_opponent_whatever_team_they_wear(rules: RuleSet) -> None:
    """Two players are never a game between teams: Bob is Ann's opponent, and no teammate, in one shirt too."""
    game = new_game(rules, Player("Ann", "red"), Player("Bob", "red"))
    assert (opponents(game, "Ann"), teammates(game, "Ann")) == (("Bob",), ())
