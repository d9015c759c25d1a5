"""The stories that the model plays, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crdiff.game.rules import RuleSet
from crdiff.game.stories import combat_damage, legend_rule, mana, mulligans, planeswalkers
from crdiff.game.stories.outcome import PlayedOutcome

# From the name of a story to what it comes to under a rule set.
STORIES: Mapping[str, Callable[[RuleSet], PlayedOutcome]] = {
    "legend-rule": legend_rule.play,
    "combat-damage": combat_damage.play,
    "mulligans": mulligans.play,
    "mana": mana.play,
    "planeswalkers": planeswalkers.play,
}
