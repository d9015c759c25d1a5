"""Who attacks, who defends and what each creature attacks (rules 506.2 and 802.1-3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import (
    attack_complaints,
    attackable,
    attacking_players,
    begin_combat,
    declare_attackers,
    defending_players,
    given_combat,
    limit_attacks,
    remove_from_combat,
    require_attacks,
)
from crdiff.game.rules import RuleSet
from crdiff.game.state import (
    Attack,
    Block,
    Choice,
    Combat,
    Game,
    Kind,
    Object,
    Option,
    Player,
    TurnStep,
    Zone,
    new_game,
)
from crdiff.game.turns import in_step, next_turn

WOLF = Object("Wolf", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", power=3)
BEAR = Object("Bear", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", power=2)
ELVES = Object("Elves", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=1)
JACE = Object("Jace", "Bob", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Bob")
SIEGE = Object("Siege", "Ann", Zone.BATTLEFIELD, Kind.BATTLE, "Ann", protector="Bob")
CATS_SIEGE = Object("Cat's Siege", "Ann", Zone.BATTLEFIELD, Kind.BATTLE, "Ann", protector="Cat")
TEAMS = (Player("Ann", "red"), Player("Bea", "red"), Player("Bob", "blue"), Player("Dan", "blue"))


def _combat(rules: RuleSet, *players: str | Player, options: tuple[Option, ...] = ()) -> Game:
    """Return the beginning of combat in the first player's turn."""
    game = new_game(rules, *players, options=options).having(WOLF, BEAR, ELVES, JACE, SIEGE)
    return in_step(game, TurnStep.BEGINNING_OF_COMBAT)


def _attack_on(rules: RuleSet, *defenders: str) -> Game:
    """Return Ann's declare attackers step with these defending players, all of whom she may attack."""
    game = _combat(rules, "Ann", *defenders, options=(Option.ATTACK_MULTIPLE_PLAYERS,))
    return given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(defenders))


@pytest.mark.clause("506.2", release="2024-06-07")
def test_creatures_of_the_active_player_may_attack_and_no_others(rules: RuleSet) -> None:
    """On Ann's turn she is the attacking player, and her Wolf may attack Bob. His Elves may not attack."""
    game = _attack_on(rules, "Bob")
    assert attacking_players(game) == ("Ann",)
    assert declare_attackers(game, "Ann", {"Wolf": "Bob"}).combat.attacks == (Attack("Wolf", "Bob"),)
    assert is_refused(declare_attackers, game, "Ann", {"Elves": "Bob"})


@pytest.mark.clause("308.2a", release="2003-10-01", says="creature type Wall")
def test_a_wall_cannot_attack_and_need_not(rules: RuleSet) -> None:
    """One creature has to attack if able. Ann's Wall of Wood is not; an Ox, the same but for its type, attacks."""
    wall = Object("Wall of Wood", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", subtype="Wall")
    game = require_attacks(new_game(rules, "Ann", "Bob").having(wall, replace(wall, name="Ox", subtype="Ox")), 1)
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, replace(game.combat, defenders=("Bob",)))
    assert declare_attackers(game, "Ann", {"Ox": "Bob"}).combat.attacks == (Attack("Ox", "Bob"),)
    assert is_refused(declare_attackers, game, "Ann", {"Wall of Wood": "Bob"})
    alone = game.with_object(replace(game.object("Ox"), tapped=True))
    assert declare_attackers(alone, "Ann", {}).combat.attacks == ()


@pytest.mark.clause("506.2", release="2024-06-07", says="the nonactive player is the defending player")
def test_in_a_two_player_game_the_nonactive_player_is_the_defending_player(rules: RuleSet) -> None:
    """Combat begins between Ann and Bob: he is the defending player, and nobody chooses."""
    game = _combat(rules, "Ann", "Bob")
    assert begin_combat(game).combat.defenders == ("Bob",)


@pytest.mark.clause("306.3", release="2003-10-01", says="The nonactive player is being attacked")
def test_the_nonactive_player_is_being_attacked_and_is_the_defending_player(rules: RuleSet) -> None:
    """In the wording of 2003, for two players: Bob defends on Ann's turn."""
    assert begin_combat(_combat(rules, "Ann", "Bob")).combat.defenders == ("Bob",)


@pytest.mark.clause("306.2", release="2008-02-01", says="the active player chooses one of his or her opponents")
def test_the_active_player_chooses_the_defending_player_as_the_combat_phase_starts(rules: RuleSet) -> None:
    """In the wording of 2005 to 2009: of Bob and Cat, Ann chooses Cat, who becomes the defending player."""
    game = begin_combat(_combat(rules, "Ann", "Bob", "Cat"), "Ann", "Cat")
    assert game.combat.defenders == ("Cat",)


@pytest.mark.clause("506.2a", release="2024-06-07")
def test_in_a_multiplayer_game_the_attacking_player_chooses_one_opponent(rules: RuleSet) -> None:
    """Of Bob and Cat, Ann chooses Cat as combat begins: Cat defends, Bob does not. Ann is no opponent of her own."""
    game = _combat(rules, "Ann", "Bob", "Cat")
    assert is_refused(begin_combat, game, "Bob", "Cat")
    assert is_refused(begin_combat, game, "Ann", "Ann")
    assert begin_combat(game, "Ann", "Cat").combat.defenders == ("Cat",)


@pytest.mark.clause("506.2a", "802.2", release="2024-06-07")
def test_no_opponent_is_chosen_where_all_of_them_become_defending_players(rules: RuleSet) -> None:
    """There may be several defending players or one: with the option both defend, without it Ann has to choose."""
    players = ("Ann", "Bob", "Cat")
    game = begin_combat(_combat(rules, *players, options=(Option.ATTACK_MULTIPLE_PLAYERS,)))
    assert (game.combat.defenders, game.choices) == (("Bob", "Cat"), ())
    game = begin_combat(_combat(rules, *players), "Ann", "Cat")
    assert (game.combat.defenders, game.choices[-1].maker) == (("Cat",), "Ann")


@pytest.mark.clause("506.2b", release="2024-06-07")
def test_in_two_headed_giant_the_nonactive_team_is_the_defending_team(rules: RuleSet) -> None:
    """Ann's team is active: Bob and Dan both become defending players, and nobody chooses between them."""
    game = begin_combat(_combat(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)))
    assert game.combat.defenders == ("Bob", "Dan")


@pytest.mark.clause("802.1", "802.3", release="2024-06-07")
def test_the_active_player_may_attack_several_players(rules: RuleSet) -> None:
    """With the option, Ann's Wolf attacks Bob and her Bear attacks Cat."""
    game = declare_attackers(_attack_on(rules, "Bob", "Cat"), "Ann", {"Wolf": "Bob", "Bear": "Cat"})
    assert [attack.target for attack in game.combat.attacks] == ["Bob", "Cat"]


@pytest.mark.clause("802.1", "802.3", release="2024-06-07")
def test_the_active_player_may_also_attack_one_player_only(rules: RuleSet) -> None:
    """With the option, both of Ann's creatures may attack Cat; without it, they may not attack two players."""
    game = _attack_on(rules, "Bob", "Cat")
    assert attack_complaints(game, (Attack("Wolf", "Cat"), Attack("Bear", "Cat"))) == ()
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))) == ()
    game = declare_attackers(game, "Ann", {"Wolf": "Cat", "Bear": "Cat"})
    assert [attack.target for attack in game.combat.attacks] == ["Cat", "Cat"]
    without = given_combat(_combat(rules, "Ann", "Bob", "Cat"), TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Cat")))
    assert attack_complaints(without, (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))) == (
        "only one player may be attacked",
    )
    assert attack_complaints(without, (Attack("Wolf", "Cat"), Attack("Bear", "Cat"))) == ()


@pytest.mark.clause("802.2", release="2024-06-07")
def test_all_opponents_of_the_attacking_player_are_defending_players(rules: RuleSet) -> None:
    """As combat starts, Ann chooses nobody, and could not: Bob and Cat both defend."""
    game = _combat(rules, "Ann", "Bob", "Cat", options=(Option.ATTACK_MULTIPLE_PLAYERS,))
    assert is_refused(begin_combat, game, "Ann", "Cat")
    assert begin_combat(game).combat.defenders == ("Bob", "Cat")


@pytest.mark.clause("802.2a", release="2024-06-07")
def test_defending_player_means_the_player_whom_that_creature_attacks(rules: RuleSet) -> None:
    """Ann's Wolf attacks Bob and her Bear attacks Cat: for each, "defending player" is another one."""
    attacks = (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))
    game = given_combat(_attack_on(rules, "Bob", "Cat"), TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), attacks))
    assert (defending_players(game, "Wolf"), defending_players(game, "Bear")) == (("Bob",), ("Cat",))


@pytest.mark.clause("802.2a", release="2024-06-07", says="controller of the planeswalker")
def test_defending_player_means_the_controller_of_the_planeswalker_attacked(rules: RuleSet) -> None:
    """Ann's Wolf attacks Bob's planeswalker: for the Wolf, the defending player is Bob."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Jace"), Attack("Bear", "Cat")))
    game = given_combat(_attack_on(rules, "Bob", "Cat"), TurnStep.DECLARE_BLOCKERS, combat)
    assert defending_players(game, "Wolf") == ("Bob",)


@pytest.mark.clause("802.2a", release="2024-06-07", says="protector of the battle")
def test_defending_player_means_the_protector_of_the_battle_attacked(rules: RuleSet) -> None:
    """Ann's Wolf attacks her Siege, which Bob protects: for the Wolf, the defending player is Bob."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Siege"), Attack("Bear", "Cat")))
    game = given_combat(_attack_on(rules, "Bob", "Cat"), TurnStep.DECLARE_BLOCKERS, combat)
    assert defending_players(game, "Wolf") == ("Bob",)


def _robs_attack(rules: RuleSet, *lands: Object) -> Game:
    """Return what Carissa has to block in the Example: Rob's Bear attacks Alex, his mountainwalker attacks her."""
    creatures = (
        Object("Runeclaw Bear", "Rob", Zone.BATTLEFIELD, Kind.CREATURE, "Rob"),
        Object("Walker", "Rob", Zone.BATTLEFIELD, Kind.CREATURE, "Rob", landwalk="Mountain"),
        Object("Guard", "Carissa", Zone.BATTLEFIELD, Kind.CREATURE, "Carissa"),
    )
    game = new_game(rules, "Rob", "Alex", "Carissa", options=(Option.ATTACK_MULTIPLE_PLAYERS,))
    combat = Combat(("Alex", "Carissa"), (Attack("Runeclaw Bear", "Alex"), Attack("Walker", "Carissa")))
    game = given_combat(game.having(*creatures, *lands), TurnStep.DECLARE_BLOCKERS, combat)
    return declare_blockers(game, "Alex", "Alex", {})


ROBS_MOUNTAIN = Object("Rob's Mountain", "Rob", Zone.BATTLEFIELD, Kind.LAND, "Rob", subtype="Mountain")
ALEXS_MOUNTAIN = Object("Alex's Mountain", "Alex", Zone.BATTLEFIELD, Kind.LAND, "Alex", subtype="Mountain")
CARISSAS_MOUNTAIN = Object("Carissa's Mountain", "Carissa", Zone.BATTLEFIELD, Kind.LAND, "Carissa", subtype="Mountain")


@pytest.mark.clause("602.3a", release="2008-02-01", says="Carissa")
def test_mountainwalk_depends_only_on_whether_the_player_attacked_controls_a_mountain(rules: RuleSet) -> None:
    """Example, under this rule until 2009: Carissa has no Mountain and may block; Alex's does not count."""
    blocked = declare_blockers(_robs_attack(rules, ALEXS_MOUNTAIN), "Carissa", "Carissa", {"Guard": "Walker"})
    assert blocked.combat.blocks == (Block("Guard", "Walker"),)
    assert is_refused(
        declare_blockers, _robs_attack(rules, CARISSAS_MOUNTAIN), "Carissa", "Carissa", {"Guard": "Walker"}
    )


@pytest.mark.clause("802.2a", release="2024-06-07", says="Carissa")
def test_landwalk_looks_at_the_lands_of_the_player_it_attacks(rules: RuleSet) -> None:
    """Example: Rob attacks Alex with a Bear and Carissa with a mountainwalker. His and Alex's Mountain hide nothing."""
    game = _robs_attack(rules, ALEXS_MOUNTAIN, ROBS_MOUNTAIN)
    blocked = declare_blockers(game, "Carissa", "Carissa", {"Guard": "Walker"})
    assert blocked.combat.blocks == (Block("Guard", "Walker"),)
    assert is_refused(
        declare_blockers, _robs_attack(rules, CARISSAS_MOUNTAIN), "Carissa", "Carissa", {"Guard": "Walker"}
    )


@pytest.mark.clause("802.2a", release="2013-07-13", says="at the time it became an attacking creature")
def test_the_defending_player_is_the_one_attacked_when_the_creature_became_an_attacker(rules: RuleSet) -> None:
    """In the wording of 2010 to 2017: the attackers have left combat, and still mean whom they attacked."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Cat"), Attack("Bear", "Jace")))
    game = given_combat(_attack_on(rules, "Bob", "Cat"), TurnStep.DECLARE_BLOCKERS, combat)
    game = remove_from_combat(remove_from_combat(game, "Wolf"), "Bear")
    assert (defending_players(game, "Wolf"), defending_players(game, "Bear")) == (("Cat",), ("Bob",))


@pytest.mark.clause("802.3", "506.2", release="2024-06-07", says="battle")
def test_an_attacking_creature_may_be_given_a_battle_that_a_defending_player_protects(rules: RuleSet) -> None:
    """Ann has her one attacker attack the Siege that Cat, the second of the defending players, protects."""
    game = declare_attackers(_attack_on(rules, "Bob", "Cat").having(CATS_SIEGE), "Ann", {"Wolf": "Cat's Siege"})
    assert game.combat.attacks == (Attack("Wolf", "Cat's Siege"),)


@pytest.mark.clause("802.3a", release="2024-06-07")
def test_a_restriction_on_attacking_at_all_counts_the_whole_group(rules: RuleSet) -> None:
    """No more than one creature can attack: one at Bob and one at Cat are one too many, and are not declared."""
    game = limit_attacks(_attack_on(rules, "Bob", "Cat"), most=1)
    assert is_refused(declare_attackers, game, "Ann", {"Wolf": "Bob", "Bear": "Cat"})
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Bear", "Cat")))[0] == "2 creatures attack, 1 may"
    assert attack_complaints(game, (Attack("Wolf", "Bob"),)) == ()


@pytest.mark.clause("802.3b", release="2024-06-07")
def test_creatures_in_a_band_cant_attack_different_players(rules: RuleSet) -> None:
    """Ann's two knights attack as a band: both go at Bob; one at Bob and one at Cat is not legal."""
    knights = [Object(name, "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", band="knights") for name in ("Lux", "Nox")]
    game = _attack_on(rules, "Bob", "Cat").having(*knights)
    split = attack_complaints(game, (Attack("Lux", "Bob"), Attack("Nox", "Cat")))
    assert "the band knights attacks different players" in split
    assert attack_complaints(game, (Attack("Lux", "Bob"), Attack("Nox", "Bob"))) == ()


@pytest.mark.clause("506.2", release="2024-06-07")
@pytest.mark.clause("102.1", release="2024-06-07", says="The other players are nonactive players")
def test_who_attacks_follows_the_turn(rules: RuleSet) -> None:
    """On Bob's turn, second of three, he is the attacking player: his Elves attack Ann, and her Wolf attacks nobody."""
    game = next_turn(new_game(rules, "Ann", "Bob", "Cat").having(WOLF, ELVES))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Ann",)))
    assert attacking_players(game) == ("Bob",)
    assert declare_attackers(game, "Bob", {"Elves": "Ann"}).combat.attacks == (Attack("Elves", "Ann"),)
    for by, attacks in (("Ann", {"Wolf": "Bob"}), ("Ann", {"Elves": "Ann"}), ("Bob", {"Wolf": "Ann"})):
        assert is_refused(declare_attackers, game, by, attacks)


@pytest.mark.clause("506.2", release="2024-06-07")
def test_only_creatures_on_the_battlefield_attack_and_only_a_player_who_defends(rules: RuleSet) -> None:
    """Ann's planeswalker and battle do not attack, nor a creature card in her hand; and nothing attacks Cat or Ann."""
    others = (
        Object("Gideon", "Ann", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Ann"),
        Object("card", "Ann", Zone.HAND, Kind.CREATURE, "Ann"),
    )
    game = _combat(rules, "Ann", "Bob", "Cat").having(*others)
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob",)))
    for creature, target in (
        ("Gideon", "Bob"),
        ("Siege", "Bob"),
        ("card", "Bob"),
        ("Wolf", "Cat"),
        ("Wolf", "Ann"),
        ("Wolf", "Gideon"),
    ):
        assert is_refused(declare_attackers, game, "Ann", {creature: target})
    assert is_refused(declare_attackers, game, "Ann", {"Elves": "Bob"})
    declared = declare_attackers(game, "Ann", {"Bear": "Bob"})
    assert declared.choices[-1] == Choice("Ann", "what Bear attacks", "Ann", "Bob")
    assert is_refused(
        declare_attackers, given_combat(game, TurnStep.DECLARE_BLOCKERS, game.combat), "Ann", {"Bear": "Bob"}
    )


@pytest.mark.clause("506.2", release="2024-06-07", says="planeswalkers")
def test_a_planeswalker_is_attacked_where_it_lies_and_under_who_controls_it(rules: RuleSet) -> None:
    """Bob has Cat's Liliana: she may be attacked. Jace, whom Cat has from Bob, may not, nor one that is not there."""
    others = (
        Object("Liliana", "Cat", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Bob"),
        Object("Sorin", "Bob", Zone.GRAVEYARD, Kind.PLANESWALKER, "Bob"),
        Object("lost Jace", "Bob", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Cat"),
    )
    game = new_game(rules, "Ann", "Bob", "Cat").having(WOLF, *others)
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob",)))
    assert attackable(game) == ("Bob", "Liliana")


@pytest.mark.clause("506.2a", release="2024-06-07")
def test_the_attacking_player_chooses_as_combat_begins_and_only_then(rules: RuleSet) -> None:
    """On Ann's turn she chooses Bob. In her main phase she cannot yet, with attackers to declare no longer."""
    game = _combat(rules, "Ann", "Bob", "Cat")
    assert begin_combat(game, "Ann", "Bob").choices[-1] == Choice("Ann", "which opponent defends", "Ann", "Bob")
    assert begin_combat(game, "Ann", "Bob").combat.defenders == ("Bob",)
    for step in (TurnStep.PRECOMBAT_MAIN, TurnStep.DECLARE_ATTACKERS):
        assert is_refused(begin_combat, in_step(game, step), "Ann", "Bob")


@pytest.mark.clause("802.2", "102.1", release="2024-06-07")
def test_the_opponents_of_the_player_whose_turn_it_is_defend(rules: RuleSet) -> None:
    """On Bob's turn, with the option, Ann and Cat defend and he does not."""
    game = next_turn(new_game(rules, "Ann", "Bob", "Cat", options=(Option.ATTACK_MULTIPLE_PLAYERS,)))
    game = begin_combat(in_step(game, TurnStep.BEGINNING_OF_COMBAT))
    assert set(game.combat.defenders) == {"Ann", "Cat"}


@pytest.mark.clause("802.3a", "802.1", release="2024-06-07")
def test_requirements_ask_no_more_than_the_creatures_there_are(rules: RuleSet) -> None:
    """Five have to attack: Ann's two do, one at Bob and one at Cat. Bob's Elves and a card in her hand do not count."""
    game = _attack_on(rules, "Bob", "Cat").having(Object("card", "Ann", Zone.HAND, Kind.CREATURE, "Ann"))
    game = require_attacks(game, least=5)
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))) == ()
    assert attack_complaints(game, (Attack("Wolf", "Bob"),)) == ("1 creatures attack, 5 must",)
    assert attack_complaints(game, ()) == ("0 creatures attack, 5 must",)
    assert is_refused(declare_attackers, game, "Ann", {"Wolf": "Bob"})


@pytest.mark.clause("802.3a", "802.1", release="2024-06-07")
def test_restrictions_and_requirements_on_players_are_met_together(rules: RuleSet) -> None:
    """At most one at Bob, at least one at Cat: one each is legal; two at Bob break both, and both are told."""
    game = require_attacks(limit_attacks(_attack_on(rules, "Bob", "Cat"), most=1, player="Bob"), least=1, player="Cat")
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))) == ()
    assert attack_complaints(game, (Attack("Wolf", "Cat"),)) == ()
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Bear", "Bob"))) == (
        "2 creatures attack Bob, 1 may",
        "0 creatures attack Cat, 1 must",
    )
