"""Ann controls a Kokusho, and Bob puts one of his own onto the battlefield. Or both are Ann’s."""

from __future__ import annotations

from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game
from crdiff.game.state_based import settle
from crdiff.game.stories.outcome import PlayedOutcome, player_column

_ZONES = (Zone.BATTLEFIELD, Zone.GRAVEYARD)


def _kokusho(name: str, player: str, since: int = 0) -> Object:
    return Object(
        name,
        player,
        Zone.BATTLEFIELD,
        Kind.CREATURE,
        player,
        power=5,
        toughness=5,
        printed="Kokusho",
        is_legendary=True,
        since=since,
    )


def play(rules: RuleSet) -> PlayedOutcome:
    """Return what becomes of the Kokushos."""
    game = settle(
        new_game(rules, "Ann", "Bob").having(
            _kokusho("Ann’s Kokusho", "Ann"), _kokusho("Bob’s Kokusho", "Bob", since=1)
        )
    )
    facts = (*(_fate(game, name) for name in ("Ann’s Kokusho", "Bob’s Kokusho")), _of_two(rules))
    return PlayedOutcome(facts, tuple(player_column(game, player, _ZONES) for player in ("Ann", "Bob")))


def _fate(game: Game, name: str) -> str:
    stays = game.object(name).zone is Zone.BATTLEFIELD
    return f"{name} stays." if stays else f"{name} is put into the graveyard."


def _of_two(rules: RuleSet) -> str:
    """Return what Ann keeps if both are hers: she would like the second one, or else the first."""
    both = new_game(rules, "Ann", "Bob").having(_kokusho("first", "Ann"), _kokusho("second", "Ann", since=1))
    left = {
        wish: [each.name for each in settle(both, {wish}).objects if each.zone is Zone.BATTLEFIELD]
        for wish in ("first", "second")
    }
    if len(left["second"]) == 2:
        return "Ann, with two of them, keeps both."
    if left["first"] != left["second"]:
        return "Ann, with two of them, keeps the one that she chooses."
    return (
        f"Ann, with two of them, keeps the {left['first'][0]}."
        if left["first"]
        else "Ann, with two of them, keeps none."
    )
