"""Ann aims a Shock at Bob, who controls a Jace. Then Bob, or else Ann, gets another Jace."""

from __future__ import annotations

from crdiff.errors import IllegalAction
from crdiff.game.damage import deal_noncombat_damage
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game
from crdiff.game.state_based import settle
from crdiff.game.stories.outcome import BoardArea, BoardColumn, PlayedOutcome, player_column

_SHOCK, _BELEREN, _SCULPTOR = "Shock", "Jace Beleren", "Mind Sculptor"
_DAMAGE = 2


def play(rules: RuleSet) -> PlayedOutcome:
    """Return what the Shock may hit, and which Jaces stay."""
    game = new_game(rules, "Ann", "Bob").having(
        Object(_SHOCK, "Ann", Zone.STACK, controller="Ann"), _jace(_BELEREN, "Bob", 3)
    )
    shocked, may = _shocked(game)
    second = shocked.having(_jace(_SCULPTOR, "Bob", 3))
    settled = settle(second, {_SCULPTOR})
    opposed = settle(shocked.having(_jace(_SCULPTOR, "Ann", 3)))
    facts = (
        f"Ann {'may' if may else 'may not'} have the Shock deal its damage to Jace Beleren.",
        f"Bob, with both Jaces, keeps {_kept(settled)}.",
        f"If Ann has the second one, {_stay(opposed)}.",
    )
    bob = player_column(settled, "Bob", (Zone.BATTLEFIELD, Zone.GRAVEYARD))
    life = BoardArea("Life", said=str(settled.player("Bob").life))
    return PlayedOutcome(facts, (BoardColumn(bob.name, (life, *bob.areas)),))


def _jace(name: str, player: str, loyalty: int) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.PLANESWALKER, player, subtype="Jace", loyalty=loyalty)


def _shocked(game: Game) -> tuple[Game, bool]:
    """Return the game after the Shock, and whether its damage could go to the planeswalker."""
    try:
        return deal_noncombat_damage(game, _SHOCK, "Bob", _DAMAGE, _BELEREN), True
    except IllegalAction:
        return deal_noncombat_damage(game, _SHOCK, "Bob", _DAMAGE), False


def _left(game: Game) -> list[str]:
    return [each.name for each in game.objects if each.zone is Zone.BATTLEFIELD]


def _kept(game: Game) -> str:
    left = _left(game)
    if len(left) == 2:
        return "both"
    return f"the one that he chooses, {left[0]}" if left else "neither"


def _stay(game: Game) -> str:
    return {0: "neither stays", 1: "one stays", 2: "both stay"}[len(_left(game))]
