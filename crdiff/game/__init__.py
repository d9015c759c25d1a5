"""An executable model of the rules under check: immutable states, pure transitions, no texts, no clock.

A state is a `Game`, a transition is a function from a game to a game. What the transitions do is decided by the
game's `RuleSet`, plain data that `crdiff.trace` derives from the clauses in force in a release; this package
knows no clause, no release and no wording. An action that the rules do not allow raises `IllegalAction`.

- `rules`: The behaviours that a rule set switches on.
- `state`: The values that a game consists of.
- `players`: Opponents, teams, the active player and APNAP order.
- `turns`: Phases, steps, skipped and extra turns, mana pools.
- `control`: Effects that let a player control another player.
- `decisions`: Who is to make a decision, and who really makes it.
- `costs`: Whose resources pay.
- `spells`: Casting, activating, resolving.
- `information`: Who sees what.
- `demands`: What an effect forbids and demands of a controlled player's attacks and blocks.
- `leaving`: Conceding and losing.
- `subgames`: A game within a game.
- `combat`: Attack, with two players or more.
- `blocks`: Defence, with two players or more.
- `damage`: Damage: who assigns combat damage, and dealing it; where other damage goes.
- `state_based`: What goes to the graveyard by itself: lethal damage, legends, planeswalkers of one type.
- `opening`: The opening hand, and mulligans.
- `stories`: Boards whose outcome depends on the rules, played to the end.
"""
