"""Hill Giant is blocked by two Bears and Goblin Piker by Mogg Fanatic, which can be sacrificed to deal 1 damage."""

from __future__ import annotations

from contextlib import suppress

from crdiff.errors import IllegalAction
from crdiff.game.combat import given_combat
from crdiff.game.damage import (
    announce_damage_order,
    assign_damage,
    deal_damage,
    deal_noncombat_damage,
    require_chance_to_act,
)
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, TurnStep, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard
from crdiff.game.stories.outcome import PlayedOutcome, player_column
from crdiff.game.turns import in_step

_GIANT, _PIKER, _FANATIC = "Hill Giant", "Goblin Piker", "Mogg Fanatic"
_GRIZZLY, _CUB = "Grizzly Bears", "Bear Cub"
_BLOCKS = (Block(_CUB, _GIANT), Block(_GRIZZLY, _GIANT), Block(_FANATIC, _PIKER))
_ZONES = (Zone.BATTLEFIELD, Zone.GRAVEYARD)


def play(rules: RuleSet) -> PlayedOutcome:
    """Return whom the damage kills: Ann has thought of Grizzly Bears first, and would rather kill the others."""
    blocked = _blocked(rules)
    legal = [bears for bears in (_CUB, _GRIZZLY) if _may_kill(blocked, bears)]
    killed = next(iter(legal), "")
    assigned = _assigned(blocked, killed) if killed else blocked
    acted = _sacrificed(assigned)
    game = settle(deal_damage(acted or assigned))
    facts = (
        _on_division(legal),
        _on_acting(acted is not None),
        _on_piker(game),
        f"Ann is at {game.player('Ann').life} life.",
    )
    return PlayedOutcome(facts, tuple(player_column(game, player, _ZONES) for player in ("Ann", "Bob")))


def _creature(name: str, player: str, power: int, toughness: int) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power, toughness=toughness)


def _blocked(rules: RuleSet) -> Game:
    """Return the combat with its blocks declared, and Ann’s order announced if there is such a thing."""
    game = new_game(rules, "Ann", "Bob").having(
        _creature(_GIANT, "Ann", 3, 3),
        _creature(_PIKER, "Ann", 2, 1),
        _creature(_GRIZZLY, "Bob", 2, 2),
        _creature(_CUB, "Bob", 2, 2),
        _creature(_FANATIC, "Bob", 1, 1),
    )
    combat = Combat(("Bob",), (Attack(_GIANT, "Bob"), Attack(_PIKER, "Bob")), blocks=_BLOCKS)
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, combat)
    with suppress(IllegalAction):  # where the rules have no such order
        game = announce_damage_order(game, _GIANT, "Ann", (_GRIZZLY, _CUB))
    return in_step(game, TurnStep.COMBAT_DAMAGE)


def _assigned(game: Game, killed: str) -> Game:
    """Return the game with all damage assigned: of the Giant’s 3, the Bears to be `killed` get 2, the others 1.

    Raises `IllegalAction` if the rules do not allow that division.
    """
    spared = _GRIZZLY if killed == _CUB else _CUB
    of_ann = {(_GIANT, killed): 2, (_GIANT, spared): 1, (_PIKER, _FANATIC): 2}
    of_bob = {(_GRIZZLY, _GIANT): 2, (_CUB, _GIANT): 2, (_FANATIC, _PIKER): 1}
    return assign_damage(assign_damage(game, "Ann", "Ann", of_ann), "Bob", "Bob", of_bob)


def _may_kill(game: Game, bears: str) -> bool:
    try:
        _assigned(game, bears)
    except IllegalAction:
        return False
    return True


def _sacrificed(game: Game) -> Game | None:
    """Return the game with the Fanatic sacrificed to deal 1 damage to Ann, None if Bob has no chance to do that."""
    try:
        require_chance_to_act(game)
    except IllegalAction:
        return None
    return deal_noncombat_damage(to_graveyard(game, _FANATIC), _FANATIC, "Ann", 1)


def _on_division(legal: list[str]) -> str:
    which = ("neither of the two Bears", *(f"only {each}" for each in legal[:1]), "either of the two Bears")
    return f"Ann may have Hill Giant kill {which[len(legal)]}."


def _on_acting(has_acted: bool) -> str:
    may = "may" if has_acted else "may not"
    return f"Bob {may} sacrifice Mogg Fanatic once combat damage is assigned."


def _on_piker(game: Game) -> str:
    return "Goblin Piker stays." if game.object(_PIKER).zone is Zone.BATTLEFIELD else "Goblin Piker dies."
