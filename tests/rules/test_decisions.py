"""What a controller decides for another player, and what stays with that player."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers, limit_blocks
from crdiff.game.combat import declare_attackers, given_combat, limit_attacks, require_attacks
from crdiff.game.control import control_for_a_while
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.decisions import CalledForBy, Decision, choose_card, decide
from crdiff.game.rules import RuleSet
from crdiff.game.spells import activate, cast, resolve
from crdiff.game.state import (
    Ability,
    Attack,
    Block,
    Combat,
    Cost,
    Game,
    Kind,
    Object,
    Option,
    Player,
    TurnStep,
    Zone,
    new_game,
)
from crdiff.game.turns import controlled_turn, in_step

WOLF = Object("Wolf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=3)
BEAR = Object("Bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=2)
CAT_WALKER = Object("Jace", "Cat", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Cat")
ELVES = Object("Elves", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Cat", power=1)
WALL = Object("Wall", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Cat")
THREE_COLOURS = ("white", "blue", "black")


def _ann_controls_bob(
    rules: RuleSet, *objects: Object, forbids: tuple[str, ...] = (), requires: tuple[str, ...] = ()
) -> Game:
    """Return the main phase of a turn of Bob's that Ann controls."""
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob", forbids=forbids, requires=requires)
    return in_step(game.having(*objects), TurnStep.PRECOMBAT_MAIN)


def _bobs_combat(
    rules: RuleSet, step: TurnStep, combat: Combat, forbids: tuple[str, ...] = (), requires: tuple[str, ...] = ()
) -> Game:
    """Return Bob's combat phase against Cat and Dan, in a turn that Ann controls."""
    options = [Option.ATTACK_MULTIPLE_PLAYERS]
    game = new_game(rules, "Bob", "Ann", "Cat", "Dan", options=options).having(WOLF, BEAR, CAT_WALKER, ELVES, WALL)
    return given_combat(controlled_turn(game, "Ann", "Bob", forbids=forbids, requires=requires), step, combat)


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_decides_what_to_cast_and_every_choice_it_calls_for(rules: RuleSet) -> None:
    """Example: Ann decides that Bob casts Shock, what it targets, and which card Diabolic Tutor finds for him."""
    shock = Object("Shock", "Bob", Zone.HAND, Kind.INSTANT, calls_for=("target",))
    tutor = Object("Diabolic Tutor", "Bob", Zone.HAND, Kind.SORCERY, asks=("card to find",))
    game = _ann_controls_bob(rules, shock, tutor)
    assert is_refused(cast, game, "Bob", "Shock", "Bob", choices={"target": "Ann"})
    game = cast(game, "Bob", "Shock", "Ann", choices={"target": "Bob"})
    game = cast(resolve(game, "Shock", "Ann"), "Bob", "Diabolic Tutor", "Ann")
    game = resolve(game, "Diabolic Tutor", "Ann", {"card to find": "Plains"})
    assert [(choice.player, choice.maker, choice.chosen) for choice in game.choices] == [
        ("Bob", "Ann", "cast Shock"),
        ("Bob", "Ann", "Bob"),
        ("Bob", "Ann", "cast Diabolic Tutor"),
        ("Bob", "Ann", "Plains"),
    ]


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_makes_the_choices_that_the_rules_tell_the_player_to_make(rules: RuleSet) -> None:
    """Bob has a card too many in his cleanup step: Ann chooses which one he discards."""
    discard = Decision("Bob", "which card to discard", CalledForBy.RULES, ("Shock", "Opt"))
    game = _ann_controls_bob(rules)
    assert is_refused(decide, game, discard, "Bob", "Opt")
    assert decide(game, discard, "Ann", "Shock").choices[-1].maker == "Ann"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_makes_the_choices_that_an_object_allows_the_player_to_make(rules: RuleSet) -> None:
    """A trigger lets Bob draw a card if he likes: whether he does is for Ann to say."""
    draw = Decision("Bob", "whether to draw a card", CalledForBy.OBJECT, ("draw", "don't"))
    game = _ann_controls_bob(rules)
    assert is_refused(decide, game, draw, "Bob", "draw")
    assert decide(game, draw, "Ann", "don't").choices[-1].maker == "Ann"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_can_choose_only_what_the_player_is_allowed_to_choose(rules: RuleSet) -> None:
    """Bob is to choose one of three colours; Ann, who chooses for him, cannot choose a fourth."""
    colour = Decision("Bob", "a colour", CalledForBy.OBJECT, THREE_COLOURS)
    game = _ann_controls_bob(rules)
    assert is_refused(decide, game, colour, "Ann", "green")


@pytest.mark.clause("507.3", "507.1c", release="2008-02-01")
def test_the_controller_decides_which_creatures_attack_and_how_they_assign_damage(rules: RuleSet) -> None:
    """Example: Ann has Bob's Wolf attack and his Bear stay home, and splits the Wolf's damage between its blockers."""
    game = _bobs_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(defenders=("Cat",)))
    assert is_refused(declare_attackers, game, "Bob", {"Bear": "Cat"})
    game = declare_attackers(game, "Ann", {"Wolf": "Cat"})
    blocks = (Block("Elves", "Wolf"), Block("Wall", "Wolf"))
    game = _bobs_combat(rules, TurnStep.COMBAT_DAMAGE, Combat(("Cat",), game.combat.attacks, blocks=blocks))
    assert is_refused(assign_damage, game, "Bob", "Bob", {("Wolf", "Elves"): 3})
    game = assign_damage(game, "Bob", "Ann", {("Wolf", "Elves"): 1, ("Wolf", "Wall"): 2})
    assert [(damage.recipient, damage.amount) for damage in game.combat.damage] == [("Elves", 1), ("Wall", 2)]


@pytest.mark.clause("720.5", release="2024-06-07", says="which player or planeswalker each one attacks")
@pytest.mark.clause("720.3", "506.2", "802.1", "802.3", release="2024-06-07")
def test_the_controller_decides_which_player_or_planeswalker_each_creature_attacks(rules: RuleSet) -> None:
    """Example: of Bob's two attackers, Ann sends one at Dan and one at Cat's planeswalker."""
    game = _bobs_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(defenders=("Cat", "Dan")))
    attacks = {"Wolf": "Dan", "Bear": "Jace"}
    assert is_refused(declare_attackers, game, "Bob", attacks)
    assert declare_attackers(game, "Ann", attacks).combat.attacks == (Attack("Wolf", "Dan"), Attack("Bear", "Jace"))


@pytest.mark.clause("720.5", release="2024-06-07", says="damage assignment order")
@pytest.mark.clause("802.5", release="2024-06-07")
def test_the_controller_decides_the_damage_assignment_order_of_the_blockers(rules: RuleSet) -> None:
    """Example: Cat blocks Bob's Wolf with two creatures; Ann says in which order the Wolf will damage them."""
    blocks = (Block("Elves", "Wolf"), Block("Wall", "Wolf"))
    game = _bobs_combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Cat",), (Attack("Wolf", "Cat"),), blocks=blocks))
    assert is_refused(announce_damage_order, game, "Wolf", "Bob", ("Elves", "Wall"))
    game = announce_damage_order(game, "Wolf", "Ann", ("Wall", "Elves"))
    assert game.combat.orders[-1].among == ("Wall", "Elves")


@pytest.mark.clause("507.3", release="2003-10-01", says="Judgment Wishes")
@pytest.mark.clause("507.2", release="2003-10-01")
def test_the_controller_chooses_the_card_for_a_judgment_wish(rules: RuleSet) -> None:
    """Example: Burning Wish has Bob take a sorcery from outside the game. Ann chooses it; an instant it can't be."""
    outside = (Object("Firestorm", "Bob", Zone.OUTSIDE, Kind.SORCERY), Object("Fork", "Bob", Zone.OUTSIDE))
    game = _ann_controls_bob(rules, *outside)
    wish = Decision("Bob", "a sorcery from outside the game", CalledForBy.OBJECT, ("Firestorm",))
    assert choose_card(game, wish, "Ann", "Firestorm").choices[-1].maker == "Ann"
    assert is_refused(choose_card, game, wish, "Ann", "Fork")


@pytest.mark.clause("720.5b", release="2024-06-07")
def test_decisions_that_nothing_in_the_game_calls_for_stay_with_the_player(rules: RuleSet) -> None:
    """Example: whether he visits the restroom, and whether he trades a card away, is Bob's own decision."""
    game = _ann_controls_bob(rules)
    for what in ("whether to visit the restroom", "whether to trade a card"):
        own = Decision("Bob", what, CalledForBy.NOTHING)
        assert is_refused(decide, game, own, "Ann", "yes")
        assert decide(game, own, "Bob", "no").choices[-1].maker == "Bob"


@pytest.mark.clause("720.5b", release="2024-06-07")
def test_decisions_that_the_tournament_rules_call_for_stay_with_the_player(rules: RuleSet) -> None:
    """Example: whether to agree to an intentional draw, and whether to call a judge, is Bob's own decision."""
    game = _ann_controls_bob(rules)
    for what in ("whether to agree to an intentional draw", "whether to call a judge"):
        own = Decision("Bob", what, CalledForBy.TOURNAMENT_RULES)
        assert is_refused(decide, game, own, "Ann", "yes")
        assert decide(game, own, "Bob", "yes").choices[-1].maker == "Bob"


@pytest.mark.clause("720.8", release="2024-06-07")
def test_the_controller_still_makes_their_own_decisions(rules: RuleSet) -> None:
    """While Ann controls Bob she casts her own instant, and he has no say in it."""
    game = _ann_controls_bob(rules, Object("Opt", "Ann", Zone.HAND, asks=("whether to keep the card",)))
    assert is_refused(cast, game, "Ann", "Opt", "Bob")
    game = resolve(cast(game, "Ann", "Opt", "Ann"), "Opt", "Ann", {"whether to keep the card": "yes"})
    assert {choice.maker for choice in game.choices} == {"Ann"}


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_the_effect_may_restrict_what_the_controlled_player_does(rules: RuleSet) -> None:
    """An effect gives Ann control of Bob and says that he can't cast Shock: she can have him cast Opt, not Shock."""
    cards = (Object("Shock", "Bob", Zone.HAND), Object("Opt", "Bob", Zone.HAND))
    game = _ann_controls_bob(rules, *cards, forbids=("cast Shock",))
    assert cast(game, "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK
    assert is_refused(cast, game, "Bob", "Shock", "Ann")


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_the_effect_may_specify_what_the_controlled_player_must_do(rules: RuleSet) -> None:
    """As Word of Command does, an effect says that Bob plays Shock: until he has, he can play nothing else."""
    cards = (Object("Shock", "Bob", Zone.HAND), Object("Opt", "Bob", Zone.HAND))
    game = _ann_controls_bob(rules, *cards, requires=("cast Shock",))
    assert is_refused(cast, game, "Bob", "Opt", "Ann")
    game = cast(cast(game, "Bob", "Shock", "Ann"), "Bob", "Opt", "Ann")
    assert {each.name for each in game.objects if each.zone is Zone.STACK} == {"Shock", "Opt"}


# Why Bob cannot cast Rite.
_IMPOSSIBLE = {
    "no such card": (),
    "in the graveyard": (Object("Rite", "Bob", Zone.GRAVEYARD),),
    "not his": (Object("Rite", "Ann", Zone.HAND),),
    "too dear": (Object("Rite", "Bob", Zone.HAND, cost=Cost(mana=1)),),
    "too much life": (Object("Rite", "Bob", Zone.HAND, cost=Cost(life=21)),),
    "nothing else to discard": (
        Object("Rite", "Bob", Zone.HAND, cost=Cost(discards=2)),
        Object("Ann's card", "Ann", Zone.HAND),
        Object("Cat's card", "Cat", Zone.HAND),
        Object("gone card", "Bob", Zone.GRAVEYARD),
    ),
    "nothing to sacrifice": (Object("Rite", "Bob", Zone.HAND, cost=Cost(sacrifices=1)),),
    "nothing to tap": (Object("Rite", "Bob", Zone.HAND, cost=Cost(taps=1)),),
    "no energy": (Object("Rite", "Bob", Zone.HAND, cost=Cost(energy=1)),),
    "at the wrong time": (Object("Rite", "Bob", Zone.HAND, Kind.SORCERY), Object("spell", "Ann", Zone.STACK)),
}


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_what_must_be_done_is_asked_for_only_if_the_player_is_able(rules: RuleSet) -> None:
    """Bob must cast Rite and can't: he may cast Opt. As soon as he could, he has to, and only then."""
    opt = Object("Opt", "Bob", Zone.HAND)
    for objects in _IMPOSSIBLE.values():
        game = _ann_controls_bob(rules, opt, *objects, requires=("cast Rite",))
        assert cast(game, "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK
    cost = Cost(mana=1, life=20, discards=1, sacrifices=1, energy=1, taps=1)
    rite, husk = Object("Rite", "Bob", Zone.HAND, Kind.SORCERY, cost=cost), WOLF
    game = _ann_controls_bob(rules, opt, rite, husk, requires=("cast Rite",))
    able = game.with_player(Player("Bob", mana=1, energy=1))
    assert is_refused(cast, able, "Bob", "Opt", "Ann")
    for poorer in (Player("Bob", energy=1), Player("Bob", mana=1), Player("Bob", mana=1, energy=1, life=19)):
        assert cast(game.with_player(poorer), "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK
    tapped = able.with_object(replace(husk, tapped=True))
    assert cast(tapped, "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK


@pytest.mark.clause("720.7", "720.5", "720.5a", release="2024-06-07")
def test_the_effect_may_restrict_or_demand_activated_abilities(rules: RuleSet) -> None:
    """An effect on Bob's turn rules out one ability of his Wolf and asks for another, which costs a mana."""
    howl, bite, run = Ability("howl", "Wolf", Cost(mana=1)), Ability("bite", "Wolf"), Ability("run", "Wolf")
    wolf = replace(WOLF, abilities=(howl, bite, run))
    others = [
        replace(ELVES, name=name, controller=name[:3], abilities=(Ability("sing", name),))
        for name in ("Ann's", "Cat's")
    ]
    spent = replace(wolf, name="spent Wolf", zone=Zone.GRAVEYARD, abilities=(Ability("die", "spent Wolf"),))
    requires = ("activate howl", "activate bite", "activate sing", "activate die")
    game = _ann_controls_bob(rules, wolf, *others, spent, forbids=("activate bite",), requires=requires)
    assert activate(game, "Bob", run, "Ann").choices[-1].chosen == "activate run"
    game = game.with_player(Player("Bob", mana=1))
    for ability in (run, bite):
        assert is_refused(activate, game, "Bob", ability, "Ann")
    game = activate(activate(game, "Bob", howl, "Ann"), "Bob", run, "Ann")
    assert [each.name for each in game.objects if each.kind is Kind.ABILITY] == ["howl", "run"]
    assert is_refused(activate, game, "Bob", bite, "Ann")


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_the_effect_may_restrict_or_demand_targets_and_choices(rules: RuleSet) -> None:
    """Bob's Shock may not target Cat and his Fork must target Dan. Of a colour, blue is asked for, if it is open."""
    shock = Object("Shock", "Bob", Zone.HAND, calls_for=("target",))
    fork = Object("Fork", "Bob", Zone.HAND, calls_for=("copied spell",))
    demands = ("choose Dan for copied spell", "choose blue for a colour")
    game = _ann_controls_bob(rules, shock, fork, forbids=("choose Cat for target",), requires=demands)
    assert is_refused(cast, game, "Bob", "Shock", "Ann", choices={"target": "Cat"})
    assert cast(game, "Bob", "Shock", "Ann", choices={"target": "Dan"}).choices[-1].chosen == "Dan"
    assert is_refused(cast, game, "Bob", "Fork", "Ann", choices={"copied spell": "Cat"})
    assert cast(game, "Bob", "Fork", "Ann", choices={"copied spell": "Dan"}).choices[-1].chosen == "Dan"
    colour = Decision("Bob", "a colour", CalledForBy.OBJECT, THREE_COLOURS)
    assert is_refused(decide, game, colour, "Ann", "white")
    assert decide(game, colour, "Ann", "blue").choices[-1].chosen == "blue"
    two = Decision("Bob", "a colour", CalledForBy.OBJECT, ("red", "green"))
    assert decide(game, two, "Ann", "green").choices[-1].chosen == "green"


@pytest.mark.clause("720.7", "720.5", "720.3", "802.1", "802.3", release="2024-06-07")
def test_the_effect_may_restrict_or_demand_attacks(rules: RuleSet) -> None:
    """In Bob's attack his Wolf may not go at Dan, and his Bear has to attack. What is not possible is not asked for."""
    combat, attackers = Combat(("Cat", "Dan")), TurnStep.DECLARE_ATTACKERS
    forbids = ("attack Dan with Wolf", "attack with Elk")
    game = _bobs_combat(rules, attackers, combat, forbids, ("attack with Bear", "attack with Elk", "cast Shock"))
    elk = Object("Elk", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
    game = game.having(elk)
    for attacks in ({"Wolf": "Cat"}, {"Wolf": "Dan", "Bear": "Cat"}, {"Bear": "Cat", "Elk": "Cat"}, {}):
        assert is_refused(declare_attackers, game, "Ann", attacks)
    declared = declare_attackers(game, "Ann", {"Wolf": "Cat", "Bear": "Dan"})
    assert declared.combat.attacks == (Attack("Wolf", "Cat"), Attack("Bear", "Dan"))
    away = game.with_object(replace(BEAR, zone=Zone.GRAVEYARD))
    assert declare_attackers(away, "Ann", {"Wolf": "Cat"}).combat.attacks == (Attack("Wolf", "Cat"),)
    assert declare_attackers(limit_attacks(game, most=0), "Ann", {}).combat.attacks == ()


@pytest.mark.clause("720.7", "720.5", "720.3", "802.1", "802.3", "802.3a", release="2024-06-07")
def test_demands_are_met_beside_the_other_attacks(rules: RuleSet) -> None:
    """Exactly two have to attack, and the Wolf has to go at Dan: with the Bear it can, so it may not go at Cat."""
    game = _bobs_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(("Cat", "Dan")), (), ("attack Dan with Wolf",))
    game = require_attacks(limit_attacks(game, most=2), least=2)
    assert is_refused(declare_attackers, game, "Ann", {"Wolf": "Cat", "Bear": "Cat"})
    assert len(declare_attackers(game, "Ann", {"Wolf": "Dan", "Bear": "Cat"}).combat.attacks) == 2


def _ann_controls_bob_who_defends(
    rules: RuleSet, forbids: tuple[str, ...] = (), requires: tuple[str, ...] = ()
) -> Game:
    """Return the declare blockers step of Cat's turn, whose Elves attack Bob; Ann's Word of Command controls him."""
    game = new_game(rules, "Cat", "Bob", "Ann").having(WOLF, BEAR, ELVES, WALL)
    combat = Combat(("Bob",), (Attack("Elves", "Bob"), Attack("Wall", "Bob")))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, combat)
    return control_for_a_while(game, "Ann", "Bob", "Word of Command", forbids=forbids, requires=requires)


@pytest.mark.clause("720.2", "720.7", "720.5", release="2024-06-07")
def test_the_effect_may_restrict_or_demand_blocks(rules: RuleSet) -> None:
    """Bob's Bear may not block the Elves and his Wolf has to block: the Wall will do. One that can't is not asked."""
    game = _ann_controls_bob_who_defends(rules, ("block Elves with Bear",), ("block with Wolf",))
    for blocks in ({"Bear": "Elves", "Wolf": "Wall"}, {"Bear": "Wall"}, {}):
        assert is_refused(declare_blockers, game, "Bob", "Ann", blocks)
    blocked = declare_blockers(game, "Bob", "Ann", {"Wolf": "Wall", "Bear": "Wall"})
    assert blocked.combat.blocks == (Block("Wolf", "Wall"), Block("Bear", "Wall"))
    away = game.with_object(replace(WOLF, zone=Zone.GRAVEYARD))
    assert declare_blockers(away, "Bob", "Ann", {"Bear": "Wall"}).combat.blocks == (Block("Bear", "Wall"),)
    assert declare_blockers(limit_blocks(game, most=0), "Bob", "Ann", {}).combat.blocked == ("Bob",)


@pytest.mark.clause("720.2", "720.5", release="2024-06-07")
def test_what_a_player_could_not_do_in_somebody_elses_turn_the_controller_cannot_either(rules: RuleSet) -> None:
    """In Ann's main phase, while her Word of Command controls Bob, he casts Shock. A sorcery he could not cast."""
    cards = (Object("Rift", "Bob", Zone.HAND, Kind.SORCERY), Object("Shock", "Bob", Zone.HAND))
    game = in_step(new_game(rules, "Ann", "Bob").having(*cards), TurnStep.PRECOMBAT_MAIN)
    game = control_for_a_while(game, "Ann", "Bob", "Word of Command")
    assert is_refused(cast, game, "Bob", "Rift", "Ann")
    assert cast(game, "Bob", "Shock", "Ann").object("Shock").zone is Zone.STACK


@pytest.mark.clause("720.5", release="2024-06-07")
def test_only_that_players_cards_and_permanents_can_be_used_for_that_player(rules: RuleSet) -> None:
    """Ann cannot have Bob cast a card of her hand or one that is not in hand, nor use a permanent that is not his."""
    others = (Object("Opt", "Ann", Zone.HAND), Object("Duress", "Cat", Zone.HAND))
    cards = (Object("Shock", "Bob", Zone.GRAVEYARD), Object("Fork", "Bob", Zone.HAND))
    game = _ann_controls_bob(rules, *others, *cards, WOLF, ELVES)
    for card in ("Opt", "Duress", "Shock"):
        assert is_refused(cast, game, "Bob", card, "Ann")
    assert is_refused(activate, game, "Bob", Ability("sing", "Elves"), "Ann")
    assert is_refused(activate, game, "Bob", Ability("howl", "Wolf"), "Bob")
    game = activate(cast(game, "Bob", "Fork", "Ann"), "Bob", Ability("howl", "Wolf"), "Ann")
    assert [each.name for each in game.objects if each.zone is Zone.STACK] == ["Fork", "howl"]
    assert is_refused(resolve, game, "Wolf", "Ann")
