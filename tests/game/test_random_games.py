"""Random games under the rules of every release: what is refused is refused in words, and what happens adds up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crdiff.checks.inputs import known_timeline
from crdiff.errors import IllegalAction, NotModelled
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import begin_combat, declare_attackers, remove_from_combat
from crdiff.game.damage import announce_damage_order, assign_damage, deal_damage, deal_noncombat_damage, fights
from crdiff.game.leaving import concede
from crdiff.game.opening import draw_opening_hand, put_top_card_on_the_bottom, take_mulligan
from crdiff.game.players import active_players, apnap_order, opponents, players_in_game
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast, resolve
from crdiff.game.state import Game, Kind, Object, Option, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard
from crdiff.game.turns import next_step
from crdiff.trace.switches import rule_set

NAMES = ("Ann", "Bob", "Cat")
TIMELINE = known_timeline()
# Every rule set, with the first release that has it.
RULES = {rule_set(TIMELINE, release): release for release in reversed(TIMELINE.releases)}


def _objects(players: tuple[str, ...]) -> tuple[Object, ...]:
    field, hand, library = Zone.BATTLEFIELD, Zone.HAND, Zone.LIBRARY
    made = []
    for name in players:
        made += [
            Object(f"{name}’s Bear", name, field, Kind.CREATURE, name, power=2, toughness=2),
            Object(f"{name}’s Giant", name, field, Kind.CREATURE, name, power=3, toughness=3),
            Object(f"{name}’s Wall", name, field, Kind.CREATURE, name, toughness=5),
            Object(f"{name}’s legend", name, field, Kind.CREATURE, name, power=1, toughness=4, printed="Kokusho",
                   is_legendary=True, since=-players.index(name)),
            Object(f"{name}’s Jace", name, field, Kind.PLANESWALKER, name, loyalty=3, subtype="Jace"),
            Object(f"{name}’s Forest", name, field, Kind.LAND, name, subtype="Forest"),
            Object(f"{name}’s Elf", name, hand, Kind.CREATURE, power=1, toughness=1),
            Object(f"{name}’s Shock", name, hand),
            *(Object(f"{name}’s card {number}", name, library) for number in range(9)),
        ]  # fmt: skip
    return tuple(made)


def _act(game: Game, data: Any) -> Game:
    """Take one action, chosen at random with all that belongs to it, sensible or not."""
    draw = data.draw
    names = tuple(player.name for player in game.players)
    player, other = st.sampled_from(names), st.sampled_from((*names, "nobody"))
    thing = st.sampled_from(tuple(each.name for each in game.objects) or ("nothing",))
    target = st.one_of(player, thing)
    creature = st.sampled_from(tuple(e.name for e in game.objects if e.kind is Kind.CREATURE) or ("nothing",))
    match draw(st.integers(0, 15)):
        case 0:
            return begin_combat(game, *(draw(st.tuples(player, other)) if draw(st.booleans()) else ()))
        case 1:
            return declare_attackers(game, draw(player), draw(st.dictionaries(creature, target, max_size=3)))
        case 2:
            one = draw(player)
            return declare_blockers(game, one, one, draw(st.dictionaries(creature, creature, max_size=3)))
        case 3 | 4 | 5:
            one = draw(player)
            return assign_damage(game, one, one, _sensible(game, one, draw))
        case 6:
            pairs = st.tuples(creature, target)
            damage = draw(st.dictionaries(pairs, st.integers(-1, 3), max_size=3))
            return assign_damage(game, draw(player), draw(player), damage)
        case 7:
            return deal_damage(game)
        case 8:
            source, recipient, amount = draw(st.tuples(thing, target, st.integers(-1, 4)))
            return deal_noncombat_damage(game, source, recipient, amount, draw(st.sampled_from(("", draw(thing)))))
        case 9:
            return settle(game, draw(st.sets(thing, max_size=2)))
        case 10:
            return cast(game, draw(player), draw(thing), draw(player))
        case 11:
            return resolve(game, draw(thing), draw(player))
        case 12:
            one = draw(creature)
            return announce_damage_order(game, one, draw(player), fights(game, one)[::-1])
        case 13:
            one = draw(creature)
            return remove_from_combat(game, one) if draw(st.booleans()) else to_graveyard(game, one)
        case 14 if draw(st.integers(0, 5)) == 0:
            return concede(game, draw(player), draw(player))
        case 15:
            one = draw(player)
            mulligan = draw(st.sampled_from((draw_opening_hand, put_top_card_on_the_bottom)))
            return mulligan(game, one) if draw(st.booleans()) else take_mulligan(game, one, ())
    return next_step(game)


def _sensible(game: Game, player: str, draw: Any) -> dict[tuple[str, str], int]:
    """Return all power of each fighting creature of a player for one of those that it fights, or for its target."""
    attacked = {attack.creature: attack.target for attack in game.combat.attacks}
    found = {}
    for each in game.objects:
        fought = fights(game, each.name)
        if each.controller == player and each.power and (fought or each.name in attacked):
            found[each.name, draw(st.sampled_from(fought)) if fought else attacked[each.name]] = each.power
    return found


def _check(before: Game, after: Game) -> None:
    """Hold what every action leaves true."""
    assert all(each.controller in players_in_game(after) for each in after.objects if each.zone is Zone.BATTLEFIELD)
    assert set(active_players(after)) <= set(players_in_game(after)) == set(apnap_order(after))
    assert all(player not in opponents(after, player) for player in players_in_game(after))
    controllers = {each.name: each.controller for each in before.objects}
    if after.combat.attacks != before.combat.attacks and not before.combat.attacks:
        assert {controllers[each.creature] for each in after.combat.attacks} <= set(active_players(after))
        assert all(after.object(each.creature).tapped for each in after.combat.attacks)
    assert after.turn == before.turn or all(each.zone is not Zone.STACK for each in before.objects)
    new = after.combat.blocks[len(before.combat.blocks) :]
    assert all(controllers[block.blocker] in after.combat.defenders for block in new)
    assigned = after.combat.damage[len(before.combat.damage) :]
    for creature in {each.creature for each in assigned}:
        assert sum(each.amount for each in assigned if each.creature == creature) == after.object(creature).power
    if after.combat.dealt and not before.combat.dealt:
        players = {player.name: player.life for player in before.players}
        for player in after.players:
            dealt = sum(each.amount for each in before.combat.damage if each.recipient == player.name)
            assert players[player.name] - player.life <= (dealt if player.in_game else 0)


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_done_in_a_game_is_refused_or_adds_up(data: Any) -> None:
    rules: RuleSet = data.draw(st.sampled_from(list(RULES)))
    players = NAMES[: data.draw(st.integers(2, 3))]
    options = data.draw(st.sampled_from(((), (Option.ATTACK_MULTIPLE_PLAYERS,))))
    game = new_game(rules, *players, options=options).having(*_objects(players))
    for _ in range(data.draw(st.integers(1, 60))):
        try:
            after = _act(game, data)
        except (IllegalAction, NotModelled):
            continue
        _check(game, after)
        game = after
