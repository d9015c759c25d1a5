"""The switches of the game model: which clauses, and which wordings of them, put each behaviour in force.

From the lineages in force in a release this gives the release's rule set, so that the model of 2008 and that of 2024
differ exactly where the texts do. Clauses are named as in an edition.
"""

from __future__ import annotations

from datetime import date
from functools import cache

from msgspec import Struct

from crdiff.game.rules import Behaviour, RuleSet
from crdiff.history.lineage import Lineage
from crdiff.model.number import ClauseNumber
from crdiff.trace.timeline import ClauseName, Timeline


class SwitchSource(Struct, frozen=True):
    """A clause that puts a behaviour in force, as ``720.5a@2024-06-07``.

    With `says`, only the wordings do that contain one of these phrases. `since` and `until` are the first and the last
    release of these wordings: they decide where the text is not held, and ``tests/trace/test_switches.py`` compares
    them with the texts.
    """

    clause: str
    says: tuple[str, ...] = ()
    since: date = date.min
    until: date = date.max


class Switch(Struct, frozen=True):
    """A behaviour and the clauses behind it: any one of `sources` puts it in force, unless `against` rules it out.

    From `off` on the rules without it mean what the model does without it; before, and where `off` is None, they are
    silent or say something else, and the behaviour is not modelled.
    """

    behaviour: Behaviour
    sources: tuple[SwitchSource, ...]
    against: tuple[SwitchSource, ...] = ()
    off: date | None = None


def _worded(clause: str, *says: str, since: date = date.min, until: date = date.max) -> SwitchSource:
    return SwitchSource(clause if "@" in clause else f"{clause}@2024-06-07", says, since, until)


def _switch(behaviour: Behaviour, *sources: SwitchSource | str, against: str = "", off: date | None = None) -> Switch:
    found = tuple(_worded(each) if isinstance(each, str) else each for each in sources)
    return Switch(behaviour, found, (_worded(against),) if against else (), off)


_EVER = date.min
# Until then the rules assume a game between two players (100.1), and word its combat otherwise.
_TWO = date(2003, 5, 26)
_TWO_FIGHT = date(2005, 2, 1)


# Every behaviour of the model, in the model's order.
SWITCHES: tuple[Switch, ...] = (
    # The glossary alone said who is active, and 100.1 that there are two players.
    _switch(Behaviour.ACTIVE_PLAYER_FOLLOWS_THE_TURN, "102.1", _worded("308.1@1999-04-23", until=_TWO)),
    # From 2005-08-01 to 2009-05-01 the glossary alone says who the opponent is ("Opponent"), as 200.3 had before.
    _switch(
        Behaviour.TWO_PLAYERS_ARE_OPPONENTS,
        "102.2",
        _worded("102.1", until=date(2009, 5, 1)),
        _worded("100.1@1999-04-23", until=_TWO),
    ),
    _switch(Behaviour.TEAMMATES_ARE_NOT_OPPONENTS, "102.3"),
    _switch(Behaviour.OTHERS_ON_THE_TEAM_ARE_TEAMMATES, "102.3"),
    _switch(Behaviour.YOUR_TEAM_INCLUDES_TEAMMATES, "102.4"),
    _switch(Behaviour.YOUR_TEAM_MAY_BE_YOU_ALONE, "102.4"),
    _switch(Behaviour.CONTROL_WAITS_FOR_THE_NEXT_TURN, "720.1"),
    _switch(Behaviour.CONTROL_LASTS_THE_WHOLE_TURN, "720.1"),
    _switch(Behaviour.CONTROL_ENDS_WITH_THE_NEXT_TURN, "720.1"),
    _switch(Behaviour.SUBGAMES_ARE_NOT_CONTROLLED, "720.1"),
    _switch(Behaviour.MINDSLAVER, _worded("720.1", "Mindslaver", "Some cards")),
    _switch(
        Behaviour.SORIN_MARKOV,
        _worded("720.1", "Sorin Markov", "Some cards", since=date(2009, 10, 1)),
        off=date(2003, 10, 1),
    ),
    _switch(Behaviour.ANY_CARD, _worded("720.1", "Some cards", since=date(2014, 5, 1)), off=date(2003, 10, 1)),
    _switch(Behaviour.WORD_OF_COMMAND, _worded("720.2", "Word of Command")),
    _switch(
        Behaviour.OPPOSITION_AGENT, _worded("720.2", "Opposition Agent", since=date(2021, 2, 5)), off=date(2010, 10, 1)
    ),
    _switch(Behaviour.LIMITED_CONTROL_ENDS, "720.2"),
    _switch(Behaviour.LAST_EFFECT_WORKS, "720.1a"),
    _switch(Behaviour.PENDING_EFFECTS_WAIT, "720.1b"),
    _switch(Behaviour.SELF_CONTROL, "720.9"),
    _switch(Behaviour.EFFECT_MAY_RESTRICT, "720.7"),
    _switch(Behaviour.EFFECT_MAY_REQUIRE, "720.7"),
    _switch(Behaviour.OBJECTS_KEEP_THEIR_CONTROLLERS, "720.3"),
    _switch(Behaviour.CONTROLLED_PLAYER_STAYS_ACTIVE, "720.3", "710.2@2009-07-11"),
    _switch(Behaviour.CONTROLLER_SEES_WHAT_THE_PLAYER_SEES, "720.4"),
    _switch(Behaviour.CONTROLLED_PLAYER_STILL_SEES, "720.4"),
    _switch(
        Behaviour.OUTSIDE_THE_GAME_STAYS_PRIVATE,
        _worded("720.4", "outside the game", since=date(2016, 7, 22)),
        off=date(2003, 10, 1),
    ),
    _switch(Behaviour.CONTROLLER_DECIDES_FOR_THE_RULES, "720.5"),
    _switch(Behaviour.CONTROLLER_DECIDES_FOR_OBJECTS, "720.5"),
    _switch(Behaviour.OTHER_EFFECTS_TAKE_PRECEDENCE, "720.5"),
    _switch(Behaviour.NOTHING_THE_PLAYER_COULD_NOT_DO, "720.5"),
    _switch(Behaviour.ONLY_THAT_PLAYERS_RESOURCES, "720.5a"),
    _switch(Behaviour.UNCALLED_DECISIONS_STAY, "720.5b"),
    _switch(Behaviour.TOURNAMENT_DECISIONS_STAY, "720.5b"),
    _switch(Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER, "720.6"),
    _switch(Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE, "720.6"),
    _switch(Behaviour.CONTROLLER_KEEPS_OWN_DECISIONS, "720.8"),
    # Before 2002-02-20 extra turns are taken in the order in which they were created; 1999-04-23 knows none.
    _switch(
        Behaviour.LAST_EXTRA_TURN_FIRST,
        _worded("500.7", "most recently created", since=date(2002, 2, 20)),
        off=date(1999, 11, 1),
    ),
    _switch(Behaviour.EXTRA_TURNS_IN_APNAP_ORDER, _worded("500.7", "in APNAP order", since=date(2014, 9, 25))),
    _switch(
        Behaviour.NOBODY_SKIPS_THE_FIRST_DRAW,
        "103.8c",
        _worded("101.5b@2005-08-01", "no player skips", until=date(2009, 5, 1)),
        off=_EVER,
    ),
    # In 2003-12-01 and 2004-02-01 the clause leaves the permission to 100.6.
    _switch(Behaviour.CONCEDING_AT_ANY_TIME, "104.3a"),
    # Before 2003-07-01 the clause says only that a player may concede: that ends a game between two players.
    _switch(Behaviour.CONCEDING_LEAVES, "104.3a"),
    _switch(Behaviour.CONCEDING_LOSES, "104.3a"),
    # From 2009-07-11 on 300.3 goes on as 500.4, which empties the pool at the end of steps too and burns nobody.
    _switch(
        Behaviour.MANA_BURN,
        "507.4@2008-02-01",
        _worded("300.3@2008-02-01", "mana burn", until=date(2009, 5, 1)),
        off=_EVER,
    ),
    _switch(Behaviour.CONTROLLED_TURN_SPARES_MANA_BURN, "507.4@2008-02-01"),
    _switch(
        Behaviour.MANA_LASTS_THE_PHASE,
        "507.4@2008-02-01",
        _worded("300.3@2008-02-01", "but not a step", until=date(2009, 5, 1)),
        against="106.4@2009-07-11",
        off=_EVER,
    ),
    _switch(Behaviour.CONTROL_COVERS_THE_TEAM, _worded("805.8", "to control another player")),
    _switch(Behaviour.EXTRA_TURN_GOES_TO_THE_TEAM, "805.8"),
    _switch(Behaviour.SKIPPED_TURN_IS_THE_TEAMS, "805.8"),
    _switch(Behaviour.ONE_EFFECT_ONE_TURN, _worded("805.8", "a single effect", since=date(2007, 5, 1))),
    _switch(Behaviour.TWO_HEADED_GIANT_TEAM_COMBAT, "810.7"),
    # Until 2018-01-19 the subrules of 810.7 said of Two-Headed Giant what 805.10 says of all teams that share turns.
    _switch(Behaviour.TEAM_ATTACK_IS_ONE, "805.10b", _worded("810.7", until=date(2018, 1, 19))),
    _switch(Behaviour.TEAM_BLOCKS_TOGETHER, "805.10d"),
    _switch(Behaviour.TEAM_BLOCK_IS_ONE, "805.10d", _worded("810.7", until=date(2018, 1, 19))),
    _switch(Behaviour.ATTACKING_PLAYER_IS_ONE_PLAYER, "805.10c"),
    _switch(Behaviour.CONTROLLER_CHOOSES_THE_ATTACKING_PLAYER, "805.10c"),
    _switch(Behaviour.ACTIVE_TEAM_ORDERS_FIRST, "805.10f"),
    _switch(Behaviour.WALLS_CANT_ATTACK, _worded("508.1a", "Wall", until=date(2004, 6, 1)), off=_EVER),
    _switch(Behaviour.ONLY_THE_ACTIVE_PLAYER_ATTACKS, "506.2", _worded("308.1@1999-04-23", until=_TWO)),
    _switch(
        Behaviour.NONACTIVE_PLAYER_DEFENDS,
        _worded("506.2", "the nonactive player is", since=date(2009, 7, 11)),
        _worded("506.2", "nonactive player is being attacked", until=_TWO_FIGHT),
        _worded("308.1@1999-04-23", until=_TWO),
        off=date(2005, 8, 1),
    ),
    _switch(
        Behaviour.PLANESWALKERS_MAY_BE_ATTACKED, _worded("506.2", "planeswalkers", since=date(2007, 10, 1)), off=_EVER
    ),
    _switch(Behaviour.BATTLES_MAY_BE_ATTACKED, _worded("506.2", "battles", since=date(2023, 4, 14)), off=_EVER),
    _switch(
        Behaviour.ATTACKING_PLAYER_CHOOSES_ONE,
        "506.2a",
        _worded("506.2", "chooses one of", since=date(2005, 8, 1), until=date(2009, 5, 1)),
    ),
    _switch(
        Behaviour.NONACTIVE_TEAM_DEFENDS,
        "506.2b",
        "805.10a",
        _worded("606.7@2008-02-01", "different combat rules", until=date(2009, 5, 1)),
    ),
    _switch(
        Behaviour.ACTIVE_TEAM_ATTACKS,
        _worded("506.2b", "active team is the attacking team", since=date(2018, 4, 27)),
        "805.10a",
    ),
    _switch(Behaviour.SEVERAL_PLAYERS_MAY_BE_ATTACKED, "802.1"),
    _switch(Behaviour.ALL_OPPONENTS_DEFEND, "802.2"),
    _switch(Behaviour.DEFENDING_PLAYER_IS_ONE_PLAYER, "802.2a", "805.10e"),
    _switch(
        Behaviour.DEFENDING_PLAYER_IS_REMEMBERED,
        _worded(
            "802.2a",
            "before it was removed from combat",
            "at the time it became an attacking creature",
            since=date(2010, 6, 18),
        ),
        "805.10e",
    ),
    _switch(
        Behaviour.LANDWALK_ASKS_THE_PLAYER_ATTACKED,
        # The Example stood under 602.3a at first.
        _worded("602.3a@2008-02-01", "Carissa", until=date(2009, 5, 1)),
        _worded("802.2a", "Carissa", since=date(2009, 7, 11)),
    ),
    _switch(Behaviour.CONTROLLER_CHOOSES_THE_DEFENDING_PLAYER, "802.2a", "805.10e"),
    _switch(Behaviour.EACH_ATTACKER_HAS_ITS_TARGET, "802.3"),
    _switch(Behaviour.GROUP_RESTRICTIONS_BIND_THE_WHOLE_ATTACK, "802.3a"),
    _switch(Behaviour.PLAYER_RESTRICTIONS_BIND_ATTACKS_ON_THAT_PLAYER, "802.3a"),
    _switch(Behaviour.BANDS_ATTACK_ONE_PLAYER, "802.3b"),
    _switch(Behaviour.BLOCKS_IN_APNAP_ORDER, "802.4"),
    _switch(Behaviour.BLOCKERS_DEFEND_THEIR_OWN_PLAYER, "802.4a", _worded("309.1@1999-04-23", until=_TWO_FIGHT)),
    _switch(Behaviour.BLOCKS_ARE_JUDGED_ALONE, "802.4b"),
    _switch(Behaviour.DAMAGE_ASSIGNMENT_ORDER, "802.5", "509.2", off=_EVER),
    _switch(Behaviour.DAMAGE_ORDER_IN_APNAP_ORDER, "802.5"),
    _switch(Behaviour.DAMAGE_IN_APNAP_ORDER, "802.6", "805.10g", _worded("310.1@1999-04-23", until=_TWO_FIGHT)),
    _switch(Behaviour.LETHAL_DAMAGE_DESTROYS, "704.5g"),
    _switch(Behaviour.LEGEND_RULE, "704.5j"),
    _switch(
        Behaviour.OLDEST_LEGEND_STAYS,
        _worded("704.5j", "earliest timestamp", "the longest", until=date(2004, 6, 1)),
        off=_EVER,
    ),
    _switch(
        Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND,
        _worded("704.5j", "that player chooses one of them", since=date(2013, 7, 13)),
        off=_EVER,
    ),
    _switch(Behaviour.PLANESWALKER_UNIQUENESS_RULE, "420.5q@2008-02-01", off=date(2017, 9, 29)),
    _switch(
        Behaviour.EACH_PLAYER_KEEPS_ONE_PLANESWALKER,
        _worded("420.5q@2008-02-01", "that player chooses one of them", since=date(2013, 7, 13)),
        off=_EVER,
    ),
    _switch(Behaviour.DAMAGE_WAITS_ON_THE_STACK, "310.4@2008-02-01", against="510.2", off=_EVER),
    _switch(Behaviour.DAMAGE_IS_DEALT_AS_ASSIGNED, "310.4@2008-02-01", off=_EVER),
    _switch(
        Behaviour.LETHAL_DAMAGE_FIRST,
        _worded("510.1c", "is assigned lethal damage", since=date(2009, 7, 11), until=date(2024, 9, 20)),
        off=_EVER,
    ),
    _switch(Behaviour.DAMAGE_MAY_GO_TO_A_PLANESWALKER, "212.9g@2008-02-01", off=date(2018, 4, 27)),
    _switch(Behaviour.NEW_HAND_IS_SMALLER, "103.5"),
    _switch(
        Behaviour.SMALL_HAND_LOOKS_AT_THE_TOP,
        _worded("103.5", "may look at the top card", since=date(2015, 9, 26), until=date(2019, 6, 14)),
        off=_EVER,
    ),
    _switch(
        Behaviour.FULL_HAND_IS_DRAWN,
        _worded("103.5", "on the bottom of their library in any order", since=date(2019, 7, 12)),
        off=_EVER,
    ),
    _switch(Behaviour.FIRST_MULLIGAN_IS_FREE, "103.5c", off=_EVER),
)


def rule_set(timeline: Timeline, release: date) -> RuleSet:
    """Return the behaviours that the clauses in force in `release` switch on, and those on which they are silent."""
    on = frozenset(each.behaviour for each in SWITCHES if _is_on(each, timeline, release))
    silent = [each for each in SWITCHES if each.behaviour not in on and (each.off is None or release < each.off)]
    clauses = {each.behaviour: each.sources[0].clause for each in silent}
    return RuleSet(on, frozenset(clauses), clauses)


def clauses_behind(timeline: Timeline) -> dict[Behaviour, tuple[str, ...]]:
    """Return the ids of the lineages that decide on every behaviour, those the timeline does not know left out."""
    sources = {switch.behaviour: (*switch.sources, *switch.against) for switch in SWITCHES}
    found = {behaviour: [_lineage_of(timeline, each) for each in every] for behaviour, every in sources.items()}
    return {behaviour: tuple(dict.fromkeys(each.id for each in every if each)) for behaviour, every in found.items()}


def _is_on(switch: Switch, timeline: Timeline, release: date) -> bool:
    is_on = any(_is_in_force(source, timeline, release) for source in switch.sources)
    return is_on and not any(_is_in_force(source, timeline, release) for source in switch.against)


def _is_in_force(source: SwitchSource, timeline: Timeline, release: date) -> bool:
    lineage = _lineage_of(timeline, source)
    standing = timeline.standing(lineage.id, release) if lineage else None
    if standing is None:
        return False
    if standing.wording and source.says:
        return any(standing.says(phrase) for phrase in source.says)
    return source.since <= release <= source.until


_parsed = cache(ClauseName.parse)


def _lineage_of(timeline: Timeline, source: SwitchSource) -> Lineage[ClauseNumber] | None:
    return timeline.named(_parsed(source.clause))  # `find` would look for names like it where there is none
