"""A small archive in which much happens at once: a rewording with an exception, a new order, terms that come and go."""

from __future__ import annotations

from pathlib import Path

from small_archive import fill, index_of

from crdiff.pages.archive_index import ArchiveIndex

_SCENES = (
    "Whenever a creature {}, its owner counts it once more.",
    "If an artifact {}, the stack is looked at before anything else.",
    "A land that {} brings one mana of any kind to its controller.",
    "Players wait until an enchantment {}; then they act in turn order.",
    "As a token {}, it takes its name from the effect that made it.",
    "No player may respond while an Aura {} under another player's control.",
    "The permanent that {} first is the one that stays on top.",
    "Each time a copy {}, the original is set aside face down.",
    "Once the last card {}, the hidden zone is shuffled again.",
    "Before a commander {}, its owner chooses where it goes.",
)
_SAGA = "A chapter of this kind of card is told whenever its lore grows by one counter."
_KEPT = "A story about a card that comes into play is told in another place."
_BLOCKS = "The defending player chooses which creatures block, and announces each of them."
_WOUNDS = "Damage that is dealt to a creature stays on it until the turn has ended."
_SPLICE = "A spliced card stays in its owner's hand while the other spell is worked off."


def _scenes(said: str) -> dict[str, str]:
    return {f"300.{at}": scene.format(said) for at, scene in enumerate(_SCENES, 1)}


_CLAUSES = {
    "2003-10-01": {
        "300": "Arriving", **_scenes("comes into play"), "300.11": _KEPT,
        "301": "Blocking", "301.1": _BLOCKS,
        "302": "Wounds", "302.1": _WOUNDS,
        "303": "Splicing", "303.1": _SPLICE,
    },
    "2004-02-01": {
        "300": "Arriving", **_scenes("enters the battlefield"), "300.11": _KEPT,
        "301": "Chapters", "301.1": _SAGA,
        "302": "Blocking", "302.1": _BLOCKS,
        "303": "Damage", "303.1": _WOUNDS,
    },
    "2004-06-01": {
        "300": "Blocking", "300.1": _BLOCKS,
        "301": "Damage", "301.1": _WOUNDS,
        "500": "Arriving",
        **{number.replace("300.", "500."): said for number, said in _scenes("enters the battlefield").items()},
        "500.11": _KEPT,
        "501": "Chapters", "501.1": _SAGA,
    },
}  # fmt: skip
_LATE = "An ability that an effect puts off until later in the turn, and that then triggers once."
_GLOSSARIES = {
    "2003-10-01": {
        "Concede": "To leave the game by choice.",
        "Delayed Ability": _LATE,
        "Duel": "A game between two players.",
    },
    "2004-02-01": {"Concede": "To leave the game by choice.", "Delayed Triggered Ability": _LATE},
    "2004-06-01": {
        "Chapter": "A part of a story, see rule 501.1.",
        "Concede": "To leave the game by one's own choice.",
        "Delayed Triggered Ability": _LATE,
        "Duel": "A game between two players.",
    },
}


def reordered_index(folder: Path) -> ArchiveIndex:
    """Return the index of the archive, made in `folder`."""
    return index_of(fill(folder / "corpus", _CLAUSES, _GLOSSARIES))
