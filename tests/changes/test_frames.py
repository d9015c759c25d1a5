"""Frames: what they set aside, and that no change of meaning inside them is ever set aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from every import every
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from proofs import apply

from crdiff.changes.change import Facet
from tests.changes.conftest import change_of
from tests.changes.test_planted_changes import ANY_WORD, SWAPS, WORD_SWAPS, replaced


class Case(NamedTuple):
    """An old and a new wording that say the same, what an attacker puts in place of what, and what else is the same."""

    old: str
    new: str
    attacks: str
    """What is replaced, by one or another: ``this -> that | each; may -> must``."""
    harmless: str = ""


CASES = {
    "own name after “says”": Case(  # 113.6k of 2024-11-08
        "Absolver Thrull has the ability “When Absolver Thrull enters or the creature it haunts dies, destroy target "
        "enchantment.” Its first trigger functions on the battlefield.",
        "Absolver Thrull has the ability “When this creature enters or the creature it haunts dies, destroy target "
        "enchantment.” Its first trigger functions on the battlefield.",
        "this creature -> that creature | target creature | another creature | each creature | all creatures | a "
        "creature | any creature | this player | this spell | this card | this token | this artifact | this land | "
        "this enchantment | this creature’s controller | this creature’s owner | this creature or another creature | "
        "this nontoken creature | these creatures | it | Grizzly Bears; Absolver Thrull has -> Absolver Ghoul has | "
        "An Aura on Absolver Thrull has; has the ability -> doesn’t have the ability; enters or -> dies or; destroy "
        "-> exile",
    ),
    "own name, described": Case(
        "Viridian Joiner is a 1/2 creature that has the ability “{T}: Add an amount of {G} equal to Viridian Joiner’s "
        "power.” An effect gives it -2/-0.",
        "Viridian Joiner is a 1/2 creature that has the ability “{T}: Add an amount of {G} equal to this creature’s "
        "power.” An effect gives it -2/-0.",
        "this creature’s -> this artifact’s | this land’s | this creature | that creature’s; power -> toughness",
    ),
    "own name of an artifact, twice": Case(
        "Example: You control Dermoplasm, an artifact that says “When Dermoplasm enters, you may draw a card. If you "
        "do, return Dermoplasm to its owner’s hand.”",
        "Example: You control Dermoplasm, an artifact that says “When this artifact enters, you may draw a card. If "
        "you do, return this artifact to its owner’s hand.”",
        "return this artifact -> return this creature; this artifact -> this creature; owner’s -> controller’s; you "
        "may -> you must; you may draw -> draw; When -> Whenever",
    ),
    "own name of a card in a graveyard": Case(
        "Reassembling Skeleton says “{1}{B}: Return Reassembling Skeleton from your graveyard to the battlefield "
        "tapped.”",
        "Reassembling Skeleton says “{1}{B}: Return this card from your graveyard to the battlefield tapped.”",
        "this card -> this creature | target card | a card; your graveyard -> a graveyard; tapped -> untapped; {1}{B} "
        "-> {B}",
    ),
    "own name in a second quotation": Case(
        "Voice of All says “As Voice of All enters, choose a color” and “Voice of All has protection from the chosen "
        "color.” It isn’t red.",
        "Voice of All says “As this creature enters, choose a color” and “This creature has protection from the "
        "chosen color.” It isn’t red.",
        "This creature -> This artifact | That creature; the chosen color -> all colors; choose a color -> choose two "
        "colors; and “This -> and Clone says “This",
    ),
    "short name": Case(
        "Minsc, Beloved Ranger says, in part, “When Minsc, Beloved Ranger enters, create Boo, a legendary 1/1 red "
        "Hamster creature token.”",
        "Minsc, Beloved Ranger says, in part, “When Minsc enters, create Boo, a legendary 1/1 red Hamster creature "
        "token.”",
        "When Minsc -> When Boo | When another Minsc | When Ranger; Minsc, Beloved Ranger says -> Minsc says; create "
        "Boo -> create Boo and another Boo",
        "Minsc, Beloved Ranger says, in part “When Minsc enters, create Boo, a legendary 1/1 red Hamster creature "
        "token.”",
    ),
    "brackets": Case(  # 113.2a of 2025-02-07
        "A card says “{0}: [This creature] gains flying until end of turn.”",
        "A card says “{0}: This creature gains flying until end of turn.”",
        "This creature -> That creature | This permanent | [This creature | Each creature; gains -> loses",
    ),
    "a comma twice": Case(  # 509.4c of 2009-09-04
        "If it left combat, , the player may draw a card, then.",
        "If it left combat, the player may draw a card, then.",
        "left combat -> joined combat; may draw -> can’t draw; the player -> each player",
    ),
    "this ability": Case(
        "A card says “{T}: Draw a card. Activate this ability only during your turn.”",
        "A card says “{T}: Draw a card. Activate only during your turn.”",
        "Activate only -> Activate | Activate that ability only | You may activate only; during your turn -> before "
        "your turn; your turn -> each turn",
    ),
    "as a sorcery": Case(  # 602.5d of 2021-04-22
        "A card says “{T}: Draw a card. Activate this ability only any time you could cast a sorcery.”",
        "A card says “{T}: Draw a card. Activate only as a sorcery.”",
        "as a sorcery -> as an instant | once each turn | as a sorcery or an instant; only as -> as",
    ),
    "enters": Case(
        "These are written “When [this object] enters the battlefield, draw a card.”",
        "These are written “When [this object] enters, draw a card.”",
        "enters -> leaves | enters the graveyard | enters or leaves; When -> Whenever; this object -> another object",
    ),
    "mana is added": Case(  # 605.1a of 2017-09-29
        "An ability is a mana ability if it doesn’t have a target and it could put mana into a player’s mana pool "
        "when it resolves.",
        "An ability is a mana ability if it doesn’t have a target and it could add mana to a player’s mana pool when "
        "it resolves.",
        "add mana to a -> add mana from a; could add -> would add; a player’s -> your | each player’s | that "
        "player’s; add mana -> add two mana",
    ),
    "that player": Case(  # 805.3b of 2018-04-27
        "Each player on the starting team, in any order, may put any such cards onto the battlefield from his or her "
        "opening hand.",
        "Each player on the starting team, in any order, may put any such cards onto the battlefield from that "
        "player’s opening hand.",
        "that player’s -> that opponent’s | a player’s | each player’s | that team’s | your; Each player -> A player; "
        "starting team -> other team",
    ),
    "a full stop at the end": Case(  # 702.25m of 2018-06-08
        "A permanent phases in (see rule 502.3.). It does so before its controller untaps",
        "A permanent phases in (see rule 502.3). It does so before its controller untaps.",
        "controller untaps. -> controller untaps permanents.; before -> after; its controller -> its owner; 502.3 -> "
        "502.4",
    ),
    "a comma for a full stop": Case(  # 722.3a of 2026-08-07
        "It becomes prepared unless it already has a prepare spell, Additionally, a permanent can’t become prepared",
        "It becomes prepared unless it already has a prepare spell. Additionally, a permanent can’t become prepared.",
        "spell. Additionally, a -> spell, a; unless it already -> if it already; a permanent -> each permanent | "
        "another permanent; prepare spell -> spell; becomes -> may become",
    ),
    "a pointer in brackets": Case(  # 207.2b of 2010-02-01
        "Abilities that add objects don’t fall under this rule; see rule 112.10. Each object counts once in a turn.",
        "Abilities that add objects don’t fall under this rule. (See rule 112.10.) Each object counts once in a turn.",
        "112.10 -> 112.9; See rule 112.10 -> See rule 112.10 and rule 112.11; See rule 112.10. -> See rule 112.10. "
        "Each ability counts twice.; Abilities that -> Abilities",
        "Abilities that add objects don’t fall under this rule. See rule 112.10. Each object counts once in a turn.",
    ),
}
"""What a frame sets aside, by its name, with attacks on it."""


@every("case", CASES.values(), ids=lambda case: case.old[:60])
def test_a_frame_sets_aside_what_says_the_same(case: Case) -> None:
    change = change_of(case.old, case.new)
    assert change.proof is not None
    assert apply(change.proof.wording, case.old) == case.new
    assert set(change.facets) <= {Facet.TERMINOLOGY, Facet.TYPOGRAPHIC}


def attacks(case: Case) -> Iterator[str]:
    """Yield the new wording of a case with one change of meaning in it: at each place, each swap, each attack."""
    for pattern, put in SWAPS.values():
        for place in re.finditer(pattern, case.new):
            yield replaced(case.new, place, put)
    for place, put in zip(re.finditer(ANY_WORD, case.new), cycle(WORD_SWAPS.values()), strict=False):
        yield replaced(case.new, place, put)
    for attack in case.attacks.split("; "):
        what, puts = attack.split(" -> ")
        assert what in case.new
        for instead in puts.split(" | "):
            yield case.new.replace(what, instead, 1)
            yield instead.join(case.new.rsplit(what, 1))


@every("case", CASES.values(), ids=lambda case: case.old[:60])
def test_no_change_of_meaning_hides_in_a_frame(case: Case) -> None:
    attacked = {*attacks(case)} - {case.new, case.harmless}
    assert [attack for attack in sorted(attacked) if change_of(case.old, attack).mechanical] == []
    assert len(attacked) >= 25


@settings(max_examples=100)
@given(
    case=st.sampled_from([name for name in sorted(CASES) if name.startswith("own name")]),
    name=st.sampled_from(["Grizzly Bears", "Wall", "Jace, Reawakened", "Heart-Piercer Manticore", "All"]),
)
def test_the_name_of_another_card_in_a_quoted_ability_is_never_its_own(case: str, name: str) -> None:
    """Whatever the other card is called, an ability that names it does not name itself."""
    old, new, *_ = CASES[case]
    own = re.split(r" (?:has|is|says)\b|, an? ", re.sub(r"^Example: You control ", "", old))[0]
    quoted = old.index("“")
    attack = old[:quoted] + old[quoted:].replace(own, name)
    assume(attack != old)
    assert not change_of(attack, new).mechanical, attack
