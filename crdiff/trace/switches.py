"""The switches of the game model: which clauses, and which wordings of them, put each behaviour in force.

From the lineages in force in a release this gives the release's rule set, so that the model of 2008 and that of 2024
differ exactly where the texts do. Clauses are named as in an edition.
"""

from __future__ import annotations

from datetime import date
from functools import cache

from msgspec import Struct, convert

from crdiff.book_words import stated_in
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.history.lineage import Lineage
from crdiff.model.book import MAGIC
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


# Name of the file that states the switches, in Magic's folder.
SWITCHES = "switches.toml"


@cache
def switches() -> tuple[Switch, ...]:
    """Return the switch of every behaviour, in the model's order, as Magic's folder states them."""
    stated = stated_in(MAGIC, SWITCHES)
    return tuple(convert({"behaviour": Behaviour[name], **each}, Switch) for name, each in stated.items())


def rule_set(timeline: Timeline, day: date) -> RuleSet:
    """Return the behaviours that the clauses in force on a day switch on, and those on which they are silent.

    These are the clauses of the last release that the timeline knows up to then; before the first one there are none.
    """
    release = max((each for each in timeline.known if each <= day), default=day)
    on = frozenset(each.behaviour for each in switches() if _is_on(each, timeline, release))
    silent = [each for each in switches() if each.behaviour not in on and (each.off is None or release < each.off)]
    clauses = {each.behaviour: each.sources[0].clause for each in silent}
    return RuleSet(on, frozenset(clauses), clauses)


def clauses_behind(timeline: Timeline) -> dict[Behaviour, tuple[str, ...]]:
    """Return the ids of the lineages that decide on every behaviour, those the timeline does not know left out."""
    sources = {switch.behaviour: (*switch.sources, *switch.against) for switch in switches()}
    found = {behaviour: [_lineage_of(timeline, each) for each in every] for behaviour, every in sources.items()}
    return {behaviour: tuple(dict.fromkeys(each.id for each in every if each)) for behaviour, every in found.items()}


def _is_on(switch: Switch, timeline: Timeline, release: date) -> bool:
    is_on = any(_is_in_force(source, timeline, release) for source in switch.sources)
    return is_on and not any(_is_in_force(source, timeline, release) for source in switch.against)


def _is_in_force(source: SwitchSource, timeline: Timeline, release: date) -> bool:
    lineage = _lineage_of(timeline, source)
    standing = timeline.standing(lineage.id, release) if lineage else None
    if standing and standing.wording and source.says:
        return any(standing.says(phrase) for phrase in source.says)
    return standing is not None and source.since <= release <= source.until


_parsed = cache(ClauseName.parse)


def _lineage_of(timeline: Timeline, source: SwitchSource) -> Lineage[ClauseNumber] | None:
    return timeline.named(_parsed(source.clause))  # `find` would look for names like it where there is none
