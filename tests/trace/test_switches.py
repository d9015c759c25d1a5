"""Rule sets from the texts, and what switching behaviours proves about a check."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from every import every
from msgspec.structs import replace
from table import rows_of

from crdiff.checks.inputs import known_timeline
from crdiff.game.control import control_next_turn
from crdiff.game.leaving import concede
from crdiff.game.players import players_in_game
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import new_game
from crdiff.game.turns import controlled_turn
from crdiff.trace.following import entry_wording
from crdiff.trace.proof import Tries, prove
from crdiff.trace.switches import Switch, clauses_behind, rule_set, switches
from crdiff.trace.timeline import Timeline
from tests.support.days import on, run, standing

# The release with which the section begins.
FIRST = on("2003-10-01")
# Every later release that changes how the model behaves, and in how many behaviours.
CHANGES = {on(row["release"]): int(row["behaviours"]) for row in rows_of(__file__, "changes")}
_IN_WORDS = {94: "ninety-four"}


def test_the_page_on_the_model_counts_its_behaviours_and_dates_its_changes() -> None:
    page = (Path(__file__).parents[2] / "site" / "model.md").read_text("utf-8")
    assert f"It has {_IN_WORDS[len(Behaviour)]} *behaviours*" in page
    assert re.findall(r"^\| (\d{4}-\d\d-\d\d) \|", page, re.MULTILINE) == list(map(str, CHANGES))


def test_every_behaviour_of_the_model_has_exactly_one_switch() -> None:
    assert [switch.behaviour for switch in switches()] == list(Behaviour)


@every("switch", switches(), ids=lambda switch: switch.behaviour.name)
def test_every_switch_names_a_clause_that_the_corpus_knows(switch: Switch, embedded: Timeline) -> None:
    assert clauses_behind(embedded)[switch.behaviour]


def test_no_name_like_that_of_a_clause_is_looked_for(embedded: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site of a small archive was made in twice the time, for errors that nobody read."""
    monkeypatch.setattr("crdiff.trace.timeline.get_close_matches", lambda *_, **__: pytest.fail("looked for"))
    few = Timeline(embedded.releases, embedded.lineages[:9], {})
    assert rule_set(few, embedded.newest).behaviours < rule_set(embedded, embedded.newest).behaviours


def test_mana_burn_ends_with_its_wording_where_its_clause_goes_on() -> None:
    """300.3 of 2009-05-01 goes on as 500.4, which empties the pool and burns nobody."""
    runs = run("2008-02-01", "2009-05-01", "300.3"), run("2009-07-11", "2009-07-11", "500.4")
    said = {
        on("2009-05-01"): "When a phase ends (but not a step), unused mana is lost. This is called mana burn.",
        on("2009-07-11"): "When a step or phase ends, unused mana is lost.",
    }
    wordings = {("burn", release): entry_wording(text) for release, text in said.items()}
    timeline = Timeline(tuple(said), (standing("burn", *runs),), wordings)
    assert {behaviour.name for behaviour in rule_set(timeline, on("2009-05-01")).behaviours} == {
        "MANA_BURN",
        "MANA_LASTS_THE_PHASE",
    }
    assert not rule_set(timeline, on("2009-07-11")).behaviours


@pytest.mark.slow
def test_the_dates_given_for_a_wording_are_those_of_the_texts(archive: Timeline) -> None:
    """Without the texts a switch goes by the dates given; they must say what the texts say, release by release."""
    blind = replace(archive, wordings={})
    for release in (release for release in archive.releases if release >= FIRST):
        assert rule_set(blind, release) == rule_set(archive, release), release


def test_the_rules_change_with_these_releases_and_no_others() -> None:
    """Known without their texts; the test before says that these would give the same. A day between has the earlier."""
    known = known_timeline()
    changes = {
        later: len(rule_set(known, later - timedelta(1)).behaviours ^ rule_set(known, later).behaviours)
        for later in known.releases
        if later > FIRST
    }
    assert {release: count for release, count in changes.items() if count} == CHANGES


# what switching behaviours proves about a check


BEHIND = {
    Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE: ("720.6",),
    Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER: ("720.6",),
    Behaviour.LAST_EFFECT_WORKS: ("720.1a",),
    Behaviour.CONCEDING_LEAVES: ("104.3a",),
}


def _bob_concedes(rules: RuleSet) -> str:
    """Play: Bob, under control, concedes."""
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob")
    try:
        return "" if players_in_game(concede(game, "Bob", by="Bob")) == ("Ann",) else "still there"
    except Exception as error:
        return str(error)


def test_a_check_is_proved_by_a_behaviour_of_its_clause() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.6", "104.3a"], BEHIND)
    assert proof.holds
    assert [red.behaviour for red in proof.reds] == [
        Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE,
        Behaviour.CONCEDING_LEAVES,
    ]
    assert proof.reds[0].failure == "Bob is controlled and may not concede"


def test_a_clause_that_no_behaviour_speaks_for_is_unproved() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.6", "104.3a", "720.1a"], BEHIND)
    assert not proof.holds
    assert proof.unproved == ("720.1a",)


def test_a_behaviour_of_a_clause_not_named_is_foreign() -> None:
    proof = prove(_bob_concedes, RuleSet.all(), ["720.1a", "104.3a"], BEHIND)
    assert proof.foreign == (Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE,)


def test_a_behaviour_that_is_off_is_switched_on() -> None:
    """Under rules without a last effect that works, switching it on turns red who relies on the first."""

    def first_works(rules: RuleSet) -> str:
        game = control_next_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
        return "" if control_next_turn(game, "Cat", "Bob").effects[0].controller == "Ann" else "no"

    rules = RuleSet.all().without(Behaviour.LAST_EFFECT_WORKS)
    assert prove(first_works, rules, [], BEHIND).reds == ()
    assert rules.inverted(Behaviour.LAST_EFFECT_WORKS) == RuleSet.all()


def test_a_check_that_always_passes_is_proved_by_nothing() -> None:
    assert prove(lambda _: "", RuleSet.all(), ["720.6"], BEHIND).unproved == ("720.6",)


def test_rules_that_answer_a_check_alike_are_played_once() -> None:
    """What a check does not ask for cannot turn it red; what it asks for can, and is played."""
    played: list[RuleSet] = []

    def play(rules: RuleSet) -> str:
        played.append(rules)
        return _bob_concedes(rules)

    tries = Tries()
    rules = RuleSet.all()
    proof = prove(play, rules, ["720.6"], BEHIND, tries)
    assert proof == prove(_bob_concedes, rules, ["720.6"], BEHIND)
    assert len(played) < len(Behaviour) / 4
    known = len(played)
    without = rules.without(Behaviour.BANDS_ATTACK_ONE_PLAYER)
    assert prove(play, without, ["720.6"], BEHIND, tries) == proof
    assert len(played) == known


def test_a_check_that_looks_at_rules_as_a_whole_is_played_under_each() -> None:
    tries = Tries()
    found = {tries.play(lambda rules: str(len(rules.behaviours)), RuleSet.all().without(off)) for off in Behaviour}
    assert found == {str(len(Behaviour) - 1)}
    seen = {tries.play(repr, RuleSet.all().without(off)) for off in Behaviour}
    assert len(seen) == 1  # the answers above: the same behaviours were asked for, all of them
    assert len({Tries().play(lambda rules: str(hash(rules)), RuleSet.all().without(off)) for off in Behaviour}) > 1
