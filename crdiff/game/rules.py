"""A rule set: which behaviours of the model are in force. Plain data, without clauses or releases.

Every behaviour can be switched off, and the game still plays, only otherwise: that is how a check is proved able
to fail. What happens instead is said at each behaviour; it is rarely what any rules said. Where it is not known what
the rules of a release say, a behaviour is neither on nor off, and who asks for it is told so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from crdiff.errors import NotModelled


class Behaviour(StrEnum):
    """One thing that the rules under check make happen, in their terms; the docstrings say what happens without it."""

    # Players (102)
    # Off: the starting player, or team, is active for the whole game.
    ACTIVE_PLAYER_FOLLOWS_THE_TURN = "the active player is the player whose turn it is"
    # Off: a player of a two-player game has no opponent.
    TWO_PLAYERS_ARE_OPPONENTS = "in a two-player game the opponent is the other player"
    # Off: the other players of one's own team are opponents too.
    TEAMMATES_ARE_NOT_OPPONENTS = "opponents are all players not on the team"
    # Off: nobody has teammates.
    OTHERS_ON_THE_TEAM_ARE_TEAMMATES = "teammates are the other players on the team"
    # Off: it means your teammates without you.
    YOUR_TEAM_INCLUDES_TEAMMATES = "'your team' means you and your teammates"
    # Off: without teams it means nobody.
    YOUR_TEAM_MAY_BE_YOU_ALONE = "without teams 'your team' means you"

    # Control of another player: when
    # Off: it begins when the effect is created, and lasts through that turn.
    CONTROL_WAITS_FOR_THE_NEXT_TURN = "control begins with the next turn that the player takes"
    # Off: control ends as the cleanup step begins.
    CONTROL_LASTS_THE_WHOLE_TURN = "the whole turn is controlled"
    # Off: it never ends.
    CONTROL_ENDS_WITH_THE_NEXT_TURN = "control ends as the next turn begins"
    # Off: who controls a player in the main game controls that player in the subgame too.
    SUBGAMES_ARE_NOT_CONTROLLED = "control does not reach into a subgame"
    # Off: it gives no control.
    MINDSLAVER = "Mindslaver gives control of a turn"
    # Off: it gives no control.
    SORIN_MARKOV = "Sorin Markov gives control of a turn"
    # Off: only the cards that the rules name do.
    ANY_CARD = "any card that says so gives control of a turn"
    # Off: it gives no control.
    WORD_OF_COMMAND = "Word of Command gives control for a limited duration"
    # Off: it gives no control.
    OPPOSITION_AGENT = "Opposition Agent gives control for a limited duration"
    # Off: it goes on.
    LIMITED_CONTROL_ENDS = "control for a limited duration ends with it"
    # Off: the first one is.
    LAST_EFFECT_WORKS = "the control effect created last is the one that works"
    # Off: a skipped turn uses them up.
    PENDING_EFFECTS_WAIT = "pending control effects wait through a skipped turn"
    # Off: an effect that would do that does nothing.
    SELF_CONTROL = "a player may gain control of themselves"
    # Off: restrictions it states are ignored.
    EFFECT_MAY_RESTRICT = "the effect may restrict the controlled player's actions"
    # Off: requirements it states are ignored.
    EFFECT_MAY_REQUIRE = "the effect may specify actions that must be taken"

    # Control of another player: what
    # Off: whoever controls a player controls that player's objects.
    OBJECTS_KEEP_THEIR_CONTROLLERS = "objects keep their controllers"
    # Off: the controller is.
    CONTROLLED_PLAYER_STAYS_ACTIVE = "a player controlled during their turn is still the active player"
    # Off: the controller sees nothing more than before.
    CONTROLLER_SEES_WHAT_THE_PLAYER_SEES = "what the controlled player would see is visible to the controller"
    # Off: only the controller sees it.
    CONTROLLED_PLAYER_STILL_SEES = "it stays visible to the controlled player"
    # Off: they are treated as any other object.
    OUTSIDE_THE_GAME_STAYS_PRIVATE = "cards outside the game are visible only to the controlled player"
    # Off: the controlled player makes them.
    CONTROLLER_DECIDES_FOR_THE_RULES = "the controller makes the decisions that the rules call for"
    # Off: the controlled player makes them.
    CONTROLLER_DECIDES_FOR_OBJECTS = "the controller makes the decisions that spells and abilities call for"
    # Off: the controller makes it all the same.
    OTHER_EFFECTS_TAKE_PRECEDENCE = "a decision that an effect gives to somebody else stays with them"
    # Off: the controller may choose what that player could not.
    NOTHING_THE_PLAYER_COULD_NOT_DO = "only choices that the controlled player is allowed to make"
    # Off: whoever makes the decision pays.
    ONLY_THAT_PLAYERS_RESOURCES = "only the controlled player's resources pay that player's costs"
    # Off: the controller makes them.
    UNCALLED_DECISIONS_STAY = "decisions that nothing calls for stay with the player"
    # Off: the controller makes them.
    TOURNAMENT_DECISIONS_STAY = "decisions that the tournament rules call for stay with the player"
    # Off: the controller can.
    CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER = "the controller can't make the player concede"
    # Off: not while controlled.
    CONTROLLED_PLAYER_MAY_CONCEDE = "a controlled player may concede at any time"
    # Off: those fall to the player under control.
    CONTROLLER_KEEPS_OWN_DECISIONS = "the controller also makes their own decisions"

    # Turns (103, 500)
    # Off: the one created first is.
    LAST_EXTRA_TURN_FIRST = "of several extra turns the one created last is taken first"
    # Off: in the order in which the effect names them.
    EXTRA_TURNS_IN_APNAP_ORDER = "one effect adds the extra turns of several players in APNAP order"
    # Off: the starting player does.
    NOBODY_SKIPS_THE_FIRST_DRAW = "in other multiplayer games no player skips the first draw step"

    # Leaving the game (104.3a)
    # Off: only during that player's own turn.
    CONCEDING_AT_ANY_TIME = "a player may concede at any time"
    # Off: that player stays in the game.
    CONCEDING_LEAVES = "a player who concedes leaves the game at once"
    # Off: that player has left without losing.
    CONCEDING_LOSES = "a player who concedes loses the game"

    # Mana
    # Off: unused mana is lost and nothing else happens.
    MANA_BURN = "a player loses life for unused mana"
    # Off: mana burn all the same.
    CONTROLLED_TURN_SPARES_MANA_BURN = "no mana burn while another player controls the turn"
    # Off: it is lost when a step ends, too.
    MANA_LASTS_THE_PHASE = "unused mana is lost when a phase ends"

    # Teams that share turns (805, 810)
    # Off: the other players of the team are not controlled.
    CONTROL_COVERS_THE_TEAM = "who controls a player controls that player's team"
    # Off: the player takes it alone.
    EXTRA_TURN_GOES_TO_THE_TEAM = "the team takes a player's extra turn, phase or step"
    # Off: the team takes its turn, and the others on the team take the phase or step.
    SKIPPED_TURN_IS_THE_TEAMS = "the team skips the turn, phase or step that a player skips"
    # Off: one for each of these players.
    ONE_EFFECT_ONE_TURN = "one effect on several players of a team adds or skips one turn, phase or step"
    # Off: one player of the team attacks, and every player blocks for themselves.
    TWO_HEADED_GIANT_TEAM_COMBAT = "Two-Headed Giant teams attack each other as a group"
    # Off: the attackers of each player are judged alone.
    TEAM_ATTACK_IS_ONE = "the attack of a team is legal or illegal as a whole"
    # Off: every player blocks for themselves.
    TEAM_BLOCKS_TOGETHER = "creatures of the defending team may block what attacks any player of the team"
    # Off: the blockers of each player are judged alone.
    TEAM_BLOCK_IS_ONE = "the block of a team is legal or illegal as a whole"
    # Off: it means all players of the attacking team.
    ATTACKING_PLAYER_IS_ONE_PLAYER = "'attacking player' means the one whose creature is blocked"
    # Off: the active player chooses.
    CONTROLLER_CHOOSES_THE_ATTACKING_PLAYER = (
        "the controller of a spell or ability chooses among several attacking players"
    )
    # Off: in any order.
    ACTIVE_TEAM_ORDERS_FIRST = "the active team announces its damage assignment orders before the defending team"

    # Attack and defence (506, 802)
    # Off: they can.
    WALLS_CANT_ATTACK = "creatures with the creature type Wall can't attack"
    # Off: anybody's creatures may attack.
    ONLY_THE_ACTIVE_PLAYER_ATTACKS = "creatures of the active player may attack"
    # Off: the attacking player has to choose one.
    NONACTIVE_PLAYER_DEFENDS = "in a two-player game the nonactive player is the defending player"
    # Off: they may not.
    PLANESWALKERS_MAY_BE_ATTACKED = "a defending player's planeswalkers may be attacked"
    # Off: they may not.
    BATTLES_MAY_BE_ATTACKED = "battles that a defending player protects may be attacked"
    # Off: nobody is chosen, so nobody defends.
    ATTACKING_PLAYER_CHOOSES_ONE = "the attacking player chooses one opponent to defend"
    # Off: the attacking player chooses one opponent.
    NONACTIVE_TEAM_DEFENDS = "with shared turns the nonactive team is the defending team"
    # Off: only one player of the team attacks.
    ACTIVE_TEAM_ATTACKS = "with shared turns the active team is the attacking team"
    # Off: the whole attack goes to one defending player.
    SEVERAL_PLAYERS_MAY_BE_ATTACKED = "the active player may attack several players"
    # Off: one is chosen, as without the option.
    ALL_OPPONENTS_DEFEND = "all opponents of the attacking player are defending players"
    # Off: it means all of them.
    DEFENDING_PLAYER_IS_ONE_PLAYER = "'defending player' means the one whom the creature attacks"
    # Off: nobody, once the creature has left combat.
    DEFENDING_PLAYER_IS_REMEMBERED = "a creature removed from combat still has its defending player"
    # Off: on the lands of all defending players.
    LANDWALK_ASKS_THE_PLAYER_ATTACKED = "landwalk depends only on the lands of the player whom the creature attacks"
    # Off: the active player chooses.
    CONTROLLER_CHOOSES_THE_DEFENDING_PLAYER = (
        "the controller of a spell or ability chooses among several defending players"
    )
    # Off: of several defending players, all creatures attack the first.
    EACH_ATTACKER_HAS_ITS_TARGET = "a player, planeswalker or battle is chosen for each attacking creature"
    # Off: they count the creatures attacking each player apart.
    GROUP_RESTRICTIONS_BIND_THE_WHOLE_ATTACK = (
        "restrictions and requirements on attacking count the whole group of attackers"
    )
    # Off: they count the whole group.
    PLAYER_RESTRICTIONS_BIND_ATTACKS_ON_THAT_PLAYER = (
        "restrictions and requirements on attacking a player count attackers of that player"
    )
    # Off: they can.
    BANDS_ATTACK_ONE_PLAYER = "creatures in a band can't attack different players"
    # Off: in any order.
    BLOCKS_IN_APNAP_ORDER = "defending players declare blocks in APNAP order"
    # Off: any creature may block any attacker.
    BLOCKERS_DEFEND_THEIR_OWN_PLAYER = "a defending player blocks with their creatures what attacks them"
    # Off: all blocks are judged together.
    BLOCKS_ARE_JUDGED_ALONE = "other players' attackers and blockers are ignored when judging blocks"
    # Off: there is no such order.
    DAMAGE_ASSIGNMENT_ORDER = "an order is announced for creatures that fight several"
    # Off: in any order.
    DAMAGE_ORDER_IN_APNAP_ORDER = "defending players announce damage assignment orders in APNAP order"
    # Off: in any order.
    DAMAGE_IN_APNAP_ORDER = "combat damage is assigned in APNAP order"

    # What lies on the battlefield (704)
    # Off: it stays on the battlefield.
    LETHAL_DAMAGE_DESTROYS = "a creature with lethal damage is destroyed"
    # Off: they do.
    LEGEND_RULE = "legendary permanents with the same name don't stay together"
    # Off: none of them stays, or the one that a player keeps.
    OLDEST_LEGEND_STAYS = "the one that has been legendary the longest stays"
    # Off: they are counted whoever controls them, and nobody keeps one.
    EACH_PLAYER_KEEPS_ONE_LEGEND = "a player keeps one of the legendary permanents with the same name"
    # Off: they do.
    PLANESWALKER_UNIQUENESS_RULE = "planeswalkers of one planeswalker type don't stay together"
    # Off: they are counted whoever controls them, and nobody keeps one.
    EACH_PLAYER_KEEPS_ONE_PLANESWALKER = "a player keeps one of the planeswalkers of one type"

    # Damage (310, 510, 306)
    # Off: it is dealt at once.
    DAMAGE_WAITS_ON_THE_STACK = "combat damage waits on the stack between being assigned and dealt"
    # Off: the damage of a creature that has left is not dealt.
    DAMAGE_IS_DEALT_AS_ASSIGNED = "combat damage is dealt though its creature has left"
    # Off: the damage is divided as the controller chooses.
    LETHAL_DAMAGE_FIRST = "a creature gets damage only if all before it in the order are assigned lethal damage"
    # Off: it is dealt to the player.
    DAMAGE_MAY_GO_TO_A_PLANESWALKER = "noncombat damage to an opponent may be dealt to their planeswalker instead"

    # The opening hand (103)
    # Off: a hand is as large after a mulligan as before.
    NEW_HAND_IS_SMALLER = "each mulligan costs a card"
    # Off: that player may not look at it.
    SMALL_HAND_LOOKS_AT_THE_TOP = "a player who keeps a smaller hand may put the top card on the bottom"
    # Off: only as many cards are drawn as will be kept.
    FULL_HAND_IS_DRAWN = "a mulligan draws a full hand, of which cards go to the bottom"
    # Off: it costs one.
    FIRST_MULLIGAN_IS_FREE = "in a multiplayer game the first mulligan costs no card"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The behaviours in force, and those `not_modelled`: the rules do not say, in a way we know, that they are or not.

    `clauses` names for those the clause that decides in other releases.
    """

    behaviours: frozenset[Behaviour]
    not_modelled: frozenset[Behaviour] = frozenset()
    clauses: Mapping[Behaviour, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def all(cls) -> RuleSet:
        """Return the rule set in which every behaviour is in force, though no release had them all at once."""
        return cls(frozenset(Behaviour))

    def has(self, behaviour: Behaviour) -> bool:
        """Whether `behaviour` is in force. Raises `NotModelled` where that is not known."""
        if behaviour in self.not_modelled:
            clause = self.clauses.get(behaviour, "")
            raise NotModelled(f"the model does not know whether {behaviour}", f"rules with a clause such as {clause}")
        return behaviour in self.behaviours

    def without(self, *off: Behaviour) -> RuleSet:
        """Return the same rules with these behaviours switched off."""
        return RuleSet(self.behaviours.difference(off), self.not_modelled, self.clauses)

    def inverted(self, behaviour: Behaviour) -> RuleSet:
        """Return the same rules with `behaviour` switched the other way."""
        return RuleSet(self.behaviours ^ {behaviour}, self.not_modelled, self.clauses)
