"""What switching behaviours proves about a check."""

from __future__ import annotations

from crdiff.game.control import control_next_turn
from crdiff.game.leaving import concede
from crdiff.game.players import players_in_game
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import new_game
from crdiff.game.turns import controlled_turn
from crdiff.trace.proof import Tries, prove

BEHIND = {
    Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE: ("720.6",),
    Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER: ("720.6",),
    Behaviour.LAST_EFFECT_WORKS: ("720.1a",),
    Behaviour.CONCEDING_LEAVES: ("104.3a",),
}


def _bob_concedes(rules: RuleSet) -> str:
    """Play: Bob, under control, concedes."""
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob")
    try:
        return "" if players_in_game(concede(game, "Bob", by="Bob")) == ("Ann",) else "still there"
    except Exception as error:
        return str(error)


def test_a_check_is_proved_by_a_behaviour_of_its_clause() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.6", "104.3a"], BEHIND)
    assert proof.holds
    assert [red.behaviour for red in proof.reds] == [
        Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE,
        Behaviour.CONCEDING_LEAVES,
    ]
    assert proof.reds[0].failure == "Bob is controlled and may not concede"


def test_a_clause_that_no_behaviour_speaks_for_is_unproved() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.6", "104.3a", "720.1a"], BEHIND)
    assert not proof.holds
    assert proof.unproved == ("720.1a",)


def test_a_behaviour_of_a_clause_not_named_is_foreign() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.1a", "104.3a"], BEHIND)
    assert proof.foreign == (Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE,)


def test_a_behaviour_that_is_off_is_switched_on() -> None:
    """Under rules without a last effect that works, switching it on turns red who relies on the first."""

    def first_works(rules: RuleSet) -> str:
        game = control_next_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
        return "" if control_next_turn(game, "Cat", "Bob").effects[0].controller == "Ann" else "no"

    rules = RuleSet.all().without(Behaviour.LAST_EFFECT_WORKS)
    assert prove(first_works, rules, [], BEHIND).reds == ()
    assert rules.inverted(Behaviour.LAST_EFFECT_WORKS) == RuleSet.all()


def test_a_check_that_always_passes_is_proved_by_nothing() -> None:
    assert prove(lambda _: "", RuleSet.all(), ["720.6"], BEHIND).unproved == ("720.6",)


def test_rules_that_answer_a_check_alike_are_played_once() -> None:
    """What a check does not ask for cannot turn it red; what it asks for can, and is played."""
    played: list[RuleSet] = []

    def play(rules: RuleSet) -> str:
        played.append(rules)
        return _bob_concedes(rules)

    tries = Tries()
    rules = RuleSet.all()
    proof = prove(play, rules, ["720.6"], BEHIND, tries)
    assert proof == prove(_bob_concedes, rules, ["720.6"], BEHIND)
    assert len(played) < len(Behaviour) / 4
    known = len(played)
    without = rules.without(Behaviour.BANDS_ATTACK_ONE_PLAYER)
    assert prove(play, without, ["720.6"], BEHIND, tries) == proof
    assert len(played) == known


def test_a_check_that_looks_at_rules_as_a_whole_is_played_under_each() -> None:
    tries = Tries()
    found = {tries.play(lambda rules: str(len(rules.behaviours)), RuleSet.all().without(off)) for off in Behaviour}
    assert found == {str(len(Behaviour) - 1)}
    seen = {tries.play(repr, RuleSet.all().without(off)) for off in Behaviour}
    assert len(seen) == 1  # the answers above: the same behaviours were asked for, all of them
    assert len({Tries().play(lambda rules: str(hash(rules)), RuleSet.all().without(off)) for off in Behaviour}) > 1
