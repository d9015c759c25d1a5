"""Whatever players do: control stays within its bounds. Random games, checked after every action."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import Phase as Stage
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.control import (
    control_for_a_while,
    control_next_turn,
    controller_of,
    end_control,
    is_controlled,
    working_effect,
)
from crdiff.game.costs import Payment
from crdiff.game.decisions import CalledForBy, Decision, decide, who_decides
from crdiff.game.information import sees
from crdiff.game.leaving import concede
from crdiff.game.players import players_in_game
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.spells import cast
from crdiff.game.state import Cost, Duration, Game, Kind, Object, Phase, Player, TurnStep, Zone, new_game
from crdiff.game.turns import add_extra_turn, add_to_turn, next_step, next_turn, skip_next, skip_next_turn

NAMES = ("Ann", "Bob", "Cat")
players = st.sampled_from(NAMES)
parts = st.sampled_from((*TurnStep, *Phase))
RULES = RuleSet.all().without(Behaviour.MANA_BURN)


def _belongings(player: str) -> tuple[Object, ...]:
    """Return two spells, a face-down creature, a library card and a sideboard card of `player`."""
    return (
        Object(f"{player}'s Bolt", player, Zone.HAND, cost=Cost(mana=1)),
        Object(f"{player}'s Rite", player, Zone.HAND, cost=Cost(discards=1)),
        Object(f"{player}'s morph", player, Zone.BATTLEFIELD, Kind.CREATURE, player, face_down=True),
        Object(f"{player}'s library card", player, Zone.LIBRARY),
        Object(f"{player}'s sideboard card", player, Zone.OUTSIDE),
    )


def _resources(game: Game, player: str) -> tuple[int, int, frozenset[str]]:
    """Return the mana, the life and the cards in hand of `player`."""
    hand = frozenset(each.name for each in game.objects if each.owner == player and each.zone is Zone.HAND)
    return game.player(player).mana, game.player(player).life, hand


class ThreePlayers(RuleBasedStateMachine):
    """Three players who control one another, skip and add turns, cast, concede."""

    played_by = RULES
    game: Game

    @initialize()
    def begin(self) -> None:
        """Seat Ann, Bob and Cat with mana and cards."""
        belongings = [each for name in NAMES for each in _belongings(name)]
        self.game = new_game(self.played_by, *(Player(name, mana=3) for name in NAMES)).having(*belongings)

    @rule(controller=players, player=players)
    def control_a_turn(self, controller: str, player: str) -> None:
        """Create an effect on the player's next turn: it changes nothing yet unless it is about nobody's present."""
        before = controller_of(self.game, player)
        if {controller, player} <= set(players_in_game(self.game)):
            self.game = control_next_turn(self.game, controller, player)
            assert controller_of(self.game, player) == before

    @rule(controller=players, player=players)
    def control_for_a_while(self, controller: str, player: str) -> None:
        """Create a limited effect: the last one created works."""
        if {controller, player} <= set(players_in_game(self.game)):
            self.game = control_for_a_while(self.game, controller, player, "Word of Command")
            assert controller_of(self.game, player) == controller

    @rule(player=players)
    def end_a_while(self, player: str) -> None:
        """End the limited effects on a player: no limited effect is left standing on that player."""
        self.game = end_control(self.game, player, "Word of Command")
        effect = working_effect(self.game, player)
        assert effect is None or effect.duration is Duration.NEXT_TURN

    @rule(player=players)
    def skip(self, player: str) -> None:
        """Have a player skip a turn, unless everybody would skip for ever."""
        if player in players_in_game(self.game) and len(self.game.skips) < 6:
            self.game = skip_next_turn(self.game, player)

    @rule(player=players)
    def add(self, player: str) -> None:
        """Give a player an extra turn."""
        if player in players_in_game(self.game) and len(self.game.extra_turns) < 6:
            self.game = add_extra_turn(self.game, player)

    @rule(player=players, part=parts)
    def skip_a_part(self, player: str, part: TurnStep | Phase) -> None:
        """Have a player skip a step or a phase."""
        if player in players_in_game(self.game) and len(self.game.skipped_parts) < 6:
            self.game = skip_next(self.game, part, player)

    @rule(part=parts)
    def add_a_part(self, part: TurnStep | Phase) -> None:
        """Add a step or a phase to the turn."""
        if len(self.game.turn.coming) < 30:
            self.game = add_to_turn(self.game, part, *self.game.turn.takers)

    @rule()
    def step(self) -> None:
        """Go to the next step."""
        self.game = next_step(self.game)

    @rule()
    def turn(self) -> None:
        """Go to the next turn: control of the turn before is over, and all mana with it."""
        before = [effect for effect in self.game.effects if effect.stands and effect.duration is Duration.NEXT_TURN]
        self.game = next_turn(self.game)
        assert not [effect for effect in self.game.effects if any(effect is old for old in before)]
        assert all(player.mana == 0 for player in self.game.players)

    @rule(player=players, amount=st.integers(1, 3))
    def add_mana(self, player: str, amount: int) -> None:
        """Put mana in a pool."""
        self.game = self.game.with_player(replace(self.game.player(player), mana=amount))

    @rule(player=players, by=players, pays=players)
    def cast_a_bolt(self, player: str, by: str, pays: str) -> None:
        """Have somebody have somebody cast a spell with somebody's mana: only the caster's ever pays."""
        before = {name: _resources(self.game, name) for name in NAMES}
        try:
            self.game = cast(self.game, player, f"{player}'s Bolt", by, payment=Payment(mana_of=pays))
        except IllegalAction:
            return
        assert by == controller_of(self.game, player)
        assert pays == player
        assert all(_resources(self.game, name) == before[name] for name in NAMES if name != player)
        assert self.game.player(player).mana == before[player][0] - 1

    @rule(player=players, by=players, discards=players)
    def cast_a_rite(self, player: str, by: str, discards: str) -> None:
        """Do the same with a card to discard: only the caster's hand ever loses cards."""
        before = {name: _resources(self.game, name) for name in NAMES}
        payment = Payment(discarded=(f"{discards}'s Bolt",))
        try:
            self.game = cast(self.game, player, f"{player}'s Rite", by, payment=payment)
        except IllegalAction:
            return
        assert discards == player
        assert all(_resources(self.game, name) == before[name] for name in NAMES if name != player)

    @rule(player=players, by=players)
    def concede(self, player: str, by: str) -> None:
        """Say that somebody concedes: nobody but that player can, and that player always can."""
        if len(players_in_game(self.game)) < 2 or player not in players_in_game(self.game):
            return
        if by == player:
            self.game = concede(self.game, player, by)
            return
        before = self.game
        try:
            self.game = concede(self.game, player, by)
        except IllegalAction:
            assert self.game is before
        else:
            raise AssertionError(f"{by} made {player} concede")

    @rule(player=players, by=players, kind=st.sampled_from(CalledForBy))
    def decide(self, player: str, by: str, kind: CalledForBy) -> None:
        """Make a decision: the player's controller makes those of the game, the player all others."""
        decision = Decision(player, "something", kind)
        in_the_game = kind in {CalledForBy.RULES, CalledForBy.OBJECT}
        expected = controller_of(self.game, player) if in_the_game else player
        try:
            self.game = decide(self.game, decision, by, "yes")
        except IllegalAction:
            assert by != expected
        else:
            assert by == expected

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def information_is_shared_with_the_controller_only(self) -> None:
        """Nobody sees a hidden object but who may, and that player's controller; outside the game its owner alone."""
        for each in self.game.objects:
            for viewer in NAMES:
                if sees(self.game, viewer, each.name):
                    assert viewer in _may_see(self.game, each)

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def nobody_controls_a_player_who_is_gone(self) -> None:
        """Effects of and on players who left are gone with them."""
        present = set(players_in_game(self.game))
        assert all({effect.controller, effect.player} <= present for effect in self.game.effects)

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def control_of_a_turn_stands_in_that_players_turn_only(self) -> None:
        """Let an effect on a whole turn stand only while its player takes that turn."""
        standing = [effect for effect in self.game.effects if effect.stands and effect.duration is Duration.NEXT_TURN]
        assert all(effect.player in self.game.turn.takers for effect in standing)

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def everybody_decides_for_themselves_unless_controlled(self) -> None:
        """Who controls somebody keeps their own decisions."""
        for player in NAMES:
            if not is_controlled(self.game, player):
                assert who_decides(self.game, Decision(player, "something")) == player


def _may_see(game: Game, hidden: Object) -> set[str]:
    """Return who may see an object by the rules, worked out apart from the model."""
    match hidden.zone:
        case Zone.OUTSIDE:
            return {hidden.owner}
        case Zone.LIBRARY:
            return set()
        case Zone.HAND | Zone.BATTLEFIELD:
            return {hidden.owner, controller_of(game, hidden.owner)}
        case _:
            return set(NAMES)


TestThreePlayers = ThreePlayers.TestCase
TestThreePlayers.settings = settings(max_examples=120, stateful_step_count=50, derandomize=True)


@pytest.mark.parametrize(
    "broken",
    [
        Behaviour.CONTROL_WAITS_FOR_THE_NEXT_TURN,
        Behaviour.CONTROL_ENDS_WITH_THE_NEXT_TURN,
        Behaviour.LIMITED_CONTROL_ENDS,
        Behaviour.LAST_EFFECT_WORKS,
        Behaviour.CONTROLLER_DECIDES_FOR_THE_RULES,
        Behaviour.CONTROLLER_DECIDES_FOR_OBJECTS,
        Behaviour.UNCALLED_DECISIONS_STAY,
        Behaviour.TOURNAMENT_DECISIONS_STAY,
        Behaviour.CONTROLLER_KEEPS_OWN_DECISIONS,
        Behaviour.ONLY_THAT_PLAYERS_RESOURCES,
        Behaviour.OUTSIDE_THE_GAME_STAYS_PRIVATE,
        Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER,
        Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE,
    ],
)
def test_random_games_notice_when_a_rule_is_broken(broken: Behaviour) -> None:
    """The laws are no tautology: without one of the rules they speak of, some game breaks them."""
    machine = type("Broken", (ThreePlayers,), {"played_by": RULES.without(broken)})
    search = settings(
        max_examples=3000,
        stateful_step_count=50,
        derandomize=True,
        phases=[Stage.generate],
        database=None,
    )
    with pytest.raises((AssertionError, IllegalAction)):
        run_state_machine_as_test(machine, settings=search)
