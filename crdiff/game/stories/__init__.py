"""Stories that the model plays: one board, whose outcome depends on the rule set that it is played under.

A story is a function from a rule set to an `Outcome` of what a reader can see: sentences, and the board at the end.
It knows no release; that an outcome is the right one for a release is what the tests say.

- `outcome`: What a story comes to, and the board it ends with.
- `legend_rule`: Two players control the same legend.
- `combat_damage`: Damage is divided among blockers, and one of them is sacrificed before it is dealt.
- `mulligans`: Two mulligans with a scripted library.
- `mana`: Three mana left over in the upkeep step.
- `planeswalkers`: A spell aimed at a player with a planeswalker, then a second planeswalker of its type.
- `told`: All of them, by name.
"""
