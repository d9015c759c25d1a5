"""The stories that the model plays come to what our notes expect in each release."""

from __future__ import annotations

from datetime import date

import pytest

from crdiff.game.rules import RuleSet
from crdiff.game.stories import combat_damage, legend_rule, mana, mulligans, planeswalkers
from crdiff.history.stories import stretch_in
from crdiff.store.embedded.corpus import load_corpus

NOTES = {note.plays: note for note in load_corpus().annotations if note.plays}


def expected(story: str, release: str) -> tuple[str, ...]:
    """Return the sentences that our note expects of a story in a release."""
    stretch = stretch_in(NOTES[story].stretches, date.fromisoformat(release))
    return stretch.outcome if stretch else ()


@pytest.mark.clause("704.5j", release="2024-06-07")
def test_what_becomes_of_two_legends_depends_on_the_release(rules: RuleSet, crdiff_release: str) -> None:
    """Ann controls a Kokusho and Bob gets one, or Ann gets both: which stay is as the story tells of that release."""
    assert legend_rule.play(rules).facts == expected("legend-rule", crdiff_release)


@pytest.mark.clause("310.4", "310.2c", "420.5c", release="2008-02-01")
def test_damage_on_the_stack_is_dealt_though_its_creature_was_sacrificed(rules: RuleSet, crdiff_release: str) -> None:
    """Bob sacrifices Mogg Fanatic once damage is assigned: it kills Goblin Piker all the same, and Ann loses 1 life."""
    assert combat_damage.play(rules).facts == expected("combat-damage", crdiff_release)


@pytest.mark.clause("509.2", "510.1c", "510.2", "704.5g", release="2024-06-07")
def test_damage_is_assigned_in_the_order_announced_and_dealt_at_once(rules: RuleSet, crdiff_release: str) -> None:
    """Ann has announced Grizzly Bears first and may not spare them; Bob cannot sacrifice Mogg Fanatic in between."""
    assert combat_damage.play(rules).facts == expected("combat-damage", crdiff_release)


@pytest.mark.clause("510.2", "704.5g", release="2024-11-08")
@pytest.mark.clause("510.1c", release="2024-11-08", says="divided as its controller chooses among them")
def test_damage_is_divided_freely_again_and_dealt_at_once(rules: RuleSet, crdiff_release: str) -> None:
    """There is no order: Ann may have either of the Bears killed; Bob cannot sacrifice Mogg Fanatic in between."""
    assert combat_damage.play(rules).facts == expected("combat-damage", crdiff_release)


@pytest.mark.clause("103.5", release="2024-06-07")
def test_a_hand_after_two_mulligans_depends_on_the_release(rules: RuleSet, crdiff_release: str) -> None:
    """Two players, two mulligans of Ann's: what she draws and may look at is as the story tells of that release."""
    told = expected("mulligans", crdiff_release)
    among_two = told[: len(told) // 2]
    assert mulligans.play_among(rules, "two players").facts == among_two


@pytest.mark.clause("103.5", "103.5c", release="2024-06-07")
def test_the_first_mulligan_among_three_costs_no_card(rules: RuleSet, crdiff_release: str) -> None:
    """Among three players the first mulligan is free: after the second Ann has six cards, not five."""
    told = expected("mulligans", crdiff_release)
    among_three = told[len(told) // 2 :]
    assert mulligans.play_among(rules, "three players").facts == among_three


@pytest.mark.clause("500.4", release="2024-06-07")
def test_what_unused_mana_costs_depends_on_the_release(rules: RuleSet, crdiff_release: str) -> None:
    """Ann has three mana left in her upkeep step: how long it lasts, and what it costs, is as the story tells."""
    assert mana.play(rules).facts == expected("mana", crdiff_release)


@pytest.mark.clause("106.4", release="2024-06-07")
def test_the_mana_pool_empties_with_the_step(rules: RuleSet, crdiff_release: str) -> None:
    """In the draw step Ann has none of the three mana of her upkeep step."""
    assert mana.play(rules).facts[:1] == expected("mana", crdiff_release)[:1]


@pytest.mark.clause("212.9g", release="2008-02-01")
def test_noncombat_damage_may_be_dealt_to_a_planeswalker_instead(rules: RuleSet, crdiff_release: str) -> None:
    """Ann's Shock is aimed at Bob, and she has it hit his Jace."""
    assert planeswalkers.play(rules).facts[:1] == expected("planeswalkers", crdiff_release)[:1]


@pytest.mark.clause("420.5q", release="2008-02-01")
def test_two_planeswalkers_of_one_type_dont_stay_together(rules: RuleSet, crdiff_release: str) -> None:
    """Two players have a Jace each, or one has both: which stay is as the story tells of that release."""
    assert planeswalkers.play(rules).facts[1:] == expected("planeswalkers", crdiff_release)[1:]
