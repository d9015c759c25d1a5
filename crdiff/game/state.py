"""The values a game consists of. All are frozen; the functions that change them are in the other modules.

Players and objects are distinguished by name. Tuples that hold players are in turn order.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.rules import Behaviour, RuleSet


class Option(StrEnum):
    """How a game with several players is played."""

    ATTACK_MULTIPLE_PLAYERS = "attack multiple players"
    SHARED_TEAM_TURNS = "shared team turns"
    TWO_HEADED_GIANT = "Two-Headed Giant"


class Phase(StrEnum):
    """A phase of a turn."""

    BEGINNING = "beginning"
    PRECOMBAT_MAIN = "precombat main"
    COMBAT = "combat"
    POSTCOMBAT_MAIN = "postcombat main"
    ENDING = "ending"


class TurnStep(StrEnum):
    """A step of a turn, in order; a main phase has no steps and counts as one here."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    PRECOMBAT_MAIN = "precombat main"
    BEGINNING_OF_COMBAT = "beginning of combat"
    DECLARE_ATTACKERS = "declare attackers"
    DECLARE_BLOCKERS = "declare blockers"
    COMBAT_DAMAGE = "combat damage"
    END_OF_COMBAT = "end of combat"
    POSTCOMBAT_MAIN = "postcombat main"
    END = "end"
    CLEANUP = "cleanup"

    @property
    def phase(self) -> Phase:
        """The phase that the step belongs to."""
        return _PHASES[self]


_STEPS_OF = {
    Phase.BEGINNING: (TurnStep.UNTAP, TurnStep.UPKEEP, TurnStep.DRAW),
    Phase.PRECOMBAT_MAIN: (TurnStep.PRECOMBAT_MAIN,),
    Phase.COMBAT: (
        TurnStep.BEGINNING_OF_COMBAT,
        TurnStep.DECLARE_ATTACKERS,
        TurnStep.DECLARE_BLOCKERS,
        TurnStep.COMBAT_DAMAGE,
        TurnStep.END_OF_COMBAT,
    ),
    Phase.POSTCOMBAT_MAIN: (TurnStep.POSTCOMBAT_MAIN,),
    Phase.ENDING: (TurnStep.END, TurnStep.CLEANUP),
}
_PHASES = {step: phase for phase, steps in _STEPS_OF.items() for step in steps}


class Zone(StrEnum):
    """Where an object is. Outside the game is not a zone, but cards can be there."""

    LIBRARY = "library"
    HAND = "hand"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    STACK = "stack"
    OUTSIDE = "outside the game"


class Kind(StrEnum):
    """What an object is, as far as the rules under check ask."""

    CREATURE = "creature"
    PLANESWALKER = "planeswalker"
    BATTLE = "battle"
    LAND = "land"
    INSTANT = "instant"
    SORCERY = "sorcery"
    ABILITY = "ability"


class Player(Struct, frozen=True):
    """A player: `team` is "" for one who plays alone, `mana` the amount in the mana pool, `energy` that of counters.

    `mulligans`: how many the player has taken; `has_looked` after them at the top card. `has_library`: the scenario
    names cards of the library, as it does by adding one. Of a library whose cards are not named nothing is drawn.
    """

    name: str
    team: str = ""
    life: int = 20
    mana: int = 0
    in_game: bool = True
    has_lost: bool = False
    energy: int = 0
    mulligans: int = 0
    has_looked: bool = False
    has_library: bool = False


class Cost(Struct, frozen=True):
    """What has to be paid: amounts of mana, life and energy, how many cards or permanents, how many to be tapped."""

    mana: int = 0
    life: int = 0
    discards: int = 0
    sacrifices: int = 0
    energy: int = 0
    taps: int = 0


FREE = Cost()


class Ability(Struct, frozen=True):
    """An activated or triggered ability of a permanent; `cost`, `calls_for` and `asks` as for an `Object`."""

    name: str
    source: str
    cost: Cost = FREE
    calls_for: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


class Object(Struct, frozen=True):
    """A card, permanent, spell or ability.

    `controller` is "" for an object that has none (a card in a hand, a library, outside the game). `calls_for` are
    the choices made when it is put on the stack, `asks` those made when it resolves. `shown_to` are players whom
    an effect lets look at it. `protector` is the player who protects a battle, `band` names the band of a creature,
    `landwalk` the land type that makes it unblockable, `subtype` the type of a land, planeswalker or creature.
    `printed` is the name that it shares with its copies, "" if nothing has the same; `marked` is the damage marked on a
    creature. The objects of a library are in order, the top card first; of permanents the one that came first is first.
    `abilities` are those that its controller may activate, as far as an effect may demand them. `defense` is that of a
    battle. `since` is the number of the turn in which a permanent came under its controller's control, 0 for one that
    has been there for longer: it cannot attack in that turn, and the oldest legend is found by it.
    """

    name: str
    owner: str
    zone: Zone
    kind: Kind = Kind.INSTANT
    controller: str = ""
    face_down: bool = False
    cost: Cost = FREE
    calls_for: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    shown_to: tuple[str, ...] = ()
    protector: str = ""
    band: str = ""
    landwalk: str = ""
    subtype: str = ""
    power: int = 0
    tapped: bool = False
    abilities: tuple[Ability, ...] = ()
    toughness: int = 0
    marked: int = 0
    loyalty: int = 0
    printed: str = ""
    is_legendary: bool = False
    defense: int = 0
    since: int = 0


class Duration(StrEnum):
    """How long an effect gives control of a player."""

    NEXT_TURN = "during that player's next turn"
    LIMITED = "for a limited duration"


class ControlEffect(Struct, frozen=True):
    """An effect under which `controller` controls `player`; it is in effect, or pending until a turn begins.

    `forbids` and `requires` are actions the effect restricts or specifies, named as in `crdiff.game.demands`. `since`
    is how many choices had been made when it began.
    """

    source: str
    controller: str
    player: str
    duration: Duration
    stands: bool
    forbids: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    since: int = 0


class Choice(Struct, frozen=True):
    """A decision made: `player`'s decision `what`, made by `maker`."""

    player: str
    what: str
    maker: str
    chosen: str


class Attack(Struct, frozen=True):
    """An attacking creature and what it attacks: a player, a planeswalker or a battle."""

    creature: str
    target: str


class Block(Struct, frozen=True):
    """A blocking creature and the attacking creature it blocks."""

    blocker: str
    attacker: str


class AttackLimit(Struct, frozen=True):
    """An effect: no more than `most` creatures can attack each combat, or can attack `player` where one is named."""

    most: int
    player: str = ""


class AttackRequirement(Struct, frozen=True):
    """An effect: at least `least` creatures attack each combat if able, or attack `player` where one is named."""

    least: int
    player: str = ""


class DamageOrder(Struct, frozen=True):
    """A damage assignment order: `creature` damages the creatures it fights in the order of `among`."""

    creature: str
    among: tuple[str, ...]


class DamageDealt(Struct, frozen=True):
    """Combat damage assigned by `creature` to `recipient`: a creature, player, planeswalker or battle."""

    creature: str
    recipient: str
    amount: int


class Combat(Struct, frozen=True):
    """A combat phase so far.

    `defenders`: the defending players. `removed`: attacks of creatures removed from combat since, `gone`: the creatures
    removed, attackers and blockers. `blocked`: players who have declared blocks, `dealt_out`: those who have assigned
    damage, in the order it happened. `dealt`: whether combat damage has been dealt. The last four are
    effects that outlast the phase: no more than `block_limit` creatures can block each combat, and all creatures able
    to block one of `lures` do so.
    """

    defenders: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    removed: tuple[Attack, ...] = ()
    blocks: tuple[Block, ...] = ()
    blocked: tuple[str, ...] = ()
    orders: tuple[DamageOrder, ...] = ()
    damage: tuple[DamageDealt, ...] = ()
    dealt_out: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    dealt: bool = False
    attack_limits: tuple[AttackLimit, ...] = ()
    attack_requirements: tuple[AttackRequirement, ...] = ()
    block_limit: int | None = None
    lures: tuple[str, ...] = ()


class Planned(Struct, frozen=True):
    """A step that a turn is to have: the players who take it, and whether a phase begins with it."""

    step: TurnStep
    takers: tuple[str, ...]
    begins_phase: bool


def steps_of(part: Phase | TurnStep, takers: tuple[str, ...]) -> tuple[Planned, ...]:
    """Return the steps of a phase that these players take, or one step alone, with which no phase begins."""
    if isinstance(part, TurnStep):
        return (Planned(part, takers, begins_phase=False),)
    return tuple(Planned(step, takers, not place) for place, step in enumerate(_STEPS_OF[part]))


def whole_turn(takers: tuple[str, ...]) -> tuple[Planned, ...]:
    """Return the steps of a turn that these players take."""
    return tuple(planned for phase in Phase for planned in steps_of(phase, takers))


class Turn(Struct, frozen=True):
    """A turn: the players who take it (one, or a team), the step it is in, and the steps it is still to have.

    `number` counts from 1. `step_takers` are the players who take the step: those who take the turn, as a rule.
    `regular` are those whose regular turn is this one or, where it is an extra turn, was the last one: others follow.
    """

    number: int
    takers: tuple[str, ...]
    step: TurnStep
    step_takers: tuple[str, ...]
    coming: tuple[Planned, ...]
    regular: tuple[str, ...]


class SkippedPart(Struct, frozen=True):
    """An effect: these players skip the next such step or phase that they take."""

    players: tuple[str, ...]
    part: TurnStep | Phase


class Game(Struct, frozen=True):
    """A state of a game.

    `effects` are in the order they were created. `extra_turns` and `skips` are turns to take and to skip, as the
    players who take or skip them; the last of the extra turns is taken first. `skipped_parts` are steps and phases to
    skip. `outer` is the game that a subgame interrupts.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    turn: Turn
    options: frozenset[Option] = frozenset()
    objects: tuple[Object, ...] = ()
    effects: tuple[ControlEffect, ...] = ()
    extra_turns: tuple[tuple[str, ...], ...] = ()
    skips: tuple[tuple[str, ...], ...] = ()
    skipped_parts: tuple[SkippedPart, ...] = ()
    combat: Combat = Combat()
    choices: tuple[Choice, ...] = ()
    outer: Game | None = None

    def player(self, name: str) -> Player:
        """Return the player of that name. Raises `IllegalAction` if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise IllegalAction(f"no player {name!r} in the game", ", ".join(player.name for player in self.players))

    def object(self, name: str) -> Object:
        """Return the object of that name. Raises `IllegalAction` if there is none."""
        for candidate in self.objects:
            if candidate.name == name:
                return candidate
        raise IllegalAction(f"no object {name!r} in the game", ", ".join(each.name for each in self.objects))

    def having(self, *objects: Object) -> Game:
        """Return the game with these objects added."""
        own = {each.owner for each in objects if each.zone is Zone.LIBRARY}
        players = tuple(replace(each, has_library=each.has_library or each.name in own) for each in self.players)
        return replace(self, players=players, objects=(*self.objects, *objects))

    def with_player(self, player: Player) -> Game:
        """Return the game with the player of that name replaced."""
        return replace(self, players=tuple(player if each.name == player.name else each for each in self.players))

    def with_object(self, changed: Object) -> Game:
        """Return the game with the object of that name replaced."""
        return replace(self, objects=tuple(changed if each.name == changed.name else each for each in self.objects))


def new_game(rules: RuleSet, *players: Player | str, options: Iterable[Option] = ()) -> Game:
    """Return a game of these players in turn order, in the untap step of the first one's turn.

    Two-Headed Giant always uses the shared team turns option (rules 805.1 and 810.2). Raises `IllegalAction` without
    players, or for two of one name, and `NotModelled` for Two-Headed Giant under rules that do not have it.
    """
    seated = tuple(Player(player) if isinstance(player, str) else player for player in players)
    if not seated or len({player.name for player in seated}) < len(seated):
        raise IllegalAction("a game has players, each with a name of their own")
    chosen = frozenset(options)
    if Option.TWO_HEADED_GIANT in chosen:
        rules.has(Behaviour.TWO_HEADED_GIANT_TEAM_COMBAT)  # raises where it is not known
        chosen |= {Option.SHARED_TEAM_TURNS}
    first = seated[0]
    shares = Option.SHARED_TEAM_TURNS in chosen and first.team
    takers = tuple(player.name for player in seated if player is first or (shares and player.team == first.team))
    return Game(rules, seated, Turn(1, takers, TurnStep.UNTAP, takers, whole_turn(takers)[1:], takers), chosen)
