"""Small releases in the official layout: the life of one subsection, short enough to build in no time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

ONE_CARD = "One card (Mindslaver) allows a player’s turn to be controlled by another player."
TWO_CARDS = "Two cards (Mindslaver and Sorin Markov) allow a player’s turn to be controlled by another player."
SOME_CARDS = "Some cards allow a player to control another player during that player’s next turn."
LASTS = "This effect applies to the next turn that the affected player actually takes."
OVERWRITE = "Multiple turn-controlling effects that affect the same player overwrite each other."
LAST_WORKS = "The last one to be created is the one that works."
CHOICES = "The controller of another player’s turn makes all choices and decisions that player is allowed to make."
CONCEDE = "The controller of another player’s turn can’t make that player concede. See rule {}."
MANA_BURN = "A player doesn’t lose life due to mana burn while another player controls his or her turn."
OWN_CHOICES = "A player who controls another player also continues to make their own choices and decisions."

# What every small release has: a text is taken for a whole release only if it has three sections.
FRAME = {
    "100": "General", "100.1": "These rules apply to any game with two or more players.",
    "200": "Objects", "200.1": "An object’s characteristics are its name, mana cost and color.",
}  # fmt: skip

# Release -> number -> heading or text.
RELEASES = {
    "2003-10-01": {
        "500": "Conceding", "500.1": "A player may concede the game at any time by leaving it.",
        "507": "Controlling Another Player’s Turn", "507.1": f"{ONE_CARD} {LASTS}",
        "507.1a": f"{OVERWRITE} {LAST_WORKS}", "507.2": CHOICES, "507.3": CONCEDE.format("500.1"), "507.4": MANA_BURN,
    },
    "2009-07-11": {
        "701": "Conceding", "701.1": "A player may concede the game at any time by leaving it.",
        "710": "Controlling Another Player’s Turn", "710.1": f"{ONE_CARD} {LASTS}",
        "710.1a": f"{OVERWRITE} {LAST_WORKS}", "710.2": CHOICES, "710.3": CONCEDE.format("701.1"),
    },
    "2009-10-01": {
        "701": "Conceding", "701.1": "A player may concede the game at any time by leaving it.",
        "710": "Controlling Another Player’s Turn", "710.1": f"{TWO_CARDS} {LASTS}",
        "710.1a": f"{OVERWRITE} {LAST_WORKS}", "710.2": CHOICES, "710.3": CONCEDE.format("701.1"),
    },
    "2014-05-01": {
        "701": "Conceding", "701.1": "A player may concede the game at any time by leaving it.",
        "712": "Controlling Another Player’s Turn", "712.1": f"{SOME_CARDS} {LASTS}",
        "712.1a": f"{OVERWRITE} {LAST_WORKS}", "712.2": CHOICES, "712.3": CONCEDE.format("701.1"),
        "712.4": OWN_CHOICES,
    },
}  # fmt: skip

_HEAD = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {}.

"""


# The glossary of every small release that asks for no other.
GLOSSARY = {"Concede": "To leave the game by choice."}


def release_text(day: str, clauses: Mapping[str, str], glossary: Mapping[str, str] = GLOSSARY) -> bytes:
    """Return a release in the official layout, its sections' headings supplied."""
    parts = [_HEAD.format(date.fromisoformat(day).strftime("%B %-d, %Y"))]
    section = ""
    for number, said in {**FRAME, **clauses}.items():
        if number[0] != section:
            section = number[0]
            parts.append(f"{section}. Section {section}\n\n")
        label = number if number[-1].isalpha() else f"{number}."
        parts.append(f"{label} {said}\n\n")
    entries = "\n\n".join(f"{term}\n{said}" for term, said in glossary.items())
    parts.append(f"Glossary\n\n{entries}\n\nCredits\n\nSomebody\n")
    return "".join(parts).encode()
