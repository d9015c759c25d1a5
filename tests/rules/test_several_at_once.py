"""Several of everything at once: blocks, bands, demands, costs, players meant; nothing depends on their order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import is_refused
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import (
    attackable,
    attacking_players_meant,
    choose_defending_player,
    declare_attackers,
    given_combat,
)
from crdiff.game.control import control_for_a_while
from crdiff.game.costs import Payment, pay
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.decisions import CalledForBy, Decision, decide
from crdiff.game.information import sees
from crdiff.game.rules import RuleSet
from crdiff.game.spells import activate, cast, controlled_by, resolve
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
OPTIONS = (Option.ATTACK_MULTIPLE_PLAYERS,)


def _creature(name: str, player: str, *, band: str = "", power: int = 1) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, band=band, power=power)


def _controlled(rules: RuleSet, *objects: Object, requires: tuple[str, ...] = ()) -> Game:
    """Return the main phase of a turn of Bob's that Ann controls; Cat plays too."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat", options=OPTIONS), "Ann", "Bob", requires=requires)
    return in_step(game.having(*objects), TurnStep.PRECOMBAT_MAIN)


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_nothing_but_creatures_blocks(rules: RuleSet) -> None:
    """Whatever else Bob controls blocks nothing. His Elves block the Wolf, which attacks him, and not Cat's Bear."""
    others = [Object(kind, "Bob", Zone.BATTLEFIELD, kind, "Bob") for kind in Kind if kind is not Kind.CREATURE]
    game = new_game(rules, "Ann", "Bob", "Cat", options=OPTIONS)
    game = game.having(*others, *(_creature(name, "Ann") for name in ("Wolf", "Bear")), _creature("Elves", "Bob"))
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Bob"), Attack("Bear", "Cat")))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, combat)
    for blocks in (*({each.name: "Wolf"} for each in others), {"Elves": "Bear"}):
        assert is_refused(declare_blockers, game, "Bob", "Bob", blocks)
    assert declare_blockers(game, "Bob", "Bob", {"Elves": "Wolf"}).combat.blocks == (Block("Elves", "Wolf"),)


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_player_blocks_with_several_creatures_in_any_order(rules: RuleSet) -> None:
    """Bob's two creatures block what attacks him, each its own or both the same; nothing blocks what attacks Cat."""
    attackers = [_creature(name, "Ann") for name in ("Wolf", "Fox", "Bear")]
    blockers = [_creature(name, "Bob") for name in ("Elves", "Wall")]
    for objects in ((*blockers, *attackers), (*attackers, *blockers[::-1])):
        game = new_game(rules, "Ann", "Bob", "Cat", options=OPTIONS).having(*objects)
        attacks = (Attack("Wolf", "Bob"), Attack("Bear", "Cat"), Attack("Fox", "Bob"))
        game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), attacks))
        for blocks in ({"Elves": "Bear", "Wall": "Fox"}, {"Elves": "Fox", "Wall": "Bear"}):
            assert is_refused(declare_blockers, game, "Bob", "Bob", blocks)
        apart = declare_blockers(game, "Bob", "Bob", {"Elves": "Fox", "Wall": "Wolf"})
        assert apart.combat.blocks == (Block("Elves", "Fox"), Block("Wall", "Wolf"))
        assert apart.choices[-1].chosen == "Elves blocks Fox, Wall blocks Wolf"
        both = declare_blockers(game, "Bob", "Bob", {"Elves": "Fox", "Wall": "Fox"})
        assert both.combat.blocks == (Block("Elves", "Fox"), Block("Wall", "Fox"))


@pytest.mark.clause("802.1", "802.3", "802.3b", release="2024-06-07")
def test_of_several_bands_each_attacks_one_player(rules: RuleSet) -> None:
    """Two bands attack, one Bob and one Cat. Neither band may be divided, the second as little as the first."""
    bands = {"Wolf": "a", "Bear": "a", "Fox": "b", "Owl": "b", "Elk": ""}
    game = new_game(rules, "Ann", "Bob", "Cat", options=OPTIONS)
    game = game.having(*(_creature(name, "Ann", band=band) for name, band in bands.items()))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Cat")))
    whole = {"Wolf": "Bob", "Bear": "Bob", "Fox": "Cat", "Owl": "Cat", "Elk": "Bob"}
    assert len(declare_attackers(game, "Ann", whole).combat.attacks) == 5
    for changed in ({"Bear": "Cat"}, {"Owl": "Bob"}, {"Wolf": "Cat", "Fox": "Bob"}):
        assert is_refused(declare_attackers, game, "Ann", {**whole, **changed})


@pytest.mark.clause("506.2", release="2024-06-07", says="battles they protect")
def test_what_may_be_attacked_does_not_depend_on_the_order_of_the_permanents(rules: RuleSet) -> None:
    """Bob's planeswalker, the battle he protects and he himself may be attacked; creatures, cards and Cat's may not."""
    jace = Object("Jace", "Bob", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Bob")
    siege = Object("Siege", "Ann", Zone.BATTLEFIELD, Kind.BATTLE, "Ann", protector="Bob")
    others = (
        Object("Liliana", "Cat", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Cat"),
        Object("card", "Bob", Zone.HAND, Kind.PLANESWALKER, "Bob"),
        _creature("Elves", "Bob"),
    )
    for objects in ((jace, siege, *others), (siege, jace, *others), (*others, siege, jace)):
        game = new_game(rules, "Ann", "Bob", "Cat").having(*objects, _creature("Wolf", "Ann"))
        game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob",)))
        assert sorted(attackable(game)) == ["Bob", "Jace", "Siege"]
        for target in ("Bob", "Jace", "Siege"):
            assert declare_attackers(game, "Ann", {"Wolf": target}).combat.attacks == (Attack("Wolf", target),)
        for target in ("Liliana", "Cat", "card", "Elves", "Ann"):
            assert is_refused(declare_attackers, game, "Ann", {"Wolf": target})


@pytest.mark.clause("805.10c", release="2024-06-07")
def test_a_creature_that_blocks_for_several_means_each_of_their_controllers_once(rules: RuleSet) -> None:
    """The Wall blocks Bea's Fox and Ann's Ox and Elk: "attacking player" means Bea and Ann. The Elves block Ann's."""
    creatures = (_creature("Fox", "Bea"), _creature("Ox", "Ann"), _creature("Elk", "Ann"), _creature("Wall", "Cat"))
    game = new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(*creatures, _creature("Elves", "Dan"))
    attacks = tuple(Attack(name, "Cat") for name in ("Fox", "Ox", "Elk"))
    blocks = (*(Block("Wall", each.creature) for each in attacks), Block("Elves", "Elk"), Block("Elves", "Ox"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(("Cat", "Dan"), attacks, blocks=blocks))
    assert attacking_players_meant(game, "Wall") == ("Bea", "Ann")
    assert attacking_players_meant(game, "Elves") == ("Ann",)


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_a_cost_of_two_is_paid_twice(rules: RuleSet) -> None:
    """Bob discards two, sacrifices two and taps two: all six pay, and one of each is too few, a third one too many."""
    names = ("one", "two", "three")
    cards = [Object(f"card {name}", "Bob", Zone.HAND) for name in names]
    creatures = [_creature(f"{kind} {name}", "Bob") for kind in ("Goat", "Elf") for name in names]
    game = _controlled(rules, *cards, *creatures)

    def payment(count: int) -> Payment:
        chosen = names[:count]
        return Payment(*(tuple(f"{kind} {name}" for name in chosen) for kind in ("card", "Goat", "Elf")))

    cost = Cost(discards=2, sacrifices=2, taps=2)
    for count in (0, 1, 3):
        assert is_refused(pay, game, "Bob", cost, decider="Ann", payment=payment(count))
    paid = pay(game, "Bob", cost, decider="Ann", payment=payment(2))
    assert [each.name for each in paid.objects if each.zone is Zone.GRAVEYARD] == [
        "card one",
        "card two",
        "Goat one",
        "Goat two",
    ]
    assert [each.name for each in paid.objects if each.tapped] == ["Elf one", "Elf two"]
    assert is_refused(
        pay, game, "Ann", Cost(discards=2), decider="Ann", payment=Payment(discarded=("card one", "card two"))
    )


@pytest.mark.clause("720.7", "720.5", "720.5a", release="2024-06-07")
def test_all_that_is_demanded_is_done_before_anything_else_in_any_order(rules: RuleSet) -> None:
    """Bob must cast Shock and Fork, which costs two creatures: one after the other, either first, and then Opt."""
    fork = Object("Fork", "Bob", Zone.HAND, cost=Cost(sacrifices=2))
    cards = (Object("Shock", "Bob", Zone.HAND), fork, Object("Opt", "Bob", Zone.HAND))
    goats = (_creature("one", "Bob"), _creature("two", "Bob"))
    both = Payment(sacrificed=("one", "two"))
    for objects in ((*goats, *cards), (*cards, *goats)):
        game = _controlled(rules, *objects, requires=("cast Shock", "cast Fork"))
        for order in (("Shock", "Fork"), ("Fork", "Shock")):
            done = game
            for card in order:
                assert is_refused(cast, done, "Bob", "Opt", "Ann")
                done = cast(done, "Bob", card, "Ann", payment=both if card == "Fork" else Payment())
            done = cast(done, "Bob", "Opt", "Ann")
            assert [each.chosen for each in done.choices] == [f"cast {card}" for card in (*order, "Opt")]


@pytest.mark.clause("720.2", "720.7", "720.5", release="2024-06-07")
def test_a_block_is_demanded_of_whichever_attacker_the_effect_names(rules: RuleSet) -> None:
    """Cat's Fox and Bear attack Bob, whose Elves must block the Bear, whichever of the two comes first."""
    for attackers in (("Fox", "Bear"), ("Bear", "Fox")):
        game = new_game(rules, "Cat", "Bob", "Ann").having(_creature("Elves", "Bob"), _creature("Wall", "Bob"))
        game = game.having(*(_creature(name, "Cat") for name in attackers))
        combat = Combat(("Bob",), tuple(Attack(name, "Bob") for name in attackers))
        game = given_combat(game, TurnStep.DECLARE_BLOCKERS, combat)
        game = control_for_a_while(game, "Ann", "Bob", "Word of Command", requires=("block Bear with Elves",))
        for blocks in ({}, {"Elves": "Fox"}, {"Wall": "Bear"}, {"Wall": "Bear", "Elves": "Fox"}):
            assert is_refused(declare_blockers, game, "Bob", "Ann", blocks)
        for blocks in ({"Elves": "Bear"}, {"Wall": "Fox", "Elves": "Bear"}):
            blocked = declare_blockers(game, "Bob", "Ann", blocks)
            assert {each.blocker: each.attacker for each in blocked.combat.blocks} == blocks
            assert (blocked.combat.blocked, blocked.choices[-1].maker) == (("Bob",), "Ann")


@pytest.mark.clause("720.5", "720.3", "802.6", release="2024-06-07")
def test_what_is_decided_for_a_player_is_recorded_as_that_players_by_the_one_who_decides(rules: RuleSet) -> None:
    """Ann assigns the damage of Bob's two attackers: it is Bob's decision, made by Ann, and names both."""
    game = _controlled(rules, _creature("Wolf", "Bob", power=3), _creature("Fox", "Bob"), _creature("Wall", "Cat"))
    combat = Combat(("Cat",), (Attack("Wolf", "Cat"), Attack("Fox", "Cat")), blocks=(Block("Wall", "Fox"),))
    game = given_combat(game, TurnStep.COMBAT_DAMAGE, combat)
    assert is_refused(assign_damage, game, "Cat", "Cat", {("Wall", "Fox"): 1})
    assert is_refused(assign_damage, game, "Bob", "Bob", {("Wolf", "Cat"): 3, ("Fox", "Wall"): 1})
    game = assign_damage(game, "Bob", "Ann", {("Wolf", "Cat"): 3, ("Fox", "Wall"): 1})
    said = "3 by Wolf to Cat, 1 by Fox to Wall"
    assert game.choices[-1] == Choice("Bob", "how combat damage is assigned", "Ann", said)


@pytest.mark.clause("720.2", "720.5", "802.2a", release="2024-06-07")
def test_the_controller_says_whom_a_spell_of_the_player_means(rules: RuleSet) -> None:
    """In Cat's turn a spell that Bob controls speaks of a defending player: Ann, who controls him, says Bob or Ann."""
    game = new_game(rules, "Cat", "Bob", "Ann", options=OPTIONS).having(_creature("Wolf", "Cat"))
    game = game.having(Object("spell", "Cat", Zone.STACK, controller="Bob"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Ann"), (Attack("Wolf", "Ann"),)))
    game = control_for_a_while(game, "Ann", "Bob", "Word of Command")
    for by, chosen in (("Bob", "Ann"), ("Cat", "Ann"), ("Ann", "Cat")):
        assert is_refused(choose_defending_player, game, "spell", by, chosen)
    for chosen in ("Bob", "Ann"):
        made = choose_defending_player(game, "spell", "Ann", chosen).choices[-1]
        assert (made.player, made.maker, made.chosen) == ("Bob", "Ann", chosen)


@pytest.mark.clause("720.5", "720.3", release="2024-06-07")
def test_an_ability_and_its_choices_are_the_players_whoever_decides(rules: RuleSet) -> None:
    """Ann has Bob's Wolf howl at Cat: the ability is Bob's, he is the one who chose Cat, and Ann made the choice."""
    howl = Ability("howl", "Wolf", calls_for=("target",), asks=("how loud",))
    game = activate(_controlled(rules, _creature("Wolf", "Bob")), "Bob", howl, "Ann", choices={"target": "Cat"})
    entry = game.object("howl")
    assert (entry.owner, entry.controller, entry.zone, entry.kind) == ("Bob", "Bob", Zone.STACK, Kind.ABILITY)
    assert controlled_by(game, "Bob") == ("Wolf", "howl")
    assert is_refused(resolve, game, "howl", "Bob", {"how loud": "very"})
    game = resolve(game, "howl", "Ann", {"how loud": "very"})
    assert [each.name for each in game.objects] == ["Wolf"]
    assert [(each.player, each.what, each.maker) for each in game.choices] == [
        ("Bob", "what to activate", "Ann"),
        ("Bob", "target", "Ann"),
        ("Bob", "how loud", "Ann"),
    ]


@pytest.mark.clause("720.3", release="2024-06-07")
def test_a_spell_goes_where_spells_of_its_kind_go_and_stays_the_players(rules: RuleSet) -> None:
    """Ann has Bob's spells resolve: permanents are under his control, the others in the graveyard."""
    kinds = (Kind.CREATURE, Kind.PLANESWALKER, Kind.BATTLE, Kind.LAND, Kind.INSTANT, Kind.SORCERY)
    game = _controlled(rules, *(Object(kind, "Bob", Zone.STACK, kind, "Bob") for kind in kinds))
    for kind in reversed(kinds):
        game = resolve(game, kind, "Ann")
    there, gone = (Zone.BATTLEFIELD, "Bob"), (Zone.GRAVEYARD, "")
    assert [(each.zone, each.controller) for each in game.objects] == [there] * 4 + [gone] * 2
    assert controlled_by(game, "Bob") == kinds[:4]
    assert controlled_by(game, "Ann") == ()


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_demands_look_at_every_permanent_and_every_option(rules: RuleSet) -> None:
    """The ability demanded is that of Bob's last creature, the colour demanded the first one, or one of two players."""
    howl, run = Ability("howl", "Fox"), Ability("run", "Wolf")
    wolf, fox = (replace(_creature(each.source, "Bob"), abilities=(each,)) for each in (run, howl))
    demands = ("activate howl", "choose blue for a colour", "choose Ann for target", "choose Cat for target")
    for creatures in ((wolf, fox), (fox, wolf)):
        game = _controlled(rules, *creatures, requires=demands)
        assert is_refused(activate, game, "Bob", run, "Ann")
        assert activate(game, "Bob", howl, "Ann").choices[-1].chosen == "activate howl"
    for options in (("blue", "white", "red"), ("red", "white", "blue")):
        colour = Decision("Bob", "a colour", CalledForBy.OBJECT, options)
        assert is_refused(decide, game, colour, "Ann", "white")
        assert decide(game, colour, "Ann", "blue").choices[-1].chosen == "blue"
    target = Decision("Bob", "target", CalledForBy.OBJECT, ("Ann", "Bob", "Cat"))
    assert is_refused(decide, game, target, "Ann", "Bob")
    for chosen in ("Ann", "Cat"):
        assert decide(game, target, "Ann", chosen).choices[-1].chosen == chosen


@pytest.mark.clause("720.7", "720.5", "720.3", release="2024-06-07")
def test_all_attacks_that_are_demanded_are_made(rules: RuleSet) -> None:
    """Bob must attack with the Wolf and with the Fox: one of them alone is not enough, in whatever order."""
    for requires in (("attack with Wolf", "attack with Fox"), ("attack with Fox", "attack with Wolf")):
        creatures = [_creature(name, "Bob") for name in ("Wolf", "Fox", "Elk")]
        game = given_combat(
            _controlled(rules, *creatures, requires=requires), TurnStep.DECLARE_ATTACKERS, Combat(("Cat",))
        )
        for names in ((), ("Wolf",), ("Fox",), ("Elk",), ("Wolf", "Elk")):
            assert is_refused(declare_attackers, game, "Ann", dict.fromkeys(names, "Cat"))
        for names in (("Wolf", "Fox"), ("Elk", "Fox", "Wolf")):
            assert len(declare_attackers(game, "Ann", dict.fromkeys(names, "Cat")).combat.attacks) == len(names)


@pytest.mark.clause("720.5", release="2024-06-07")
def test_a_stack_with_anything_on_it_is_not_empty(rules: RuleSet) -> None:
    """A spell of anybody's is on the stack, before or after Bob's cards: he casts no sorcery, and no creature."""
    spell = Object("spell", "Cat", Zone.STACK, controller="Cat")
    cards = (Object("Rift", "Bob", Zone.HAND, Kind.SORCERY), Object("Ox", "Bob", Zone.HAND, Kind.CREATURE))
    for objects in ((spell, *cards), (*cards, spell)):
        game = _controlled(rules, *objects)
        for card in ("Rift", "Ox"):
            assert is_refused(cast, game, "Bob", card, "Ann")
        resolved = resolve(game, "spell", "Cat")
        assert cast(resolved, "Bob", "Rift", "Ann").object("Rift").zone is Zone.STACK


@pytest.mark.clause("720.4", release="2024-06-07")
def test_the_controller_sees_through_the_player_in_whatever_seat(rules: RuleSet) -> None:
    """Ann, in the third seat, controls Bob in the second: she sees his hand and hers; Cat, in the first, sees hers."""
    hands = (Object("his", "Bob", Zone.HAND), Object("hers", "Ann", Zone.HAND), Object("Cat's", "Cat", Zone.HAND))
    game = controlled_turn(new_game(rules, "Cat", "Bob", "Ann").having(*hands), "Ann", "Bob")
    seen = {player: [each.name for each in hands if sees(game, player, each.name)] for player in ("Ann", "Bob", "Cat")}
    assert seen == {"Ann": ["his", "hers"], "Bob": ["his"], "Cat": ["Cat's"]}


@pytest.mark.clause("805.10f", "802.5", release="2024-06-07")
def test_the_defending_team_waits_for_every_order_of_the_active_team(rules: RuleSet) -> None:
    """Ann's Fox and Bea's Ox are each blocked by two: Cat waits until both orders are announced, either one first."""
    creatures = [_creature("Fox", "Ann"), _creature("Ox", "Bea"), *(_creature(name, "Cat") for name in ("Elf", "Orc"))]
    attacks = (Attack("Fox", "Cat"), Attack("Ox", "Dan"))
    blocks = tuple(Block(blocker, attacker) for blocker in ("Elf", "Orc") for attacker in ("Fox", "Ox"))
    game = new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(*creatures)
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(("Cat", "Dan"), attacks, blocks=blocks))
    controllers = {"Fox": "Ann", "Ox": "Bea"}
    for order in (("Fox", "Ox"), ("Ox", "Fox")):
        announced = game
        for creature in order:
            assert is_refused(announce_damage_order, announced, "Elf", "Cat", ("Ox", "Fox"))
            announced = announce_damage_order(announced, creature, controllers[creature], ("Orc", "Elf"))
        announced = announce_damage_order(announced, "Elf", "Cat", ("Ox", "Fox"))
        announced = announce_damage_order(announced, "Orc", "Cat", ("Fox", "Ox"))
        assert [each.creature for each in announced.combat.orders] == [*order, "Elf", "Orc"]
