"""What a player owns and what a player controls, wherever the rules ask for one of the two, and cards go astray."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import (
    attacking_players_meant,
    choose_attacking_player,
    choose_defending_player,
    declare_attackers,
    given_combat,
    require_attacks,
)
from crdiff.game.costs import Payment, pay
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.decisions import CalledForBy, Decision, choose_card
from crdiff.game.leaving import concede
from crdiff.game.rules import RuleSet
from crdiff.game.spells import activate, cast, resolve
from crdiff.game.state import (
    Ability,
    Attack,
    Block,
    Choice,
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

TEAMS = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))


def _creature(name: str, owner: str, controller: str, power: int = 1) -> Object:
    return Object(name, owner, Zone.BATTLEFIELD, Kind.CREATURE, controller, power=power)


# Bob's Ox, which Ann controls.
HERS = _creature("Ox", "Bob", "Ann", 2)
# Ann's Elk, which Bob controls.
HIS = _creature("Elk", "Ann", "Bob", 2)


def _three(rules: RuleSet, step: TurnStep, combat: Combat, *objects: Object) -> Game:
    """Return a combat phase of Ann's against Bob and Cat."""
    game = new_game(rules, "Ann", "Bob", "Cat", options=(Option.ATTACK_MULTIPLE_PLAYERS,))
    return given_combat(game.having(HERS, HIS, *objects), step, combat)


def _controlled(rules: RuleSet, *objects: Object, requires: tuple[str, ...] = ()) -> Game:
    """Return the main phase of a turn of Bob's that Ann controls; Cat plays too."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob", requires=requires).having(*objects)
    return in_step(game, TurnStep.PRECOMBAT_MAIN)


@pytest.mark.clause("506.2", release="2024-06-07")
def test_what_the_active_player_controls_attacks_whoever_owns_it(rules: RuleSet) -> None:
    """Ann attacks with Bob's Ox, which is her decision; her own Elk, which Bob controls, cannot attack for her."""
    game = _three(rules, TurnStep.DECLARE_ATTACKERS, Combat(("Bob",)))
    game = replace(game, options=frozenset())
    assert is_refused(declare_attackers, game, "Ann", {"Elk": "Bob"})
    attacked = declare_attackers(game, "Ann", {"Ox": "Bob"})
    assert attacked.combat.attacks == (Attack("Ox", "Bob"),)
    assert attacked.choices == (Choice("Ann", "what Ox attacks", "Ann", "Bob"),)


@pytest.mark.clause("802.1", "802.3", "802.3a", release="2024-06-07")
def test_a_requirement_counts_the_creatures_that_the_attacking_player_controls(rules: RuleSet) -> None:
    """Two creatures must attack if able: the Ox alone is enough while Ann, who owns an Elk and a Bear, controls it."""
    game = _three(rules, TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Cat")), _creature("Bear", "Ann", "Cat"))
    game = require_attacks(game, least=2)
    assert len(declare_attackers(game, "Ann", {"Ox": "Bob"}).combat.attacks) == 1
    assert is_refused(declare_attackers, game, "Ann", {})
    two = game.having(_creature("Goat", "Cat", "Ann"))
    assert is_refused(declare_attackers, two, "Ann", {"Ox": "Bob"})
    attacked = declare_attackers(two, "Ann", {"Ox": "Bob", "Goat": "Cat"})
    assert attacked.combat.attacks == (Attack("Ox", "Bob"), Attack("Goat", "Cat"))


@pytest.mark.clause("720.7", "720.5", "720.3", release="2024-06-07")
def test_a_demand_to_attack_is_about_what_the_player_controls(rules: RuleSet) -> None:
    """Ann controls Bob, who must attack with Cat's Fox, which he controls; his Wolf, which Cat has, need not."""
    fox, wolf = _creature("Fox", "Cat", "Bob"), _creature("Wolf", "Bob", "Cat")
    game = _controlled(rules, fox, wolf, requires=("attack with Fox", "attack with Wolf"))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Cat",)))
    assert is_refused(declare_attackers, game, "Ann", {})
    assert declare_attackers(game, "Ann", {"Fox": "Cat"}).combat.attacks == (Attack("Fox", "Cat"),)


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_a_demand_to_activate_is_about_what_the_player_controls(rules: RuleSet) -> None:
    """The effect on Bob asks for Cat's Fox to bark, which he controls; his Wolf, which Cat controls, cannot howl."""
    bark, howl, run = Ability("bark", "Fox"), Ability("howl", "Wolf"), Ability("run", "Fox")
    fox = replace(_creature("Fox", "Cat", "Bob"), abilities=(bark, run))
    wolf = replace(_creature("Wolf", "Bob", "Cat"), abilities=(howl,))
    game = _controlled(rules, fox, wolf, requires=("activate bark", "activate howl"))
    assert is_refused(activate, game, "Bob", run, "Ann")
    assert is_refused(activate, game, "Bob", howl, "Ann")
    game = activate(activate(game, "Bob", bark, "Ann"), "Bob", run, "Ann")
    assert [each.controller for each in game.objects if each.kind is Kind.ABILITY] == ["Bob", "Bob"]


@pytest.mark.clause("720.5", release="2024-06-07")
def test_what_a_spell_asks_for_is_decided_for_its_controller_not_its_owner(rules: RuleSet) -> None:
    """Bob controls a spell of Cat's, and Cat one of his, after Commandeer: Ann decides for Bob, Cat for herself."""
    asks = ("whether to draw",)
    stolen = Object("Opt", "Cat", Zone.STACK, controller="Bob", asks=asks)
    taken = Object("Fork", "Bob", Zone.STACK, controller="Cat", asks=asks)
    game = _controlled(rules, taken, stolen)
    for spell, by in (("Opt", "Bob"), ("Opt", "Cat"), ("Fork", "Bob"), ("Fork", "Ann")):
        assert is_refused(resolve, game, spell, by, {"whether to draw": "yes"})
    game = resolve(game, "Opt", "Ann", {"whether to draw": "yes"})
    game = resolve(game, "Fork", "Cat", {"whether to draw": "no"})
    assert [(each.player, each.maker) for each in game.choices] == [("Bob", "Ann"), ("Cat", "Cat")]
    assert [(each.zone, each.owner, each.controller) for each in game.objects] == [
        (Zone.GRAVEYARD, "Bob", ""),
        (Zone.GRAVEYARD, "Cat", ""),
    ]


@pytest.mark.clause("720.5", release="2024-06-07")
def test_a_spell_is_cast_with_every_choice_that_it_calls_for(rules: RuleSet) -> None:
    """Ann has Bob cast a spell with a mode and a target: it is not cast without one of the two."""
    charm = Object("Charm", "Bob", Zone.HAND, calls_for=("mode", "target"))
    game = _controlled(rules, charm)
    for choices in ({}, {"mode": "first"}, {"target": "Cat"}):
        assert is_refused(cast, game, "Bob", "Charm", "Ann", choices=choices)
    game = cast(game, "Bob", "Charm", "Ann", choices={"target": "Cat", "mode": "first"})
    assert [(each.what, each.chosen) for each in game.choices] == [
        ("what to cast", "cast Charm"),
        ("mode", "first"),
        ("target", "Cat"),
    ]


@pytest.mark.clause("720.5", "720.4", release="2024-06-07")
def test_the_controller_chooses_among_the_cards_that_the_player_sees(rules: RuleSet) -> None:
    """Bob is to discard: Ann chooses a card of his hand, not one that he does not see. Bob and Cat choose nothing."""
    hand = (Object("Opt", "Bob", Zone.HAND), Object("Shock", "Bob", Zone.HAND))
    game = _controlled(rules, *hand, Object("top", "Bob", Zone.LIBRARY), Object("hers", "Cat", Zone.HAND))
    discard = Decision("Bob", "which card to discard", CalledForBy.RULES, ("Opt", "Shock", "top"))
    for by, card in (("Bob", "Opt"), ("Cat", "Opt"), ("Ann", "top"), ("Ann", "hers")):
        assert is_refused(choose_card, game, discard, by, card)
    assert choose_card(game, discard, "Ann", "Shock").choices == (
        Choice("Bob", "which card to discard", "Ann", "Shock"),
    )


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_only_a_permanent_that_the_player_controls_is_tapped_or_sacrificed(rules: RuleSet) -> None:
    """For Bob, Cat's Fox, which he controls, may be tapped. His Wolf, which Cat has, his spell and his card may not."""
    fox, wolf = _creature("Fox", "Cat", "Bob"), _creature("Wolf", "Bob", "Cat")
    spell = Object("Opt", "Bob", Zone.STACK, controller="Bob")
    game = _controlled(rules, fox, wolf, spell, Object("card", "Bob", Zone.HAND))
    tap, sacrifice = Cost(taps=1), Cost(sacrifices=1)
    for name in ("Wolf", "Opt", "card"):
        assert is_refused(pay, game, "Bob", tap, decider="Ann", payment=Payment(tapped=(name,)))
        assert is_refused(pay, game, "Bob", sacrifice, decider="Ann", payment=Payment(sacrificed=(name,)))
    assert pay(game, "Bob", tap, decider="Ann", payment=Payment(tapped=("Fox",))).object("Fox").tapped
    paid = pay(game, "Bob", sacrifice, decider="Ann", payment=Payment(sacrificed=("Fox",)))
    assert (paid.object("Fox").zone, paid.object("Fox").owner) == (Zone.GRAVEYARD, "Cat")


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_who_owes_nothing_pays_nothing_whatever_is_left(rules: RuleSet) -> None:
    """Bob, at -1 life, pays a mana for Ann: no life is asked for, and none is lost. One life he could not pay."""
    game = _controlled(rules).with_player(Player("Bob", mana=1, life=-1)).with_player(Player("Ann", mana=5))
    paid = pay(game, "Bob", Cost(mana=1), decider="Ann")
    assert (paid.player("Bob").life, paid.player("Bob").mana, paid.player("Ann").mana) == (-1, 0, 5)
    assert is_refused(pay, game, "Bob", Cost(life=1), decider="Ann")


# What Bob has and why it does not pay for Rite.
_SHORT = {
    "another player's creature to sacrifice": (Cost(sacrifices=1), (_creature("Bear", "Bob", "Cat"),)),
    "only a spell to sacrifice": (Cost(sacrifices=1), (Object("spell", "Bob", Zone.STACK, controller="Bob"),)),
    "his creature under the controller to sacrifice": (Cost(sacrifices=1), (_creature("Bear", "Bob", "Ann"),)),
    "another player's creature to tap": (Cost(taps=1), (_creature("Bear", "Bob", "Cat"),)),
    "his creature under the controller to tap": (Cost(taps=1), (_creature("Bear", "Bob", "Ann"),)),
    "only a tapped creature": (Cost(taps=1), (replace(_creature("Bear", "Cat", "Bob"), tapped=True),)),
    "only cards that are not in hand": (
        Cost(discards=2),
        (Object("gone", "Bob", Zone.GRAVEYARD), Object("top", "Bob", Zone.LIBRARY), _creature("Bear", "Bob", "Bob")),
    ),
}
# What Bob has and why it pays for Rite.
_ENOUGH = {
    "a borrowed creature to sacrifice": (Cost(sacrifices=1), (_creature("Bear", "Cat", "Bob"),)),
    "a borrowed creature to tap": (Cost(taps=1), (_creature("Bear", "Cat", "Bob"),)),
    "two cards in hand": (Cost(discards=2), (Object("Duress", "Bob", Zone.HAND),)),
}


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_a_spell_is_demanded_of_a_player_who_has_what_it_costs(rules: RuleSet) -> None:
    """Bob must cast Rite. Where he cannot pay he need not; where what he controls and holds is enough he has to."""
    opt = Object("Opt", "Bob", Zone.HAND)
    for cost, objects in _SHORT.values():
        rite = Object("Rite", "Bob", Zone.HAND, cost=cost)
        game = _controlled(rules, rite, opt, *objects, requires=("cast Rite",))
        assert cast(game, "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK
    for cost, objects in _ENOUGH.values():
        rite = Object("Rite", "Bob", Zone.HAND, cost=cost)
        game = _controlled(rules, rite, opt, *objects, requires=("cast Rite",))
        assert is_refused(cast, game, "Bob", "Opt", "Ann")


@pytest.mark.clause("802.6", release="2024-06-07")
def test_combat_damage_is_assigned_by_who_controls_the_creature(rules: RuleSet) -> None:
    """Ann assigns the damage of Bob's Ox, which attacks for her; then Bob that of her Elk. Cat fights with nothing."""
    attacks = (Attack("Ox", "Cat"), Attack("Bear", "Bob"))
    combat = Combat(("Bob", "Cat"), attacks, blocks=(Block("Elk", "Bear"),))
    game = _three(rules, TurnStep.COMBAT_DAMAGE, combat, _creature("Bear", "Ann", "Ann"))
    hers = {("Ox", "Cat"): 2, ("Bear", "Elk"): 1}
    for wrong in ({("Ox", "Bob"): 2, ("Bear", "Elk"): 1}, {**hers, ("Elk", "Bear"): 2}):
        assert is_refused(assign_damage, game, "Ann", "Ann", wrong)
    assert is_refused(assign_damage, game, "Bob", "Bob", {("Elk", "Bear"): 2})
    game = assign_damage(game, "Ann", "Ann", hers)
    assert is_refused(assign_damage, game, "Cat", "Cat", {})
    game = assign_damage(game, "Bob", "Bob", {("Elk", "Bear"): 2})
    for player in ("Ann", "Bob", "Cat"):
        assert is_refused(assign_damage, game, player, player, {})
    early = given_combat(game, TurnStep.DECLARE_BLOCKERS, combat)
    assert is_refused(assign_damage, early, "Ann", "Ann", hers)


@pytest.mark.clause("802.6", release="2024-06-07")
def test_nobody_waits_for_a_player_without_a_fighting_creature(rules: RuleSet) -> None:
    """Only Cat's creature blocks: she assigns after Ann, and Bob, who sits between them, has nothing to assign."""
    combat = Combat(("Bob", "Cat"), (Attack("Ox", "Cat"),), blocks=(Block("Wall", "Ox"),))
    game = _three(rules, TurnStep.COMBAT_DAMAGE, combat, _creature("Wall", "Cat", "Cat"))
    assert is_refused(assign_damage, game, "Cat", "Cat", {("Wall", "Ox"): 1})
    game = assign_damage(game, "Ann", "Ann", {("Ox", "Wall"): 2})
    assert assign_damage(game, "Cat", "Cat", {("Wall", "Ox"): 1}).combat.dealt_out == ("Ann", "Cat")


@pytest.mark.clause("802.5", release="2024-06-07")
def test_an_order_of_damage_is_announced_by_who_controls_the_creature(rules: RuleSet) -> None:
    """Bob's Elk is Ann's card, and Cat's Yak is Bob's: Bob announces for the Elk first, then Cat for the Yak."""
    attackers = [_creature(name, "Ann", "Ann") for name in ("goblin 0", "goblin 1", "goblin 2", "goblin 3")]
    attacks = tuple(Attack(each.name, ("Bob", "Cat")[at // 2]) for at, each in enumerate(attackers))
    blocks = tuple(Block(("Elk", "Yak")[at // 2], each.name) for at, each in enumerate(attackers))
    combat = Combat(("Bob", "Cat"), attacks, blocks=blocks)
    game = _three(rules, TurnStep.DECLARE_BLOCKERS, combat, *attackers, _creature("Yak", "Bob", "Cat"))
    assert is_refused(announce_damage_order, game, "Elk", "Ann", ("goblin 1", "goblin 0"))
    assert is_refused(announce_damage_order, game, "Yak", "Cat", ("goblin 2", "goblin 3"))
    game = announce_damage_order(game, "Elk", "Bob", ("goblin 1", "goblin 0"))
    assert is_refused(announce_damage_order, game, "Yak", "Bob", ("goblin 2", "goblin 3"))
    game = announce_damage_order(game, "Yak", "Cat", ("goblin 2", "goblin 3"))
    assert [(each.creature, each.among) for each in game.combat.orders] == [
        ("Elk", ("goblin 1", "goblin 0")),
        ("Yak", ("goblin 2", "goblin 3")),
    ]


@pytest.mark.clause("805.10c", release="2024-06-07")
def test_attacking_player_means_who_controls_the_creature_blocked(rules: RuleSet) -> None:
    """The Wall blocks Ann's Fox, which Bea controls: "attacking player" means Bea; who controls the spell chooses."""
    fox, ox = _creature("Fox", "Ann", "Bea"), _creature("Ox", "Bea", "Ann")
    spell = Object("spell", "Dan", Zone.STACK, controller="Cat")
    game = new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(fox, ox, spell)
    combat = Combat(("Cat", "Dan"), (Attack("Fox", "Cat"),), blocks=(Block("Wall", "Fox"),))
    game = given_combat(game.having(_creature("Wall", "Dan", "Cat")), TurnStep.DECLARE_BLOCKERS, combat)
    assert attacking_players_meant(game, "Wall") == ("Bea",)
    for by, chosen, about in (("Dan", "Ann", ""), ("Cat", "Dan", ""), ("Cat", "Ann", "Wall"), ("Ann", "Ann", "")):
        assert is_refused(choose_attacking_player, game, "spell", by, chosen, about)
    assert choose_attacking_player(game, "spell", "Cat", "Bea", "Wall").choices[-1].chosen == "Bea"
    assert choose_attacking_player(game, "spell", "Cat", "Ann").choices[-1].maker == "Cat"


@pytest.mark.clause("802.2a", release="2024-06-07")
def test_who_controls_the_spell_chooses_among_the_defending_players(rules: RuleSet) -> None:
    """Cat controls a spell of Bob's that speaks of a defending player: she chooses Bob or Cat, not Ann, who attacks."""
    spell = Object("spell", "Bob", Zone.STACK, controller="Cat")
    game = _three(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), (Attack("Ox", "Bob"),)), spell)
    for by, chosen in (("Bob", "Bob"), ("Ann", "Bob"), ("Cat", "Ann")):
        assert is_refused(choose_defending_player, game, "spell", by, chosen)
    for chosen in ("Bob", "Cat"):
        assert choose_defending_player(game, "spell", "Cat", chosen).choices[-1].maker == "Cat"


@pytest.mark.clause("802.2a", release="2024-06-07", says="Carissa")
def test_landwalk_asks_who_controls_the_land(rules: RuleSet) -> None:
    """Ann's Leopard has islandwalk. Bob controls Ann's island and cannot block it; one that Cat controls is no help."""
    leopard = replace(_creature("Leopard", "Ann", "Ann"), landwalk="Island")
    island = Object("Island", "Ann", Zone.BATTLEFIELD, Kind.LAND, "Bob", subtype="Island")
    combat = Combat(("Bob", "Cat"), (Attack("Leopard", "Bob"),))
    game = _three(rules, TurnStep.DECLARE_BLOCKERS, combat, leopard)
    assert is_refused(declare_blockers, game.having(island), "Bob", "Bob", {"Elk": "Leopard"})
    for other in (replace(island, owner="Bob", controller="Cat"), replace(island, subtype="Swamp")):
        blocked = declare_blockers(game.having(other), "Bob", "Bob", {"Elk": "Leopard"})
        assert blocked.combat.blocks == (Block("Elk", "Leopard"),)


@pytest.mark.clause("104.3a", release="2024-06-07", says="who concedes")
def test_what_a_leaver_neither_owns_nor_controls_stays_as_it_is(rules: RuleSet) -> None:
    """Dan concedes: Cat still controls Bob's Yak, and Bob still has Cat's Fox. What Dan had of Bob's is Bob's again."""
    objects = (_creature("Yak", "Bob", "Cat"), _creature("Fox", "Cat", "Bob"), _creature("Ram", "Bob", "Dan"))
    game = concede(new_game(rules, "Dan", "Bob", "Cat").having(*objects, _creature("Cow", "Dan", "Bob")), "Dan", "Dan")
    assert [(each.name, each.owner, each.controller) for each in game.objects] == [
        ("Yak", "Bob", "Cat"),
        ("Fox", "Cat", "Bob"),
        ("Ram", "Bob", "Bob"),
    ]
