"""When a player controls another: from the next turn that player takes, for the whole of it, and no longer."""

from __future__ import annotations

import pytest

from crdiff.game.control import control_for_a_while, control_next_turn, controller_of, end_control
from crdiff.game.decisions import CalledForBy, Decision, who_decides
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, TurnStep, new_game
from crdiff.game.turns import controlled_turn, go_to, next_step, next_turn, skip_next_turn


def _bobs_next_turn_is_anns(rules: RuleSet) -> Game:
    """Return a turn of Ann's in which an effect says that she controls Bob during his next turn."""
    return control_next_turn(new_game(rules, "Ann", "Bob"), "Ann", "Bob")


@pytest.mark.clause("720.1", release="2024-06-07")
def test_control_begins_with_the_next_turn_the_player_takes(rules: RuleSet) -> None:
    """Created during Ann's turn, the effect leaves Bob alone until his own turn begins."""
    game = _bobs_next_turn_is_anns(rules)
    assert controller_of(go_to(game, TurnStep.END), "Bob") == "Bob"
    assert controller_of(next_turn(game), "Bob") == "Ann"


@pytest.mark.clause("720.1", release="2024-06-07")
def test_the_whole_turn_is_controlled_and_the_next_one_is_not(rules: RuleSet) -> None:
    """Ann controls Bob in every step of his turn; as the next turn begins, he is his own again."""
    game = next_turn(_bobs_next_turn_is_anns(rules))
    for _ in range(10):  # without an attack no creatures block and no combat damage is dealt
        assert game.turn.takers == ("Bob",)
        assert controller_of(game, "Bob") == "Ann"
        game = next_step(game)
    assert game.turn.takers == ("Ann",)
    assert controller_of(game, "Bob") == "Bob"
    assert controller_of(next_turn(game), "Bob") == "Bob"


@pytest.mark.clause("507.1", release="2008-02-01", says="One card (Mindslaver)")
def test_mindslaver_is_the_one_card_that_controls_a_turn(rules: RuleSet) -> None:
    """Mindslaver makes Bob's next turn Ann's; no other card does, as long as the rules name this one alone."""
    game = new_game(rules, "Ann", "Bob")
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Mindslaver")), "Bob") == "Ann"
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Sorin Markov")), "Bob") == "Bob"


@pytest.mark.clause("710.1", release="2009-10-01", says="Two cards (Mindslaver and Sorin Markov)")
def test_mindslaver_and_sorin_markov_are_the_two_cards_that_control_a_turn(rules: RuleSet) -> None:
    """Either card makes Bob's next turn Ann's; a third one does not."""
    game = new_game(rules, "Ann", "Bob")
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Mindslaver")), "Bob") == "Ann"
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Sorin Markov")), "Bob") == "Ann"
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Worst Fears")), "Bob") == "Bob"


@pytest.mark.clause("720.1", release="2024-06-07", says="Some cards")
def test_some_cards_control_a_turn_and_the_rules_name_none(rules: RuleSet) -> None:
    """Worst Fears, which the rules have never named, controls Bob's next turn as Mindslaver does."""
    game = new_game(rules, "Ann", "Bob")
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Mindslaver")), "Bob") == "Ann"
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Worst Fears")), "Bob") == "Ann"


@pytest.mark.clause("720.1a", release="2024-06-07")
def test_of_several_effects_on_one_turn_the_last_one_created_works(rules: RuleSet) -> None:
    """Ann's effect on Bob's next turn is overwritten by Cat's, which was created later."""
    game = new_game(rules, "Ann", "Bob", "Cat")
    game = control_next_turn(control_next_turn(game, "Ann", "Bob"), "Cat", "Bob")
    assert controller_of(next_turn(game), "Bob") == "Cat"


@pytest.mark.clause("720.2", release="2024-06-07", says="Word of Command")
def test_word_of_command_controls_a_player_until_it_is_done(rules: RuleSet) -> None:
    """Ann controls Bob while her Word of Command has him play a card, and not a moment longer."""
    game = control_for_a_while(new_game(rules, "Ann", "Bob"), "Ann", "Bob", "Word of Command")
    assert controller_of(game, "Bob") == "Ann"
    assert controller_of(end_control(game, "Bob", "Word of Command"), "Bob") == "Bob"


@pytest.mark.clause("720.2", release="2024-06-07", says="Opposition Agent")
@pytest.mark.clause("720.5", release="2024-06-07")
def test_opposition_agent_controls_an_opponent_who_searches(rules: RuleSet) -> None:
    """Bob searches his library while Ann has Opposition Agent: she chooses what he finds, then he is free again."""
    find = Decision("Bob", "which card to find", CalledForBy.OBJECT)
    searching = control_for_a_while(new_game(rules, "Ann", "Bob"), "Ann", "Bob", "Opposition Agent")
    assert who_decides(searching, find) == "Ann"
    assert who_decides(end_control(searching, "Bob", "Opposition Agent"), find) == "Bob"


@pytest.mark.clause("712.2", release="2014-05-01", says="One card (Word of Command)")
def test_before_opposition_agent_word_of_command_is_the_one_card(rules: RuleSet) -> None:
    """While the rules name Word of Command alone, Opposition Agent gives nobody control."""
    game = new_game(rules, "Ann", "Bob")
    assert controller_of(control_for_a_while(game, "Ann", "Bob", "Word of Command"), "Bob") == "Ann"
    assert controller_of(control_for_a_while(game, "Ann", "Bob", "Opposition Agent"), "Bob") == "Bob"


@pytest.mark.clause("720.9", "720.1a", release="2024-06-07")
def test_a_player_may_gain_control_of_themselves_and_decides_as_normal(rules: RuleSet) -> None:
    """Cat is to control Bob's turn; then Bob gains control of himself, and his decisions are his."""
    game = control_next_turn(new_game(rules, "Ann", "Bob", "Cat"), "Cat", "Bob")
    game = next_turn(control_next_turn(game, "Bob", "Bob"))
    assert game.turn.takers == ("Bob",)
    assert who_decides(game, Decision("Bob", "what to play")) == "Bob"


@pytest.mark.clause("720.1b", "720.1", release="2024-06-07")
def test_a_skipped_turn_of_another_player_has_nothing_to_wait_for(rules: RuleSet) -> None:
    """Cat skips her turn: Ann's effect on Cat waits, her effect on Dan works in Dan's turn, which comes next."""
    game = new_game(rules, "Bob", "Cat", "Dan", "Ann")
    game = skip_next_turn(control_next_turn(control_next_turn(game, "Ann", "Cat"), "Ann", "Dan"), "Cat")
    dans = next_turn(game)
    assert (dans.turn.takers, controller_of(dans, "Dan"), controller_of(dans, "Cat")) == (("Dan",), "Ann", "Cat")
    assert [effect.player for effect in next_turn(dans).effects] == ["Cat"]


@pytest.mark.clause("710.1", release="2009-10-01", says="Two cards (Mindslaver and Sorin Markov)")
@pytest.mark.clause("711.2", release="2010-10-01", says="One card (Word of Command)")
def test_word_of_command_controls_for_a_while_and_no_turn(rules: RuleSet) -> None:
    """From 2010 to 2014 the rules name the cards of both kinds: none of them does what the other kind does."""
    game = new_game(rules, "Ann", "Bob")
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Word of Command")), "Bob") == "Bob"
    assert controller_of(next_turn(control_next_turn(game, "Ann", "Bob", "Sorin Markov")), "Bob") == "Ann"
    assert controller_of(control_for_a_while(game, "Ann", "Bob", "Sorin Markov"), "Bob") == "Bob"
    assert controller_of(control_for_a_while(game, "Ann", "Bob", "Word of Command"), "Bob") == "Ann"


@pytest.mark.clause("720.2", "720.1a", release="2024-06-07")
@pytest.mark.clause("720.2", release="2024-06-07", says="Opposition Agent")
def test_the_end_of_one_limited_control_ends_no_other(rules: RuleSet) -> None:
    """Cat's Word of Command and Ann's Opposition Agent control Bob, and Ann's Agent Cat. One by one they end."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann", "Cat"), "Cat", "Bob", "Word of Command")
    game = control_for_a_while(game, "Ann", "Bob", "Opposition Agent")
    game = control_for_a_while(game, "Ann", "Cat", "Opposition Agent")
    assert [controller_of(game, player) for player in ("Bob", "Cat")] == ["Ann", "Ann"]
    game = end_control(game, "Bob", "Opposition Agent")
    assert [controller_of(game, player) for player in ("Bob", "Cat")] == ["Cat", "Ann"]
    game = end_control(game, "Bob", "Word of Command")
    assert [controller_of(game, player) for player in ("Bob", "Cat")] == ["Bob", "Ann"]
    assert controller_of(end_control(game, "Cat", "Opposition Agent"), "Cat") == "Cat"


@pytest.mark.clause("720.1", "720.1a", "720.2", release="2024-06-07")
def test_the_end_of_control_for_a_while_leaves_control_of_the_turn(rules: RuleSet) -> None:
    """Some card gives Ann Bob's turn, and Word of Command a while of it: when that is over she still has the turn."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    game = control_for_a_while(game, "Cat", "Bob", "Word of Command")
    assert controller_of(game, "Bob") == "Cat"
    game = end_control(game, "Bob", "Word of Command")
    assert controller_of(game, "Bob") == "Ann"
    assert controller_of(end_control(game, "Bob", ""), "Bob") == "Ann"
    assert controller_of(next_turn(game), "Bob") == "Bob"
