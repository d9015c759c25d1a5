"""Teams that share turns: whose turn is added, skipped, controlled (805.8), how the team fights (805.10, 810.7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers, limit_blocks
from crdiff.game.combat import (
    attacking_players,
    attacking_players_meant,
    begin_combat,
    choose_attacking_player,
    choose_defending_player,
    declare_attackers,
    defending_players,
    given_combat,
    limit_attacks,
    remove_from_combat,
)
from crdiff.game.control import control_next_turn, controller_of
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.players import apnap_order
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, Player, TurnStep, Zone, new_game
from crdiff.game.turns import add_extra_turn, controlled_turn, in_step, next_turn, skip_next_turn

TEAMS = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))
RED, BLUE = ("Ann", "Bea"), ("Cat", "Dan")


def _giants(rules: RuleSet, *objects: Object) -> Game:
    """Return a Two-Headed Giant game of Ann and Bea against Cat and Dan, on the red team's turn."""
    return new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(*objects)


def _creature(name: str, player: str) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player)


@pytest.mark.clause("805.8", release="2024-06-07")
def test_an_extra_turn_of_a_player_is_taken_by_the_team(rules: RuleSet) -> None:
    """An effect gives Ann an extra turn: Ann and Bea take it together."""
    assert next_turn(add_extra_turn(_giants(rules), "Ann")).turn.takers == RED


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_turn_that_a_player_skips_is_skipped_by_the_team(rules: RuleSet) -> None:
    """An effect has Cat skip her next turn: the blue team skips it, and the red team is next."""
    assert next_turn(skip_next_turn(_giants(rules), "Cat")).turn.takers == RED


@pytest.mark.clause("805.8", release="2024-06-07", says="a single effect")
def test_one_effect_on_several_players_of_a_team_skips_one_turn(rules: RuleSet) -> None:
    """One effect has Cat and Dan skip their next turn: the blue team skips one, not two."""
    game = next_turn(skip_next_turn(_giants(rules), "Cat", "Dan"))
    assert game.turn.takers == RED
    assert next_turn(game).turn.takers == BLUE


@pytest.mark.clause("805.8", release="2024-06-07", says="to control another player,")
def test_who_controls_a_player_controls_the_players_team(rules: RuleSet) -> None:
    """Ann controls Cat, so she controls Dan too; her own teammate stays her own."""
    game = controlled_turn(_giants(rules), "Ann", "Cat")
    assert [controller_of(game, player) for player in ("Cat", "Dan", "Bea")] == ["Ann", "Ann", "Bea"]


@pytest.mark.clause("805.8", release="2024-06-07")
def test_who_controls_a_players_turn_controls_the_teams_turn(rules: RuleSet) -> None:
    """An effect gives Ann control of Cat's next turn: on the blue team's turn she controls both Cat and Dan."""
    game = next_turn(control_next_turn(_giants(rules), "Ann", "Cat"))
    assert game.turn.takers == BLUE
    assert [controller_of(game, player) for player in BLUE] == ["Ann", "Ann"]


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_attacks_as_a_group(rules: RuleSet) -> None:
    """In one declaration Ann's Wolf attacks Cat and Bea's Ox attacks Dan."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Ox", "Bea"))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(BLUE))
    game = declare_attackers(game, "Ann", {"Wolf": "Cat", "Ox": "Dan"})
    assert game.combat.attacks == (Attack("Wolf", "Cat"), Attack("Ox", "Dan"))


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_defends_as_a_group(rules: RuleSet) -> None:
    """Ann's Wolf attacks Cat: Dan's Elves may block it."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Elves", "Dan"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, (Attack("Wolf", "Cat"),)))
    game = declare_blockers(game, "Dan", "Dan", {"Elves": "Wolf"})
    assert game.combat.blocks == (Block("Elves", "Wolf"),)


@pytest.mark.clause("805.8", "500.7", release="2024-06-07")
def test_of_two_extra_turns_of_teams_the_one_created_last_is_taken_first(rules: RuleSet) -> None:
    """Effects give Ann and then Cat an extra turn: the blue team's comes first, then the red team's."""
    game = add_extra_turn(add_extra_turn(_giants(rules), "Ann"), "Cat")
    takers = []
    for _ in range(4):
        game = next_turn(game)
        takers.append(game.turn.takers)
    assert takers == [BLUE, RED, BLUE, RED]


@pytest.mark.clause("805.8", release="2024-06-07", says="to control another player,")
def test_control_covers_a_team_only_where_teams_share_turns(rules: RuleSet) -> None:
    """Ann controls Cat's turn. In Two-Headed Giant she has Dan too; where each takes a turn alone she has not."""
    shared = controlled_turn(_giants(rules), "Ann", "Cat")
    apart = controlled_turn(new_game(rules, *TEAMS), "Ann", "Cat")
    assert [controller_of(game, player) for game in (shared, apart) for player in BLUE] == ["Ann", "Ann", "Ann", "Dan"]
    assert [controller_of(game, player) for game in (shared, apart) for player in RED] == ["Ann", "Bea"] * 2


@pytest.mark.clause("805.8", release="2024-06-07", says="to control another player,")
def test_a_player_on_no_team_shares_control_with_nobody(rules: RuleSet) -> None:
    """Two teams and two players on none: control of Cat's turn covers Dan, control of Eve's covers Eve alone."""
    game = new_game(rules, *TEAMS, "Eve", "Fay", options=(Option.SHARED_TEAM_TURNS,))
    cats, eves = controlled_turn(game, "Ann", "Cat"), controlled_turn(game, "Ann", "Eve")
    assert [controller_of(cats, player) for player in ("Cat", "Dan", "Eve", "Fay")] == ["Ann", "Ann", "Eve", "Fay"]
    assert [controller_of(eves, player) for player in ("Cat", "Dan", "Eve", "Fay")] == ["Cat", "Dan", "Ann", "Fay"]


def _teams(rules: RuleSet, *objects: Object) -> Game:
    """Return a game of the red team against the blue one, in which the players sit in turns round the table."""
    seats = (TEAMS[0], TEAMS[2], TEAMS[1], TEAMS[3])
    return new_game(rules, *seats, options=(Option.SHARED_TEAM_TURNS,)).having(*objects)


WOLF, OX = Object("Wolf", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", power=3), _creature("Ox", "Bea")
ELVES, WALL = _creature("Elves", "Dan"), _creature("Wall", "Cat")
ON_BOTH = (Attack("Wolf", "Cat"), Attack("Ox", "Dan"))


@pytest.mark.clause("805.10a", release="2024-06-07")
def test_the_active_team_attacks_and_the_nonactive_team_defends(rules: RuleSet) -> None:
    """Ann and Bea are attacking players, Cat and Dan are defending players, and nobody is chosen."""
    game = in_step(_teams(rules, WOLF, OX), TurnStep.BEGINNING_OF_COMBAT)
    assert attacking_players(game) == RED
    game = begin_combat(game)
    assert (game.combat.defenders, game.choices) == (BLUE, ())
    game = declare_attackers(in_declare(game), "Bea", {"Wolf": "Cat", "Ox": "Dan"})
    assert game.combat.attacks == ON_BOTH


def in_declare(game: Game) -> Game:
    """Return the declare attackers step of the combat that has begun."""
    return given_combat(game, TurnStep.DECLARE_ATTACKERS, game.combat)


@pytest.mark.clause("805.10b", "805.10a", release="2024-06-07")
def test_the_attack_of_a_team_must_be_legal_as_a_whole(rules: RuleSet) -> None:
    """An effect allows one attacker each combat: one of Ann's and one of Bea's are two, whomever they attack."""
    game = limit_attacks(given_combat(_teams(rules, WOLF, OX), TurnStep.DECLARE_ATTACKERS, Combat(BLUE)), most=1)
    for target in BLUE:
        assert is_refused(declare_attackers, game, "Ann", {"Wolf": target, "Ox": target})
    assert declare_attackers(game, "Ann", {"Ox": "Dan"}).combat.attacks == (Attack("Ox", "Dan"),)
    assert is_refused(declare_attackers, game, "Cat", {"Ox": "Dan"})


@pytest.mark.clause("805.10d", release="2024-06-07")
def test_creatures_of_the_defending_team_block_what_attacks_any_of_its_players(rules: RuleSet) -> None:
    """The Wolf attacks Cat: Dan's Elves block it. Bea's Ox, which attacks too, blocks nothing."""
    game = _teams(rules, WOLF, OX, ELVES, WALL)
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, (Attack("Wolf", "Cat"),)))
    assert declare_blockers(game, "Dan", "Dan", {"Elves": "Wolf"}).combat.blocks == (Block("Elves", "Wolf"),)
    assert is_refused(declare_blockers, game, "Bea", "Bea", {"Ox": "Wolf"})


@pytest.mark.clause("805.10d", release="2024-06-07")
def test_the_block_of_a_team_must_be_legal_as_a_whole(rules: RuleSet) -> None:
    """An effect allows one blocker each combat: once Cat's Wall blocks, Dan's Elves cannot; Dan may declare none."""
    game = given_combat(_teams(rules, WOLF, OX, ELVES, WALL), TurnStep.DECLARE_BLOCKERS, Combat(BLUE, ON_BOTH))
    game = declare_blockers(limit_blocks(game, most=1), "Cat", "Cat", {"Wall": "Wolf"})
    assert is_refused(declare_blockers, game, "Dan", "Dan", {"Elves": "Ox"})
    assert declare_blockers(game, "Dan", "Dan", {}).combat.blocks == (Block("Wall", "Wolf"),)


@pytest.mark.clause("805.10c", release="2024-06-07")
def test_attacking_player_means_the_player_whose_creature_is_blocked(rules: RuleSet) -> None:
    """Cat's Wall blocks Ann's Wolf and Dan's Elves block Bea's Ox: "attacking player" is another one for each."""
    blocks = (Block("Wall", "Wolf"), Block("Elves", "Ox"))
    spell = Object("Spell", "Dan", Zone.STACK, controller="Dan")
    game = _teams(rules, WOLF, OX, ELVES, WALL, spell)
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, ON_BOTH, blocks=blocks))
    assert [attacking_players_meant(game, blocker) for blocker in ("Wall", "Elves")] == [("Ann",), ("Bea",)]
    assert is_refused(choose_attacking_player, game, "Spell", "Dan", "Bea", about="Wall")
    assert choose_attacking_player(game, "Spell", "Dan", "Ann", about="Wall").choices[-1].chosen == "Ann"


@pytest.mark.clause("805.10c", "805.10a", release="2024-06-07")
def test_the_controller_chooses_among_several_attacking_players(rules: RuleSet) -> None:
    """Dan's spell speaks of an attacking player: of Ann and Bea he chooses Bea, and neither of them has a say."""
    game = _teams(rules, WOLF, OX, Object("Spell", "Dan", Zone.STACK, controller="Dan"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, ON_BOTH))
    for by, chosen in (("Ann", "Bea"), ("Bea", "Bea"), ("Dan", "Cat")):
        assert is_refused(choose_attacking_player, game, "Spell", by, chosen)
    assert choose_attacking_player(game, "Spell", "Dan", "Bea").choices[-1].chosen == "Bea"


@pytest.mark.clause("805.10e", release="2024-06-07")
def test_between_teams_defending_player_means_the_one_whom_the_creature_attacks(rules: RuleSet) -> None:
    """The Wolf attacks Cat, the Ox attacked Dan and was removed: each still has its own defending player."""
    spell = Object("Spell", "Ann", Zone.STACK, controller="Ann")
    game = given_combat(_teams(rules, WOLF, OX, spell), TurnStep.DECLARE_BLOCKERS, Combat(BLUE, ON_BOTH))
    game = remove_from_combat(game, "Ox")
    assert [defending_players(game, creature) for creature in ("Wolf", "Ox")] == [("Cat",), ("Dan",)]
    assert is_refused(choose_defending_player, game, "Spell", "Ann", "Dan", about="Wolf")


@pytest.mark.clause("805.10e", release="2024-06-07")
def test_between_teams_the_controller_chooses_among_several_defending_players(rules: RuleSet) -> None:
    """Bea's spell speaks of a defending player: of Cat and Dan she chooses Dan, and Ann has no say."""
    game = _teams(rules, WOLF, Object("Spell", "Bea", Zone.STACK, controller="Bea"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, ON_BOTH[:1]))
    assert is_refused(choose_defending_player, game, "Spell", "Ann", "Dan")
    assert choose_defending_player(game, "Spell", "Bea", "Dan").choices[-1].chosen == "Dan"


@pytest.mark.clause("805.10f", "802.5", release="2024-06-07")
def test_the_active_team_announces_damage_orders_before_the_defending_team(rules: RuleSet) -> None:
    """Two block the Wolf, one of them the Ox as well, and nobody blocks the Fox: Ann orders first, then Dan."""
    giant = _creature("Giant", "Dan")
    blocks = (Block("Wall", "Wolf"), Block("Giant", "Wolf"), Block("Giant", "Ox"))
    game = _teams(rules, WOLF, OX, WALL, giant, _creature("Fox", "Bea"))
    attacks = (*ON_BOTH, Attack("Fox", "Cat"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, attacks, blocks=blocks))
    assert is_refused(announce_damage_order, game, "Giant", "Dan", ("Ox", "Wolf"))
    game = announce_damage_order(game, "Wolf", "Ann", ("Giant", "Wall"))
    game = announce_damage_order(game, "Giant", "Dan", ("Ox", "Wolf"))
    assert [order.creature for order in game.combat.orders] == ["Wolf", "Giant"]


@pytest.mark.clause("805.10g", release="2024-06-07")
def test_the_active_team_assigns_combat_damage_before_the_defending_team(rules: RuleSet) -> None:
    """Round the table sit Ann, Cat, Bea and Dan: Ann and Bea assign first, then Cat and Dan."""
    blocks = (Block("Wall", "Wolf"), Block("Elves", "Ox"))
    wall, elves, ox = (replace(each, power=1) for each in (WALL, ELVES, OX))
    game = _teams(rules, WOLF, ox, elves, wall)
    assert apnap_order(game) == ("Ann", "Bea", "Cat", "Dan")
    game = given_combat(game, TurnStep.COMBAT_DAMAGE, Combat(BLUE, ON_BOTH, blocks=blocks))
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Wall"): 3})
    for player, damage in (("Cat", ("Wall", "Wolf")), ("Dan", ("Elves", "Ox"))):
        assert is_refused(assign_damage, game, player, player, {damage: 1})
    game = assign_damage(game, "Bea", "Bea", {("Ox", "Elves"): 1})
    game = assign_damage(game, "Cat", "Cat", {("Wall", "Wolf"): 1})
    game = assign_damage(game, "Dan", "Dan", {("Elves", "Ox"): 1})
    assert game.combat.dealt_out == ("Ann", "Bea", "Cat", "Dan")


@pytest.mark.clause("805.10f", "802.5", release="2024-06-07")
def test_the_defending_team_waits_for_every_order_of_the_active_team(rules: RuleSet) -> None:
    """Ann's Fox and Bea's Ox are each blocked by two: Cat waits until both orders are announced, either one first."""
    creatures = [_creature("Fox", "Ann"), _creature("Ox", "Bea"), *(_creature(name, "Cat") for name in ("Elf", "Orc"))]
    attacks = (Attack("Fox", "Cat"), Attack("Ox", "Dan"))
    blocks = tuple(Block(blocker, attacker) for blocker in ("Elf", "Orc") for attacker in ("Fox", "Ox"))
    combat = Combat(BLUE, attacks, blocks=blocks)
    game = given_combat(_giants(rules, *creatures), TurnStep.DECLARE_BLOCKERS, combat)
    controllers = {"Fox": "Ann", "Ox": "Bea"}
    for order in (("Fox", "Ox"), ("Ox", "Fox")):
        announced = game
        for creature in order:
            assert is_refused(announce_damage_order, announced, "Elf", "Cat", ("Ox", "Fox"))
            announced = announce_damage_order(announced, creature, controllers[creature], ("Orc", "Elf"))
        announced = announce_damage_order(announced, "Elf", "Cat", ("Ox", "Fox"))
        announced = announce_damage_order(announced, "Orc", "Cat", ("Fox", "Ox"))
        assert [each.creature for each in announced.combat.orders] == [*order, "Elf", "Orc"]
