"""Ann has three mana left over in her upkeep step, and does not spend it."""

from __future__ import annotations

from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Player, TurnStep, new_game
from crdiff.game.stories.outcome import BoardArea, BoardColumn, PlayedOutcome
from crdiff.game.turns import go_to, in_step


def play(rules: RuleSet) -> PlayedOutcome:
    """Return how much mana and life Ann has in the draw step and in the main phase."""
    upkeep = in_step(new_game(rules, Player("Ann", mana=3), "Bob"), TurnStep.UPKEEP)
    draw, main = go_to(upkeep, TurnStep.DRAW), go_to(upkeep, TurnStep.PRECOMBAT_MAIN)
    moments = {"Upkeep step": upkeep, "Draw step": draw, "Main phase": main}
    facts = (
        f"In the draw step Ann has {_mana(draw)}.",
        f"In the main phase she has {_mana(main)} and {main.player('Ann').life} life.",
    )
    return PlayedOutcome(facts, tuple(_column(name, game) for name, game in moments.items()))


def _mana(game: Game) -> str:
    return f"{game.player('Ann').mana or 'no'} mana"


def _column(name: str, game: Game) -> BoardColumn:
    ann = game.player("Ann")
    return BoardColumn(name, (BoardArea("Mana pool", said=_mana(game)), BoardArea("Ann’s life", said=str(ann.life))))
