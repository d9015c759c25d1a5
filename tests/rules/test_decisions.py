"""What a controller decides for another player, and what stays with that player."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.combat import declare_attackers, given_combat
from crdiff.game.control import control_for_a_while
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.decisions import CalledForBy, Decision, choose_card, decide
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast, resolve
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, TurnStep, Zone, new_game
from crdiff.game.turns import in_step

WOLF = Object("Wolf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=3)
BEAR = Object("Bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=2)
CAT_WALKER = Object("Jace", "Cat", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Cat")
ELVES = Object("Elves", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Cat", power=1)
WALL = Object("Wall", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Cat")
THREE_COLOURS = ("white", "blue", "black")


def _bobs_main_phase(rules: RuleSet, *objects: Object) -> Game:
    return in_step(new_game(rules, "Bob", "Ann").having(*objects), TurnStep.PRECOMBAT_MAIN)


def _ann_controls_bob(rules: RuleSet, *objects: Object) -> Game:
    """Return Bob's main phase, with Ann controlling him by some effect."""
    return control_for_a_while(_bobs_main_phase(rules, *objects), "Ann", "Bob")


def _bobs_combat(rules: RuleSet, step: TurnStep, combat: Combat) -> Game:
    """Return Bob's combat phase against Cat and Dan, with Ann controlling him."""
    options = [Option.ATTACK_MULTIPLE_PLAYERS]
    game = new_game(rules, "Bob", "Ann", "Cat", "Dan", options=options).having(WOLF, BEAR, CAT_WALKER, ELVES, WALL)
    return control_for_a_while(given_combat(game, step, combat), "Ann", "Bob")


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_decides_what_to_cast_and_every_choice_it_calls_for(rules: RuleSet) -> None:
    """Example: Ann decides that Bob casts Shock, what it targets, and which card Diabolic Tutor finds for him."""
    shock = Object("Shock", "Bob", Zone.HAND, Kind.INSTANT, calls_for=("target",))
    tutor = Object("Diabolic Tutor", "Bob", Zone.HAND, Kind.SORCERY, asks=("card to find",))
    game = _ann_controls_bob(rules, shock, tutor)
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Shock", "Bob", choices={"target": "Ann"})
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
    with pytest.raises(IllegalAction):
        decide(game, discard, "Bob", "Opt")
    assert decide(game, discard, "Ann", "Shock").choices[-1].maker == "Ann"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_makes_the_choices_that_an_object_allows_the_player_to_make(rules: RuleSet) -> None:
    """A trigger lets Bob draw a card if he likes: whether he does is for Ann to say."""
    draw = Decision("Bob", "whether to draw a card", CalledForBy.OBJECT, ("draw", "don't"))
    game = _ann_controls_bob(rules)
    with pytest.raises(IllegalAction):
        decide(game, draw, "Bob", "draw")
    assert decide(game, draw, "Ann", "don't").choices[-1].maker == "Ann"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_can_choose_only_what_the_player_is_allowed_to_choose(rules: RuleSet) -> None:
    """Bob is to choose one of three colours; Ann, who chooses for him, cannot choose a fourth."""
    colour = Decision("Bob", "a colour", CalledForBy.OBJECT, THREE_COLOURS)
    game = _ann_controls_bob(rules)
    with pytest.raises(IllegalAction):
        decide(game, colour, "Ann", "green")


@pytest.mark.clause("507.3", "507.1c", release="2008-02-01")
def test_the_controller_decides_which_creatures_attack_and_how_they_assign_damage(rules: RuleSet) -> None:
    """Example: Ann has Bob's Wolf attack and his Bear stay home, and splits the Wolf's damage between its blockers."""
    game = _bobs_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(defenders=("Cat",)))
    with pytest.raises(IllegalAction):
        declare_attackers(game, "Bob", {"Bear": "Cat"})
    game = declare_attackers(game, "Ann", {"Wolf": "Cat"})
    blocks = (Block("Elves", "Wolf"), Block("Wall", "Wolf"))
    game = _bobs_combat(rules, TurnStep.COMBAT_DAMAGE, Combat(("Cat",), game.combat.attacks, blocks=blocks))
    with pytest.raises(IllegalAction):
        assign_damage(game, "Bob", "Bob", {("Wolf", "Elves"): 3})
    game = assign_damage(game, "Bob", "Ann", {("Wolf", "Elves"): 1, ("Wolf", "Wall"): 2})
    assert [(damage.recipient, damage.amount) for damage in game.combat.damage] == [("Elves", 1), ("Wall", 2)]


@pytest.mark.clause("720.5", release="2024-06-07", says="which player or planeswalker each one attacks")
@pytest.mark.clause("720.3", "506.2", "802.1", "802.3", release="2024-06-07")
def test_the_controller_decides_which_player_or_planeswalker_each_creature_attacks(rules: RuleSet) -> None:
    """Example: of Bob's two attackers, Ann sends one at Dan and one at Cat's planeswalker."""
    game = _bobs_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(defenders=("Cat", "Dan")))
    attacks = {"Wolf": "Dan", "Bear": "Jace"}
    with pytest.raises(IllegalAction):
        declare_attackers(game, "Bob", attacks)
    assert declare_attackers(game, "Ann", attacks).combat.attacks == (Attack("Wolf", "Dan"), Attack("Bear", "Jace"))


@pytest.mark.clause("720.5", release="2024-06-07", says="damage assignment order")
@pytest.mark.clause("802.5", release="2024-06-07")
def test_the_controller_decides_the_damage_assignment_order_of_the_blockers(rules: RuleSet) -> None:
    """Example: Cat blocks Bob's Wolf with two creatures; Ann says in which order the Wolf will damage them."""
    blocks = (Block("Elves", "Wolf"), Block("Wall", "Wolf"))
    game = _bobs_combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Cat",), (Attack("Wolf", "Cat"),), blocks=blocks))
    with pytest.raises(IllegalAction):
        announce_damage_order(game, "Wolf", "Bob", ("Elves", "Wall"))
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
    with pytest.raises(IllegalAction):
        choose_card(game, wish, "Ann", "Fork")


@pytest.mark.clause("720.5b", release="2024-06-07")
def test_decisions_that_nothing_in_the_game_calls_for_stay_with_the_player(rules: RuleSet) -> None:
    """Example: whether he visits the restroom, and whether he trades a card away, is Bob's own decision."""
    game = _ann_controls_bob(rules)
    for what in ("whether to visit the restroom", "whether to trade a card"):
        own = Decision("Bob", what, CalledForBy.NOTHING)
        with pytest.raises(IllegalAction):
            decide(game, own, "Ann", "yes")
        assert decide(game, own, "Bob", "no").choices[-1].maker == "Bob"


@pytest.mark.clause("720.5b", release="2024-06-07")
def test_decisions_that_the_tournament_rules_call_for_stay_with_the_player(rules: RuleSet) -> None:
    """Example: whether to agree to an intentional draw, and whether to call a judge, is Bob's own decision."""
    game = _ann_controls_bob(rules)
    for what in ("whether to agree to an intentional draw", "whether to call a judge"):
        own = Decision("Bob", what, CalledForBy.TOURNAMENT_RULES)
        with pytest.raises(IllegalAction):
            decide(game, own, "Ann", "yes")
        assert decide(game, own, "Bob", "yes").choices[-1].maker == "Bob"


@pytest.mark.clause("720.8", release="2024-06-07")
def test_the_controller_still_makes_their_own_decisions(rules: RuleSet) -> None:
    """While Ann controls Bob she casts her own instant, and he has no say in it."""
    game = _ann_controls_bob(rules, Object("Opt", "Ann", Zone.HAND, asks=("whether to keep the card",)))
    with pytest.raises(IllegalAction):
        cast(game, "Ann", "Opt", "Bob")
    game = resolve(cast(game, "Ann", "Opt", "Ann"), "Opt", "Ann", {"whether to keep the card": "yes"})
    assert {choice.maker for choice in game.choices} == {"Ann"}


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_the_effect_may_restrict_what_the_controlled_player_does(rules: RuleSet) -> None:
    """An effect gives Ann control of Bob and says that he can't cast Shock: she can have him cast Opt, not Shock."""
    game = _bobs_main_phase(rules, Object("Shock", "Bob", Zone.HAND), Object("Opt", "Bob", Zone.HAND))
    game = control_for_a_while(game, "Ann", "Bob", forbids=("cast Shock",))
    assert cast(game, "Bob", "Opt", "Ann").object("Opt").zone is Zone.STACK
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Shock", "Ann")


@pytest.mark.clause("720.7", "720.5", release="2024-06-07")
def test_the_effect_may_specify_what_the_controlled_player_must_do(rules: RuleSet) -> None:
    """As Word of Command does, an effect says that Bob plays Shock: until he has, he can play nothing else."""
    game = _bobs_main_phase(rules, Object("Shock", "Bob", Zone.HAND), Object("Opt", "Bob", Zone.HAND))
    game = control_for_a_while(game, "Ann", "Bob", requires=("cast Shock",))
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Opt", "Ann")
    game = cast(cast(game, "Bob", "Shock", "Ann"), "Bob", "Opt", "Ann")
    assert {each.name for each in game.objects if each.zone is Zone.STACK} == {"Shock", "Opt"}
