"""Attack: who attacks, who defends, what each creature attacks, and whom "defending player" means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game import players
from crdiff.game.decisions import CalledForBy, Decision, decide, decider_for, record
from crdiff.game.demands import require_group_allowed
from crdiff.game.rules import Behaviour
from crdiff.game.state import Attack, AttackLimit, AttackRequirement, Combat, Game, Kind, Object, Option, TurnStep, Zone
from crdiff.game.turns import in_step


def attacks_as_team(game: Game) -> bool:
    """Whether the players of a team attack together."""
    if Option.TWO_HEADED_GIANT in game.options:
        return game.rules.has(Behaviour.TWO_HEADED_GIANT_TEAM_COMBAT)
    return players.shares_turns(game) and game.rules.has(Behaviour.ACTIVE_TEAM_ATTACKS)


def attacking_players(game: Game) -> tuple[str, ...]:
    """Return the attacking player, or the players of the attacking team. Raises `IllegalAction` if they have left."""
    active = players.active_players(game)
    if not active:
        raise IllegalAction("the turn goes on without an active player")
    return active if len(active) == 1 or attacks_as_team(game) else active[:1]


def automatic_defenders(game: Game) -> tuple[str, ...] | None:
    """Return the defending players where the rules name them; None where the attacking player chooses one."""
    if players.shares_turns(game) and game.rules.has(Behaviour.NONACTIVE_TEAM_DEFENDS):
        return players.nonactive_players(game)
    if players.is_two_player(game) and game.rules.has(Behaviour.NONACTIVE_PLAYER_DEFENDS):
        return players.nonactive_players(game)
    if Option.ATTACK_MULTIPLE_PLAYERS in game.options and game.rules.has(Behaviour.ALL_OPPONENTS_DEFEND):
        return players.opponents(game, attacking_players(game)[0])
    return None


def begin_combat(game: Game, by: str = "", chosen: str = "") -> Game:
    """Settle who the defending players are; `by` chooses one for the attacking player where a choice is to be made."""
    require_step(game, TurnStep.BEGINNING_OF_COMBAT)
    players.require_going_on(game)
    if game.combat.defenders:
        raise IllegalAction("it is settled who defends", ", ".join(game.combat.defenders))
    defenders = automatic_defenders(game)
    if defenders is None:
        attacker = attacking_players(game)[0]
        decision = Decision(attacker, "which opponent defends", options=players.opponents(game, attacker))
        game = decide(game, decision, by, chosen)
        defenders = (chosen,) if game.rules.has(Behaviour.ATTACKING_PLAYER_CHOOSES_ONE) else ()
    elif chosen:
        raise IllegalAction(f"{by} chose {chosen}, but no defending player is chosen", ", ".join(defenders))
    return replace(game, combat=replace(game.combat, defenders=defenders))


def attackable(game: Game) -> tuple[str, ...]:
    """Return what may be attacked: the defending players, their planeswalkers, the battles they protect."""
    defenders = game.combat.defenders
    planeswalkers, battles = _permanents(game, Kind.PLANESWALKER), _permanents(game, Kind.BATTLE)
    if planeswalkers and not game.rules.has(Behaviour.PLANESWALKERS_MAY_BE_ATTACKED):
        planeswalkers = ()
    if battles and not game.rules.has(Behaviour.BATTLES_MAY_BE_ATTACKED):
        battles = ()
    return (*defenders, *(name for name in (*planeswalkers, *battles) if defender_of(game, name) in defenders))


def defender_of(game: Game, target: str) -> str:
    """Return the player who defends `target`: that player, the planeswalker's controller, the battle's protector."""
    if any(player.name == target for player in game.players):
        return target
    attacked = next((each for each in game.objects if (each.name, each.zone) == (target, Zone.BATTLEFIELD)), None)
    if attacked is None:  # what it attacked is gone; it goes on attacking, and may be blocked
        return game.combat.defenders[0] if len(game.combat.defenders) == 1 else ""
    return attacked.protector if attacked.kind is Kind.BATTLE else attacked.controller


def declare_attackers(game: Game, by: str, attacks: Mapping[str, str]) -> Game:
    """Declare the attack `{creature: what it attacks}`. Raises `IllegalAction` if it is not legal as a whole."""
    require_step(game, TurnStep.DECLARE_ATTACKERS)
    players.require_going_on(game)
    if game.combat.attacks:
        raise IllegalAction("attackers have been declared")
    attackers = attacking_players(game)
    if by not in {decider_for(game, player) for player in attackers}:
        raise IllegalAction(f"{by} does not decide which creatures attack", decider_for(game, attackers[0]))
    declared = tuple(Attack(creature, _target(game, target)) for creature, target in attacks.items())
    for attack in declared:
        _require_may_attack(game, attack)
    if complaints := attack_complaints(game, declared):
        raise IllegalAction(complaints[0])
    for player in attackers:
        _require_demands_met(game, player, declared)
    game = replace(game, combat=replace(game.combat, attacks=declared))
    for attack in declared:
        game = game.with_object(replace(game.object(attack.creature), tapped=True))
        decision = Decision(game.object(attack.creature).controller, f"what {attack.creature} attacks")
        game = record(game, decision, by, attack.target)
    return game


def attack_complaints(game: Game, attacks: Iterable[Attack]) -> tuple[str, ...]:
    """Return what makes the attack illegal as a group, in words; nothing if it is legal."""
    declared = tuple(attacks)
    attackers = attacking_players(game)
    if attacks_as_team(game) and not game.rules.has(Behaviour.TEAM_ATTACK_IS_ONE):
        groups = ((player, _attackers_of(game, player, declared)) for player in attackers)
        return tuple(said for player, group in groups for said in _complaints(game, group, (player,)))
    return _complaints(game, declared, attackers)


def _complaints(game: Game, declared: tuple[Attack, ...], attackers: Sequence[str]) -> tuple[str, ...]:
    broken, short = _broken(game, declared), _under(game, declared)
    others = _changed_attacks(game, declared, attackers) if short and not broken else ()
    if not broken and all(len(_under(game, other)) >= len(short) or _broken(game, other) for other in others):
        return ()  # no attack that differs in one creature or band, and breaks nothing, meets more requirements
    return tuple(dict.fromkeys((*broken, *short)))


def _broken(game: Game, declared: tuple[Attack, ...]) -> list[str]:
    """Return a complaint for each restriction that an attack breaks."""
    complaints = [complaint for limit in game.combat.attack_limits for complaint in _over(game, limit, declared)]
    attacked = {defender_of(game, attack.target) for attack in declared}
    if len(attacked) > 1 and not attacks_as_team(game) and not _may_attack_several(game):
        complaints.append("only one player may be attacked")
    if (split := _split_bands(game, declared)) and game.rules.has(Behaviour.BANDS_ATTACK_ONE_PLAYER):
        complaints.extend(split)
    return complaints


def _changed_attacks(game: Game, declared: tuple[Attack, ...], by: Sequence[str]) -> Iterator[tuple[Attack, ...]]:
    """Yield the attacks in which a creature that could attack, with those of its band, attacks something else."""
    able = [each for each in game.objects if each.controller in by and _is_able(game, each)]
    for creature, target in product(able, attackable(game) or players.opponents(game, by[0])):
        moved = {each.name for each in able if each is creature or (each.band and each.band == creature.band)}
        kept = (attack for attack in declared if attack.creature not in moved)
        yield (*kept, *(Attack(each, target) for each in sorted(moved)))


def remove_from_combat(game: Game, creature: str) -> Game:
    """Remove an attacking or blocking creature from combat; what it blocked stays blocked."""
    gone = tuple(attack for attack in game.combat.attacks if attack.creature == creature)
    kept = tuple(attack for attack in game.combat.attacks if attack.creature != creature)
    removed, out = (*game.combat.removed, *gone), (*game.combat.gone, creature)
    return replace(game, combat=replace(game.combat, attacks=kept, removed=removed, gone=out))


def is_attacking(game: Game, creature: str) -> bool:
    """Whether a creature attacks still."""
    is_there = is_in_combat(game, creature, game.turn.takers)
    return is_there and any(attack.creature == creature for attack in game.combat.attacks)


def is_in_combat(game: Game, creature: str, controllers: Collection[str]) -> bool:
    """Whether an attacking or blocking creature still is one: on the battlefield, of one of these players."""
    return creature not in game.combat.gone and any(
        (each.name, each.kind, each.zone) == (creature, Kind.CREATURE, Zone.BATTLEFIELD)
        and each.controller in controllers
        for each in game.objects
    )


def defending_players(game: Game, creature: str) -> tuple[str, ...]:
    """Return whom an ability of the attacking `creature`, or a spell about it, means by "defending player".

    Raises `NotModelled` in Two-Headed Giant, where for some years it meant both.
    """
    if Option.TWO_HEADED_GIANT in game.options:
        raise NotModelled("whom 'defending player' means", "a game without Two-Headed Giant (810.7b@2017-09-29)")
    attacks = game.combat.attacks
    is_removed = any(attack.creature == creature for attack in game.combat.removed)
    if is_removed and game.rules.has(Behaviour.DEFENDING_PLAYER_IS_REMEMBERED):
        attacks = (*attacks, *game.combat.removed)
    for attack in attacks:
        if attack.creature == creature:
            attacked = (defender_of(game, attack.target),)
            is_one = game.combat.defenders == attacked or game.rules.has(Behaviour.DEFENDING_PLAYER_IS_ONE_PLAYER)
            return attacked if is_one else game.combat.defenders
    return ()


def attacking_players_meant(game: Game, blocker: str) -> tuple[str, ...]:
    """Return whom an ability of `blocker`, or a spell about it, means by "attacking player"."""
    attacking = attacking_players(game)
    if len(attacking) > 1 and not game.rules.has(Behaviour.ATTACKING_PLAYER_IS_ONE_PLAYER):
        return attacking
    blocked = (block.attacker for block in game.combat.blocks if block.blocker == blocker)
    return tuple(dict.fromkeys(game.object(attacker).controller for attacker in blocked))


def choose_attacking_player(game: Game, spell: str, by: str, chosen: str, about: str = "") -> Game:
    """Have `by` choose which attacking player `spell`, a spell or an ability on the stack, refers to.

    `about` is the blocking creature that it refers to as well, "" for none.
    """
    meant = attacking_players_meant(game, about) if about else attacking_players(game)
    return _choose(game, spell, by, chosen, meant, rule=Behaviour.CONTROLLER_CHOOSES_THE_ATTACKING_PLAYER)


def choose_defending_player(game: Game, spell: str, by: str, chosen: str, about: str = "") -> Game:
    """Have `by` choose which defending player `spell`, a spell or an ability on the stack, refers to.

    `about` is the attacking creature that it refers to as well, "" for none.
    """
    meant = defending_players(game, about) if about else game.combat.defenders
    return _choose(game, spell, by, chosen, meant, rule=Behaviour.CONTROLLER_CHOOSES_THE_DEFENDING_PLAYER)


def _choose(game: Game, spell: str, by: str, chosen: str, meant: tuple[str, ...], *, rule: Behaviour) -> Game:
    """Have `by` choose which of the players `meant` it is, for the controller of `spell` if the rules say so."""
    chooser = game.object(spell).controller if game.rules.has(rule) else attacking_players(game)[0]
    return decide(game, Decision(chooser, f"which player {spell} means", CalledForBy.OBJECT, meant), by, chosen)


def require_step(game: Game, step: TurnStep) -> None:
    """Raise `IllegalAction` unless the turn is in `step`."""
    if game.turn.step is not step:
        raise IllegalAction(f"it is the {game.turn.step} step", step)


def limit_attacks(game: Game, most: int, player: str = "") -> Game:
    """Create an effect: no more than `most` creatures can attack each combat, or can attack `player`."""
    limits = (*game.combat.attack_limits, AttackLimit(most, player))
    return replace(game, combat=replace(game.combat, attack_limits=limits))


def require_attacks(game: Game, least: int, player: str = "") -> Game:
    """Create an effect: at least `least` creatures attack each combat if able, or attack `player`."""
    requirements = (*game.combat.attack_requirements, AttackRequirement(least, player))
    return replace(game, combat=replace(game.combat, attack_requirements=requirements))


def given_combat(game: Game, step: TurnStep, combat: Combat) -> Game:
    """Return the game in `step` of a combat phase that has come as far as `combat`."""
    return replace(in_step(game, step), combat=combat)


def _permanents(game: Game, kind: Kind) -> tuple[str, ...]:
    return tuple(each.name for each in game.objects if each.kind is kind and each.zone is Zone.BATTLEFIELD)


def _target(game: Game, target: str) -> str:
    is_free = len(game.combat.defenders) < 2 or attacks_as_team(game)
    if is_free or game.rules.has(Behaviour.EACH_ATTACKER_HAS_ITS_TARGET):
        return target
    first = game.combat.defenders[0]
    return target if defender_of(game, target) in {first, ""} else first


def _require_may_attack(game: Game, attack: Attack) -> None:
    creature = game.object(attack.creature)
    if creature.kind is not Kind.CREATURE or creature.zone is not Zone.BATTLEFIELD:
        raise IllegalAction(f"{attack.creature} cannot attack", "a creature on the battlefield")
    if creature.controller not in attacking_players(game) and game.rules.has(Behaviour.ONLY_THE_ACTIVE_PLAYER_ATTACKS):
        raise IllegalAction(f"{creature.controller} is not attacking", ", ".join(attacking_players(game)))
    if not _is_able(game, creature):
        raise IllegalAction(f"{attack.creature} is not able to attack", "one untapped, not new, of a type that can")
    if attack.target not in attackable(game):
        raise IllegalAction(f"{attack.target} may not be attacked", ", ".join(attackable(game)))


def _is_able(game: Game, creature: Object) -> bool:
    """Whether nothing about a creature keeps it from attacking: the model knows no haste."""
    is_there = creature.kind is Kind.CREATURE and creature.zone is Zone.BATTLEFIELD
    if not is_there or creature.tapped or is_new(game, creature):
        return False
    return creature.subtype != "Wall" or not game.rules.has(Behaviour.WALLS_CANT_ATTACK)


def is_new(game: Game, permanent: Object) -> bool:
    """Whether a creature came under its controller's control in this turn."""
    return permanent.kind is Kind.CREATURE and permanent.since == game.turn.number


def _attackers_of(game: Game, player: str, attacks: tuple[Attack, ...]) -> tuple[Attack, ...]:
    return tuple(attack for attack in attacks if game.object(attack.creature).controller == player)


def _require_demands_met(game: Game, player: str, declared: tuple[Attack, ...]) -> None:
    """Raise `IllegalAction` if the effect that controls `player` does not allow the attacks of that player."""

    def is_legal(pairs: Sequence[tuple[str, str]]) -> bool:
        group = tuple(Attack(*pair) for pair in pairs)
        try:
            for attack in group:
                _require_may_attack(game, attack)
        except IllegalAction:
            return False
        return not attack_complaints(game, (*others, *group))

    is_one = attacks_as_team(game) and game.rules.has(Behaviour.TEAM_ATTACK_IS_ONE)
    own = declared if is_one else _attackers_of(game, player, declared)
    others = tuple(attack for attack in declared if attack not in own)
    pairs = [(attack.creature, attack.target) for attack in own]
    require_group_allowed(game, player, "attack", pairs, targets=attackable(game), is_legal=is_legal)


def _may_attack_several(game: Game) -> bool:
    has_option = Option.ATTACK_MULTIPLE_PLAYERS in game.options
    return has_option and game.rules.has(Behaviour.SEVERAL_PLAYERS_MAY_BE_ATTACKED)


def _over(game: Game, limit: AttackLimit, attacks: tuple[Attack, ...]) -> list[str]:
    """Return a complaint for each group of attackers larger than `limit` allows."""
    counts = _counted(game, limit.player, attacks)
    whom = f" {limit.player}" if limit.player else ""
    return [f"{count} creatures attack{whom}, {limit.most} may" for count in counts if count > limit.most]


def _under(game: Game, attacks: tuple[Attack, ...]) -> list[str]:
    """Return a complaint for each attacker that is missing in a group smaller than required."""
    return [
        f"{count} creatures attack{f' {each.player}' if each.player else ''}, {each.least} must"
        for each in game.combat.attack_requirements
        for count in _counted(game, each.player, attacks)
        for _ in range(each.least - count)
    ]


def _counted(game: Game, player: str, attacks: tuple[Attack, ...]) -> list[int]:
    """Return how many attackers there are in each group that a restriction or requirement looks at.

    `player` is the one whom it is about attacking, "" for none.
    """
    attacked = [defender_of(game, attack.target) for attack in attacks]
    if player:
        own = [attack.target for attack in attacks].count(player)
        is_all = own == len(attacks) or game.rules.has(Behaviour.PLAYER_RESTRICTIONS_BIND_ATTACKS_ON_THAT_PLAYER)
        return [own if is_all else len(attacks)]
    whole = len(set(attacked)) < 2 or game.rules.has(Behaviour.GROUP_RESTRICTIONS_BIND_THE_WHOLE_ATTACK)
    return [len(attacks)] if whole else [attacked.count(each) for each in dict.fromkeys(attacked)]


def _split_bands(game: Game, attacks: tuple[Attack, ...]) -> list[str]:
    attacked_by: dict[str, set[str]] = {}
    for attack in attacks:
        if band := game.object(attack.creature).band:
            attacked_by.setdefault(band, set()).add(defender_of(game, attack.target))
    return [f"the band {band} attacks different players" for band, attacked in attacked_by.items() if len(attacked) > 1]
