"""A small text of the rules in which a lint finds nothing: what tests break on purpose."""

from __future__ import annotations

from collections.abc import Iterable

from crdiff.dialects.registry import read
from crdiff.model.release import Release

CLEAN = """\
Magic: The Gathering Comprehensive Rules

These rules are effective as of June 7, 2024.

Introduction

This document holds rules.

Contents

1. Game Concepts
100. General
101. Ending the Game

2. Parts of a Card
200. Names

3. Additional Rules
300. Keyword Abilities
301. Controlling Another Player

Glossary
Credits

1. Game Concepts

100. General

100.1. These rules apply to any game with two or more players, and to each player’s deck.

100.1a A two-player game is a game that begins with only two players.

100.1b A multiplayer game is a game that begins with more than two players. See rule 301, “Controlling Another Player.”

100.2. To play, each player needs their own deck (see rule 101.2a) and small items to represent any tokens.

101. Ending the Game

101.1. A game ends immediately when a player wins (see rules 101.2a–b).

101.2. There are several ways to win the game.

101.2a A player still in the game wins the game if that player’s opponents have all left the game.

101.2b An effect may state that a player wins the game.
Example: A player controls a creature with “If you control no cards, you win the game.” That player wins the game.

101.3. A player can concede the game at any time.

2. Parts of a Card

200. Names

200.1. The name of a card is printed on its upper left corner.

3. Additional Rules

300. Keyword Abilities

300.1. Most abilities describe what they do in the card’s rules text.

300.2. Deathtouch

300.2a Deathtouch is a static ability of a creature that a player controls.

300.3. Flying

300.3a Flying is an evasion ability of a creature that a player controls.

301. Controlling Another Player

301.1. One card (Mindslaver) allows a player to control another player during that player’s next turn.

301.2. The controller of another player can’t make that player concede the game. See rule 101.3.

Glossary

Concede
To leave a game. See rule 101.3.

Deathtouch
A keyword ability that causes damage dealt by an object to be deadly. See rule 300.2, “Deathtouch.”

Flying
A keyword ability that restricts how a creature may be blocked. See rule 300.3, “Flying.”

Game
What the players play. See Player.

Player
One of the people in the game. See rule 100.1.

Credits

Somebody wrote these rules.
"""


def release(text: str = CLEAN) -> Release:
    """Return the text as read."""
    return read(text.encode(), "rules.txt")


def broken(*pairs: tuple[str, str], text: str = CLEAN) -> str:
    """Return the text with each first string replaced by the second; it must be there."""
    for old, new in pairs:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


ONE_IS_ODD = ("are", "are", "are", "is", "are", "are", "are")
"""Verbs of sentences of which that of 300.7a differs from all others."""


def with_siblings(verbs: Iterable[str]) -> str:
    """Return the text with sentences that differ in their verbs alone, in 300.4a and after."""
    rules = "".join(
        f"300.{n}. Word{n}\n\n300.{n}a Multiple instances of word{n} on it {verb} redundant.\n\n"
        for n, verb in enumerate(verbs, 4)
    )
    return broken(("301. Controlling Another Player\n\n301.1", f"{rules}301. Controlling Another Player\n\n301.1"))
