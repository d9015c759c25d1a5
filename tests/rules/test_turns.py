"""Turns, phases and steps that are added, skipped, interrupted: who takes them, in which order, what they empty."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.control import control_next_turn, controller_of
from crdiff.game.leaving import lose
from crdiff.game.players import active_players, apnap_order
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Object, Option, Phase, Player, TurnStep, Zone, new_game
from crdiff.game.subgames import begin_subgame, end_subgame
from crdiff.game.turns import (
    add_extra_turn,
    add_to_turn,
    controlled_turn,
    go_to,
    in_step,
    next_step,
    next_turn,
    skip_next,
    skip_next_turn,
)

TEAMS = (Player("Ann", "red"), Player("Cat", "blue"), Player("Bea", "red"), Player("Dan", "blue"))
# The steps of a turn without an attack.
QUIET = [step for step in TurnStep if step not in {TurnStep.DECLARE_BLOCKERS, TurnStep.COMBAT_DAMAGE}]
COMBAT = [step for step in QUIET if step.phase is Phase.COMBAT]


def _takers(game: Game, turns: int) -> list[tuple[str, ...]]:
    """Return who takes each of the next turns."""
    found = []
    for _ in range(turns):
        game = next_turn(game)
        found.append(game.turn.takers)
    return found


def _steps(game: Game) -> list[TurnStep]:
    """Return the steps of this turn from the present one on."""
    found, number = [], game.turn.number
    while game.turn.number == number:
        found.append(game.turn.step)
        game = next_step(game)
    return found


@pytest.mark.clause("102.1", release="2024-06-07")
def test_turns_are_counted_and_each_has_all_its_steps(rules: RuleSet) -> None:
    """Ann, Bob and Cat take turns 1, 2 and 3, the ten steps of each without an attack; then Ann is next."""
    game = new_game(rules, "Ann", "Bob", "Cat")
    for number, player in enumerate(("Ann", "Bob", "Cat", "Ann"), 1):
        assert (game.turn.number, active_players(game)) == (number, (player,))
        assert _steps(game) == QUIET
        game = next_turn(game)


@pytest.mark.clause("102.1", release="2024-06-07")
def test_a_step_that_is_past_comes_again_in_the_next_players_turn(rules: RuleSet) -> None:
    """From Ann's upkeep step the next draw step is hers, and the next upkeep step is Bob's."""
    upkeep = go_to(new_game(rules, "Ann", "Bob"), TurnStep.UPKEEP)
    assert [active_players(go_to(upkeep, step)) for step in (TurnStep.DRAW, TurnStep.UPKEEP)] == [("Ann",), ("Bob",)]


@pytest.mark.clause("102.1", release="2024-06-07")
def test_without_shared_turns_the_players_of_a_team_take_turns_of_their_own(rules: RuleSet) -> None:
    """Ann and Bea are a team and sit apart: Ann, Cat, Bea and Dan are active one after the other, each alone."""
    game = new_game(rules, *TEAMS)
    assert (active_players(game), apnap_order(game)) == (("Ann",), ("Ann", "Cat", "Bea", "Dan"))
    assert _takers(game, 4) == [("Cat",), ("Bea",), ("Dan",), ("Ann",)]
    assert active_players(next_turn(next_turn(game))) == ("Bea",)


@pytest.mark.clause("102.1", release="2024-06-07")
def test_turns_pass_over_players_who_have_left(rules: RuleSet) -> None:
    """Bob leaves in Ann's turn, then Ann in Cat's: Cat and Dan go on taking turns."""
    game = lose(new_game(rules, "Ann", "Bob", "Cat", "Dan"), "Bob")
    assert _takers(game, 3) == [("Cat",), ("Dan",), ("Ann",)]
    game = lose(next_turn(game), "Ann")
    assert _takers(game, 3) == [("Dan",), ("Cat",), ("Dan",)]
    assert active_players(next_turn(game)) == ("Dan",)
    assert apnap_order(next_turn(game)) == ("Dan", "Cat")


@pytest.mark.clause("500.7", release="2024-06-07", says="in APNAP order")
def test_one_effect_adds_the_extra_turns_of_several_players_in_apnap_order(rules: RuleSet) -> None:
    """In Ann's turn one effect gives Cat, Ann and Bob an extra turn: Cat's is added last, and so taken first."""
    game = add_extra_turn(new_game(rules, "Ann", "Bob", "Cat"), "Cat", "Ann", "Bob")
    assert _takers(game, 4) == [("Cat",), ("Bob",), ("Ann",), ("Bob",)]


@pytest.mark.clause("103.8c", release="2024-06-07")
def test_the_starting_player_of_three_draws_in_the_first_turn(rules: RuleSet) -> None:
    """Ann's library has an Opt, which is in her hand in the draw step of her first turn."""
    game = new_game(rules, "Ann", "Bob", "Cat").having(Object("Opt", "Ann", Zone.LIBRARY))
    assert go_to(game, TurnStep.DRAW).object("Opt").zone is Zone.HAND


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_phase_is_added_after_the_present_one_and_a_step_after_the_present_step(rules: RuleSet) -> None:
    """In red's upkeep step a combat phase is added: it comes after the draw step, an added step at once."""
    game = in_step(new_game(rules, *TEAMS, options=(Option.SHARED_TEAM_TURNS,)), TurnStep.UPKEEP)
    rest = QUIET[1:]
    assert _steps(add_to_turn(game, Phase.COMBAT, "Ann")) == [*rest[:2], *COMBAT, *rest[2:]]
    assert _steps(add_to_turn(game, TurnStep.END, "Ann")) == [rest[0], TurnStep.END, *rest[1:]]
    attackers = in_step(game, TurnStep.DECLARE_ATTACKERS)
    left = QUIET[QUIET.index(TurnStep.DECLARE_ATTACKERS) :]
    twice = add_to_turn(add_to_turn(attackers, Phase.COMBAT, "Ann"), Phase.POSTCOMBAT_MAIN, "Bea")
    assert _steps(twice) == [*left[:2], TurnStep.POSTCOMBAT_MAIN, *COMBAT, *left[2:]]
    last = in_step(game, TurnStep.CLEANUP)
    assert _steps(add_to_turn(last, Phase.COMBAT, "Ann")) == [TurnStep.CLEANUP, *COMBAT]
    assert next_step(add_to_turn(game, TurnStep.END, "Ann")).turn.step_takers == ("Ann", "Bea")


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_part_of_the_turn_that_is_skipped_is_skipped_once(rules: RuleSet) -> None:
    """The red team skips its next combat phase and its next draw step, each once, whichever step begins a phase."""
    game = new_game(rules, *TEAMS, options=(Option.SHARED_TEAM_TURNS,))
    fewer = [step for step in TurnStep if step.phase is not Phase.COMBAT and step is not TurnStep.DRAW]
    skipping = skip_next(skip_next(game, Phase.COMBAT, "Ann"), TurnStep.DRAW, "Bea")
    assert _steps(skipping) == fewer
    assert _steps(next_turn(skipping)) == QUIET
    assert _steps(next_turn(next_turn(skipping))) == QUIET
    begun = next_turn(next_turn(skip_next(skip_next(game, TurnStep.UNTAP, "Ann"), Phase.BEGINNING, "Ann")))
    assert (begun.turn.takers, begun.turn.step) == (("Ann", "Bea"), TurnStep.PRECOMBAT_MAIN)
    assert _steps(begun) == QUIET[3:]
    late = in_step(game, TurnStep.CLEANUP)
    twice = next_turn(next_turn(skip_next(skip_next(late, TurnStep.UNTAP, "Ann"), TurnStep.UPKEEP, "Ann")))
    assert _steps(twice) == QUIET[2:]
    inside = skip_next(in_step(game, TurnStep.UPKEEP), Phase.BEGINNING, "Ann")
    assert _steps(inside) == QUIET[1:]


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_turn_may_lose_its_last_step_its_last_phase_or_all_of_them(rules: RuleSet) -> None:
    """The red team skips its cleanup step, its ending phase, or every phase: then the turn of the blue team is next."""
    game = new_game(rules, *TEAMS, options=(Option.SHARED_TEAM_TURNS,))
    assert _steps(skip_next(game, TurnStep.CLEANUP, "Ann")) == QUIET[:-1]
    assert _steps(skip_next(game, Phase.ENDING, "Ann")) == QUIET[:-2]
    none = next_turn(game)
    for phase in Phase:
        none = skip_next(none, phase, "Bea")
    none = next_turn(none)
    assert (none.turn.takers, none.turn.step, none.turn.number) == (("Cat", "Dan"), TurnStep.UNTAP, 4)


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_player_between_two_of_a_team_takes_every_other_turn(rules: RuleSet) -> None:
    """Cat sits alone between Ann and Bea, who are a team: the turns go to them and to her by turns."""
    game = new_game(rules, *TEAMS[:3], options=(Option.SHARED_TEAM_TURNS,))
    assert _takers(game, 3) == [("Cat",), ("Ann", "Bea"), ("Cat",)]
    extra = add_extra_turn(skip_next_turn(game, "Cat"), "Bea")
    assert _takers(extra, 3) == [("Ann", "Bea"), ("Ann", "Bea"), ("Cat",)]


@pytest.mark.clause("300.3", release="2008-02-01", says="but not a step")
def test_mana_stays_through_a_step_that_is_added_and_past_one_that_is_skipped(rules: RuleSet) -> None:
    """Ann's mana of the upkeep step is there in an end step added after it, and in the draw step that comes then."""
    upkeep = in_step(new_game(rules, Player("Ann", mana=1), "Bob"), TurnStep.UPKEEP)
    added = next_step(add_to_turn(upkeep, TurnStep.END, "Ann"))
    assert (added.turn.step, added.player("Ann").mana, next_step(added).player("Ann").mana) == (TurnStep.END, 1, 1)
    untap = new_game(rules, Player("Ann", mana=1), "Bob")
    draw = next_step(skip_next(untap, TurnStep.UPKEEP, "Ann"))
    main = next_step(draw)
    assert (draw.turn.step, draw.player("Ann").mana, draw.player("Ann").life) == (TurnStep.DRAW, 1, 20)
    assert (main.player("Ann").mana, main.player("Ann").life) == (0, 19)


@pytest.mark.clause("500.4", release="2024-06-07", says="a step or phase ends")
def test_mana_empties_from_every_pool_after_every_step(rules: RuleSet) -> None:
    """Ann and Bob each have a mana in each step of Ann's turn: in the next step neither has, and no life is lost."""
    for step in TurnStep:
        game = in_step(new_game(rules, Player("Ann", mana=1), Player("Bob", mana=2)), step)
        assert [(player.mana, player.life) for player in next_step(game).players] == [(0, 20), (0, 20)]


@pytest.mark.clause("720.1", release="2024-06-07")
def test_a_subgame_is_a_game_of_those_who_play_with_a_turn_of_its_own(rules: RuleSet) -> None:
    """Cat has left. Ann controls Bob's turn; in a subgame nobody is controlled, all begin at 20 life, teams and all."""
    game = lose(new_game(rules, TEAMS[0], TEAMS[2], *TEAMS[1::2], options=(Option.TWO_HEADED_GIANT,)), "Bea")
    game = controlled_turn(game, "Ann", "Dan").with_player(Player("Ann", "red", life=3, mana=2))
    sub = begin_subgame(game.having(Object("Opt", "Ann", Zone.HAND)))
    assert [(player.name, player.team, player.life, player.mana) for player in sub.players] == [
        ("Ann", "red", 20, 0),
        ("Cat", "blue", 20, 0),
        ("Dan", "blue", 20, 0),
    ]
    assert (sub.turn.number, sub.turn.takers, sub.objects, sub.options) == (1, ("Ann",), (), game.options)
    assert (controller_of(game, "Dan"), controller_of(sub, "Dan")) == ("Ann", "Dan")
    assert is_refused(end_subgame, sub)
    assert end_subgame(lose(sub, "Ann")) == game.having(Object("Opt", "Ann", Zone.HAND))


@pytest.mark.clause("720.1", "720.1b", release="2024-06-07")
def test_control_waits_through_turns_that_are_skipped_and_added(rules: RuleSet) -> None:
    """Bob is to be controlled, and skips two turns; an extra turn that Ann takes meanwhile is not controlled by it."""
    game = control_next_turn(new_game(rules, "Ann", "Bob"), "Ann", "Bob")
    game = add_extra_turn(skip_next_turn(skip_next_turn(game, "Bob"), "Bob"), "Ann")
    seen = []
    for _ in range(5):
        game = next_turn(game)
        seen.append((game.turn.takers, controller_of(game, "Bob")))
    anns, bobs = (("Ann",), "Bob"), (("Bob",), "Ann")
    assert seen == [anns, anns, anns, bobs, anns]
