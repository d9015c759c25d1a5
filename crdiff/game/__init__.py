"""An executable model of the rules under check: immutable states, pure transitions, no texts, no clock.

A state is a `Game`, a transition is a function from a game to a game. What the transitions do is decided by the
game's `RuleSet`, plain data that `crdiff.trace` derives from the clauses in force in a release; this package
knows no clause, no release and no wording. An action that the rules do not allow raises `IllegalAction`.

    rules        the behaviours a rule set switches on
    state        the values a game consists of
    players      opponents, teams, who is active, APNAP order
    turns        phases, steps, skipped and extra turns, mana pools
    control      effects that let a player control another player
    decisions    who is to make a decision, who really makes it
    costs        whose resources pay
    spells       casting, activating, resolving
    information  who sees what
    leaving      conceding
    subgames     a game within a game
    combat, blocks, damage   attack and defence, with two players or more
"""
