"""Effects that limit or ask for attacks and blocks: several at once, and from one combat phase to the next."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers, limit_blocks, lure
from crdiff.game.combat import (
    declare_attackers,
    defending_players,
    given_combat,
    limit_attacks,
    remove_from_combat,
    require_attacks,
)
from crdiff.game.control import control_for_a_while, control_next_turn
from crdiff.game.rules import RuleSet
from crdiff.game.spells import activate, cast, resolve
from crdiff.game.state import (
    Ability,
    Attack,
    Block,
    Combat,
    Game,
    Kind,
    Object,
    Option,
    Phase,
    Player,
    TurnStep,
    Zone,
    new_game,
)
from crdiff.game.turns import add_to_turn, controlled_turn, go_to, in_step, next_step, next_turn


def _creature(name: str, player: str) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=1)


CREATURES = tuple(_creature(name, "Ann") for name in ("Wolf", "Bear", "Fox"))
BLOCKERS = (_creature("Elves", "Bob"), _creature("Ogre", "Cat"), _creature("Wall", "Cat"))
OPTIONS = (Option.ATTACK_MULTIPLE_PLAYERS,)


def _attack(rules: RuleSet) -> Game:
    """Return Ann's declare attackers step against Bob and Cat."""
    game = new_game(rules, "Ann", "Bob", "Cat", options=OPTIONS).having(*CREATURES, *BLOCKERS)
    return given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Cat")))


def _defence(rules: RuleSet) -> Game:
    """Return the declare blockers step: the Wolf attacks Bob, the Bear and the Fox attack Cat."""
    attacks = (Attack("Wolf", "Bob"), Attack("Bear", "Cat"), Attack("Fox", "Cat"))
    return given_combat(_attack(rules), TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), attacks))


def _next_combat(game: Game, step: TurnStep, attacks: tuple[Attack, ...] = ()) -> Game:
    """Return a step of another combat phase of this turn, with what the phase before left behind and these attacks."""
    game = add_to_turn(in_step(game, TurnStep.END_OF_COMBAT), Phase.COMBAT, *game.turn.takers)
    game = go_to(game, TurnStep.BEGINNING_OF_COMBAT)
    return given_combat(game, step, replace(game.combat, defenders=("Bob", "Cat"), attacks=attacks))


def _legal(game: Game, *attacks: dict[str, str]) -> list[bool]:
    """Return which attacks Ann may declare."""
    return [not is_refused(declare_attackers, game, "Ann", each) for each in attacks]


TWO, ONE_EACH = {"Wolf": "Bob", "Bear": "Bob"}, {"Wolf": "Bob", "Bear": "Cat"}
ALL = {"Wolf": "Bob", "Bear": "Cat", "Fox": "Cat"}


@pytest.mark.clause("802.1", "802.3", "802.3a", release="2024-06-07")
def test_all_effects_on_attacks_count_together(rules: RuleSet) -> None:
    """No more than two may attack, and no more than one may attack Bob; then at least one has to attack Cat."""
    one_on_bob = limit_attacks(limit_attacks(_attack(rules), most=1, player="Bob"), most=2)
    assert _legal(one_on_bob, TWO, ONE_EACH, ALL, {}) == [False, True, False, True]
    one_on_cat = require_attacks(require_attacks(one_on_bob, least=1, player="Cat"), least=2)
    assert _legal(one_on_cat, TWO, ONE_EACH, ALL, {}, {"Wolf": "Cat"}) == [False, True, False, False, False]
    other_way = require_attacks(require_attacks(_attack(rules), least=2), least=1, player="Cat")
    assert _legal(other_way, TWO, ONE_EACH, {"Wolf": "Cat"}) == [False, True, False]


@pytest.mark.clause("802.1", "802.3", "802.3a", release="2024-06-07")
def test_effects_on_attacks_go_on_in_the_next_combat_phase_and_what_happened_does_not(rules: RuleSet) -> None:
    """In a second combat phase of the turn the same is forbidden and asked for, though the Wolf and the Bear fought."""
    game = require_attacks(limit_attacks(_attack(rules), most=2), least=1, player="Cat")
    game = declare_attackers(game, "Ann", ONE_EACH)
    again = _next_combat(remove_from_combat(game, "Wolf"), TurnStep.DECLARE_ATTACKERS)
    assert (again.turn.number, again.combat.attacks, again.combat.removed) == (1, (), ())
    for phase in (game, again):
        begun = replace(phase, combat=replace(phase.combat, attacks=()), objects=_attack(rules).objects)
        assert _legal(begun, TWO, ONE_EACH, ALL, {}) == [False, True, False, False]


@pytest.mark.clause("802.2a", release="2024-06-07", says="before it was removed from combat")
def test_only_the_creature_that_is_removed_leaves_combat(rules: RuleSet) -> None:
    """The Wolf is removed: it attacked Bob. The Bear goes on attacking Cat. Afterwards nobody defends against them."""
    game = _defence(rules)
    removed = remove_from_combat(game, "Wolf")
    assert removed.combat.attacks == (Attack("Bear", "Cat"), Attack("Fox", "Cat"))
    assert removed.combat.removed == (Attack("Wolf", "Bob"),)
    assert [defending_players(removed, name) for name in ("Wolf", "Bear", "Elves")] == [("Bob",), ("Cat",), ()]
    both = remove_from_combat(removed, "Fox")
    assert both.combat.removed == (Attack("Wolf", "Bob"), Attack("Fox", "Cat"))
    after = in_step(both, TurnStep.END_OF_COMBAT)
    after = go_to(after, TurnStep.POSTCOMBAT_MAIN)
    assert [defending_players(after, name) for name in ("Wolf", "Bear", "Fox")] == [(), (), ()]


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_a_limit_on_blocks_and_a_lure_go_on_in_the_next_combat_phase(rules: RuleSet) -> None:
    """One creature can block, and all able to have to block the Fox: so Cat can't use both, nor none, then or later."""
    game = lure(limit_blocks(_defence(rules).with_object(replace(BLOCKERS[2], zone=Zone.HAND)), most=1), "Fox")
    game = declare_blockers(game, "Bob", "Bob", {"Elves": "Wolf"})
    blocked = declare_blockers(game, "Cat", "Cat", {"Ogre": "Fox"})
    again = _next_combat(blocked, TurnStep.DECLARE_BLOCKERS, game.combat.attacks)
    assert (again.combat.blocks, again.combat.blocked) == ((), ())
    again = declare_blockers(again, "Bob", "Bob", {"Elves": "Wolf"})
    for phase in (game, again):
        for blocks in ({}, {"Ogre": "Bear"}):
            assert is_refused(declare_blockers, phase, "Cat", "Cat", blocks)
        assert declare_blockers(phase, "Cat", "Cat", {"Ogre": "Fox"}).combat.blocked == ("Bob", "Cat")
        two = phase.with_object(BLOCKERS[2])
        assert is_refused(declare_blockers, two, "Cat", "Cat", {"Ogre": "Fox", "Wall": "Fox"})


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_of_several_lures_each_creature_blocks_one_that_attacks_its_player(rules: RuleSet) -> None:
    """The Wolf and the Fox lure. Bob's Elves have to block the Wolf, Cat's Ogre and Wall the Fox and not the Bear."""
    fox_alone = lure(_defence(rules), "Fox")
    assert declare_blockers(fox_alone, "Bob", "Bob", {}).combat.blocked == ("Bob",)
    for names in (("Wolf", "Fox"), ("Fox", "Wolf")):
        game = lure(lure(_defence(rules), names[0]), names[1])
        assert is_refused(declare_blockers, game, "Bob", "Bob", {})
        game = declare_blockers(game, "Bob", "Bob", {"Elves": "Wolf"})
        for blocks in ({"Ogre": "Bear", "Wall": "Bear"}, {"Ogre": "Fox", "Wall": "Bear"}, {"Ogre": "Fox"}, {}):
            assert is_refused(declare_blockers, game, "Cat", "Cat", blocks)
        game = declare_blockers(game, "Cat", "Cat", {"Ogre": "Fox", "Wall": "Fox"})
        assert game.combat.blocks[1:] == (Block("Ogre", "Fox"), Block("Wall", "Fox"))


HOWL, RUN = Ability("howl", "Wolf"), Ability("run", "Wolf")
BOBS_WOLF = Object("Wolf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=1, abilities=(HOWL, RUN))


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_what_another_player_does_obeys_no_demand_on_this_one(rules: RuleSet) -> None:
    """Bob must cast Shock. Cat casts a Shock of hers: he still has to. What is forbidden him is not forbidden her."""
    cards = (Object("Shock", "Bob", Zone.HAND), Object("Opt", "Bob", Zone.HAND), Object("Duress", "Cat", Zone.HAND))
    game = new_game(rules, "Bob", "Ann", "Cat").having(*cards)
    game = controlled_turn(game, "Ann", "Bob", forbids=("cast Duress",), requires=("cast Shock",))
    hers = Object("Shock", "Cat", Zone.HAND)
    other = replace(game, objects=(hers, *game.objects[1:]))
    game = replace(cast(cast(other, "Cat", "Shock", "Cat"), "Cat", "Duress", "Cat"), objects=game.objects)
    assert is_refused(cast, game, "Bob", "Opt", "Ann")
    game = cast(cast(game, "Bob", "Shock", "Ann"), "Bob", "Opt", "Ann")
    assert [each.player for each in game.choices] == ["Cat", "Cat", "Bob", "Bob"]


@pytest.mark.clause("720.7", "720.5", "720.1", release="2024-06-07")
def test_a_demand_on_a_turn_is_obeyed_in_that_turn(rules: RuleSet) -> None:
    """The effect waits for Bob's turn. His Wolf howls before that turn begins: in it, it has to howl again."""
    game = in_step(new_game(rules, "Ann", "Bob").having(BOBS_WOLF), TurnStep.UPKEEP)
    game = control_next_turn(game, "Ann", "Bob", requires=("activate howl",))
    game = next_step(next_turn(resolve(activate(game, "Bob", HOWL, "Bob"), "howl", "Bob")))
    assert is_refused(activate, game, "Bob", RUN, "Ann")
    game = activate(activate(game, "Bob", HOWL, "Ann"), "Bob", RUN, "Ann")
    assert [each.maker for each in game.choices] == ["Bob", "Ann", "Ann"]


@pytest.mark.clause("720.2", "720.7", "720.5", release="2024-06-07")
def test_a_demand_for_a_while_is_obeyed_while_the_effect_lasts_whatever_turn_it_is(rules: RuleSet) -> None:
    """The Wolf howled before Word of Command: that is no obedience. It howls under it, and need not in Bob's turn."""
    game = in_step(new_game(rules, "Ann", "Bob").having(BOBS_WOLF), TurnStep.UPKEEP)
    game = resolve(activate(game, "Bob", HOWL, "Bob"), "howl", "Bob")
    game = control_for_a_while(game, "Ann", "Bob", "Word of Command", requires=("activate howl",))
    assert is_refused(activate, game, "Bob", RUN, "Ann")
    game = next_step(next_turn(resolve(activate(game, "Bob", HOWL, "Ann"), "howl", "Ann")))
    assert game.turn.takers == ("Bob",)
    assert activate(game, "Bob", RUN, "Ann").choices[-1].chosen == "activate run"


@pytest.mark.clause("720.2", "720.7", "720.5", release="2024-06-07")
def test_a_block_is_demanded_only_where_a_lure_allows_it(rules: RuleSet) -> None:
    """Ann controls Bob, whose Elves must block the Bear. If the Fox lures them, they block the Fox."""
    attacks = (Attack("Bear", "Bob"), Attack("Fox", "Bob"))
    game = new_game(rules, "Cat", "Bob", "Ann").having(*(replace(each, controller="Cat") for each in CREATURES))
    game = given_combat(game.having(BLOCKERS[0]), TurnStep.DECLARE_BLOCKERS, Combat(("Bob",), attacks))
    game = control_for_a_while(game, "Ann", "Bob", "Word of Command", requires=("block Bear with Elves",))
    assert is_refused(declare_blockers, game, "Bob", "Ann", {"Elves": "Fox"})
    assert declare_blockers(game, "Bob", "Ann", {"Elves": "Bear"}).combat.blocked == ("Bob",)
    lured = lure(game, "Fox")
    for blocks in ({}, {"Elves": "Bear"}):
        assert is_refused(declare_blockers, lured, "Bob", "Ann", blocks)
    assert declare_blockers(lured, "Bob", "Ann", {"Elves": "Fox"}).combat.blocks == (Block("Elves", "Fox"),)


@pytest.mark.clause("720.7", "720.5", "720.3", "805.10a", release="2024-06-07")
def test_a_demand_on_one_player_of_a_team_comes_before_an_attack_that_nothing_demands(rules: RuleSet) -> None:
    """An effect allows one attacker, and the effect on Ann demands that her Wolf attack: Bea's Ox cannot instead."""
    teams = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))
    game = new_game(rules, *teams, options=(Option.SHARED_TEAM_TURNS,)).having(*CREATURES, _creature("Ox", "Bea"))
    game = controlled_turn(game, "Cat", "Ann", requires=("attack with Wolf",))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Cat", "Dan")))
    assert is_refused(declare_attackers, game, "Cat", {"Ox": "Cat"})
    limited = limit_attacks(game, most=1)
    assert is_refused(declare_attackers, limited, "Cat", {"Ox": "Cat"})
    assert declare_attackers(limited, "Cat", {"Wolf": "Cat"}).combat.attacks == (Attack("Wolf", "Cat"),)
    assert len(declare_attackers(game, "Cat", {"Ox": "Cat", "Wolf": "Cat"}).combat.attacks) == 2
