"""Links of official releases, as checked by hand: the section crdiff began with, and what other tools get wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.align.alignment import Alignment, Followed, Link, mirrored
from crdiff.align.engine import align_releases
from crdiff.align.overrides import Override, parse_overrides
from crdiff.align.passes.followed import TIER
from crdiff.dialects.registry import read
from crdiff.errors import OverrideError
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_jump
from tests.align.conftest import links_by_number, release_of
from tests.conftest import Aligned, Official
from tests.small_releases import release_text

JUMPS = ("2008-02-01 2012-10-01", "2012-10-01 2021-11-19", "2021-11-19 2024-06-07", "2008-02-01 2024-06-07")


@pytest.fixture(scope="module")
def gold(shared: Path) -> dict[str, Any]:
    composed = json.loads((shared / "gold" / "controlling-another-player.json").read_text())["composed"]
    return {f"{jump['old']} {jump['new']}": jump for jump in composed}


def partners(alignment: Alignment) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    heirs: dict[str, list[str]] = {}
    origins: dict[str, list[str]] = {}
    for link in alignment.links:
        old = [str(alignment.old_nodes[index].number) for index in link.old]
        new = [str(alignment.new_nodes[index].number) for index in link.new]
        for number in old:
            heirs.setdefault(number, []).extend(new)
        for number in new:
            origins.setdefault(number, []).extend(old)
    return heirs, origins


def example_heirs(alignment: Alignment) -> dict[str, str | None]:
    def name(nodes: Any, place: Any) -> str | None:
        return f"{nodes[place.clause].number} example {place.example + 1}" if place else None

    return {
        str(name(alignment.old_nodes, link.old)): name(alignment.new_nodes, link.new)
        for link in alignment.examples
        if link.old
    }


@pytest.mark.parametrize("jump", JUMPS)
def test_every_link_of_clauses_and_examples(gold: dict[str, Any], aligned: Aligned, jump: str) -> None:
    found = aligned(*jump.split())
    heirs, origins = partners(found)
    assert {old: heirs[old] for old in gold[jump]["old_to_new"]} == {
        old: want["to"] for old, want in gold[jump]["old_to_new"].items()
    }
    assert {new: origins[new] for new in gold[jump]["new_to_old"]} == {
        new: want["from"] for new, want in gold[jump]["new_to_old"].items()
    }
    examples = example_heirs(found)
    assert {old: examples[old] for old in gold[jump]["examples"]} == {
        old: want["to"] for old, want in gold[jump]["examples"].items()
    }


@pytest.fixture(scope="module")
def editions(shared: Path) -> dict[str, Release]:
    """Return the five pages by the first subsection they set out to quote."""
    read_pages = [read(page.read_bytes(), page.name) for page in sorted((shared / "seeds").iterdir())]
    return {str(page.coverage.numbers[0].subsection): page for page in read_pages}


@table
def test_pages_that_quote_one_section_each(
    editions: dict[str, Release], one: str, other: str, removed: list[str], added: list[str]
) -> None:
    """What either page did not set out to quote is neither added nor removed."""
    heirs, origins = partners(align_releases(editions[one], editions[other]))
    assert [number for number, to in heirs.items() if not to] == removed
    assert [number for number, of in origins.items() if not of] == added


def test_a_page_and_a_release_say_nothing_of_other_chapters(editions: dict[str, Release], official: Official) -> None:
    found = align_releases(editions["507"], official("2024-06-07"))
    heirs, _ = partners(found)
    assert heirs["507.1c"] == ["720.3"]
    assert {found.new_nodes[link.new[0]].number.subsection for link in found.links if not link.old} == {
        ClauseNumber.of(720)
    }


def decisions(gold: Mapping[str, Any], heirs: Mapping[str, list[str]], origins: Mapping[str, list[str]]) -> list[bool]:
    """Return for each decision whether the alignment takes it: the main partner agrees, or that there is none."""
    doubtful_old, doubtful_new = set(gold["ambiguous"]["old"]), set(gold["ambiguous"]["new"])
    split = {number for pair in (*gold.get("split", []), *gold.get("merged", [])) for number in pair}
    found = []
    for old, new in gold.get("pairs", []):
        if old not in doubtful_old and new not in doubtful_new:
            found.append(heirs[old][:1] == [new] or (bool({old, new} & split) and new in heirs[old]))
    found.extend(not origins[new] for new in gold.get("added", []) if new not in doubtful_new)
    found.extend(not heirs[old] for old in gold.get("removed", []) if old not in doubtful_old)
    for wanted, have, doubtful in (
        (gold.get("old_to_new", {}), heirs, doubtful_old),
        (gold.get("new_to_old", {}), origins, doubtful_new),
    ):
        for number, want in wanted.items():
            if number not in doubtful:
                first = have[number][:1]
                found.append(first == want[:1] or (len(want) > 1 and first[:1] != [] and first[0] in want))
    return found


@table
def test_the_hand_checked_decisions_are_taken(shared: Path, aligned: Aligned, pair: str, most: int) -> None:
    gold = json.loads((shared / "gold" / "alignment" / f"{pair}.json").read_text())
    found = decisions(gold, *partners(aligned(gold["old"], gold["new"])))
    assert len(found) > 10
    assert found.count(False) <= most


# links of official releases, each checked against both texts: what other tools get wrong, what one measure decides


@table
def test_a_clause_goes_where_readers_find_it(jump: str, old: str, heirs: Collection[str], aligned: Aligned) -> None:
    found, _ = partners(aligned(*jump.split()))
    assert type(heirs)(found[old]) == heirs  # type: ignore[call-arg]


@pytest.mark.xfail(strict=True, reason="both neighbours and the number speak for another rule in its place")
@table
def test_a_place_alone_makes_no_link(aligned: Aligned, jump: str, old: str, new: list[str]) -> None:
    assert partners(aligned(*jump.split()))[0][old] == new


def test_the_new_twin_is_an_addition(aligned: Aligned) -> None:
    assert partners(aligned("2018-06-08", "2018-07-13"))[1]["903.11f"] == []


def test_a_low_confidence_is_shown_with_its_runner_up(aligned: Aligned) -> None:
    found = aligned("2009-05-01", "2009-07-11")
    doubtful = [link for link in found.links if link.undetermined]
    assert doubtful
    assert all(link.confidence < 0.7 for link in doubtful)
    assert sum(link.runner_up is not None for link in doubtful) > len(doubtful) / 2


@pytest.mark.parametrize(("day", "other"), [("2009-05-01", "2009-07-11"), ("2020-09-25", "2020-11-20")])
def test_every_clause_is_in_a_link(aligned: Aligned, day: str, other: str) -> None:
    found = aligned(day, other)
    assert {old for link in found.links for old in link.old} == set(range(len(found.old_nodes)))
    assert {new for link in found.links for new in link.new} == set(range(len(found.new_nodes)))


# decisions by hand: read, applied, and refused where they do not fit


OLD = {"100.1": "The first rule of the game.", "100.2": "Each player needs a deck of cards.", "100.3": "Draw a card."}
NEW = {"100.1": "The first rule of the game.", "100.2": "Each player needs a deck of cards.", "100.4": "Play a land."}

SPLIT = Path(__file__).with_name("split.toml").read_text("utf-8")


def number(printed: str) -> ClauseNumber:
    return ClauseNumber.parse(printed)


def test_overrides_are_read_with_their_lines() -> None:
    one, other = parse_overrides(SPLIT)
    assert one == Override((number("100.2"),), (number("100.4"), number("100.2")), "the deck is a land now", 3)
    assert (other.new, other.line) == ((), 8)


def test_a_decision_by_hand_beats_equal_texts() -> None:
    found = align_releases(release_of(OLD), release_of(NEW, "2009-07-11"), parse_overrides(SPLIT))
    assert links_by_number(found) == {("100.1",): ("100.1",), ("100.2",): ("100.4", "100.2"), ("100.3",): ()}
    decided = [link for link in found.links if link.tier == "override"]
    assert all(link.confidence == 1.0 and link.evidence[0].startswith("decided by hand: ") for link in decided)
    assert len(decided) == 2


def test_it_holds_the_other_way_round_too() -> None:
    overrides = [override.mirrored() for override in parse_overrides(SPLIT)]
    found = links_by_number(align_releases(release_of(NEW, "2009-07-11"), release_of(OLD), overrides))
    assert found == {("100.1",): ("100.1",), ("100.4", "100.2"): ("100.2",), (): ("100.3",)}


@table
def test_an_override_that_no_longer_fits_is_an_error_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(OverrideError, match=said) as error:
        align_releases(release_of(OLD), release_of(NEW, "2009-07-11"), parse_overrides(text))
    assert error.value.line == line


@table
def test_what_is_no_decision_is_refused(text: str, said: str) -> None:
    with pytest.raises(OverrideError, match=said):
        parse_overrides(text)


# releases far apart, whose clauses were followed through those between: the answer, with the texts as cross-check


FLYING = "Flying is an evasion ability that few creatures have."
REACH = "A creature with reach may block a creature with flying."
TRAMPLE = "The attacker assigns lethal damage to all of the blockers first, and the rest to the player."
BANDING = "Bands are formed as attackers are declared, by the player who attacks with them."
BEFORE = {"300": "Abilities", "300.1": FLYING, "300.2": REACH, "300.3": TRAMPLE, "300.4": BANDING}
AFTER = {
    "600": "Abilities",
    "600.1": f"{FLYING} It is old.",
    "600.2": f"{REACH} No other creature may.",
    "600.3": f"{BANDING} Nobody else may form one.",
    "600.5": f"{TRAMPLE} It may assign all of it to them.",
}
# What the texts alone would pair otherwise.
CROSSED = {"300": "600", "300.1": "600.1", "300.2": "600.2", "300.3": "600.3", "300.4": "600.5"}
VERBATIM = {"600": "Abilities", "600.1": FLYING, "600.2": REACH, "600.3": BANDING, "600.5": TRAMPLE}


def release(day: str, clauses: Mapping[str, str]) -> Release:
    return read(release_text(day, clauses), f"{day}.txt")


def at(side: Release, *numbers: str) -> list[int]:
    printed = [str(placement.number) for placement in side.placements]
    return [printed.index(number) for number in numbers]


def aligned(pairs: Mapping[str, str], parts: Mapping[str, str] = {}, later: Mapping[str, str] = AFTER) -> Alignment:
    """Align two small releases, where clauses were followed from one number to another."""
    old, new = release("2003-10-01", BEFORE), release("2014-05-01", later)
    every = {"1": "1", "2": "2", "100": "100", "100.1": "100.1", "200": "200", "200.1": "200.1", "3": "6"}
    same = {one: other for one, other in every.items() if one in _printed(old) and other in _printed(new)}
    followed = Followed(
        tuple(sorted((at(old, one)[0], at(new, other)[0]) for one, other in {**same, **pairs}.items())),
        tuple((at(old, one)[0], at(new, other)[0]) for one, other in parts.items()),
        7,
    )
    return align_releases(old, new, (), followed)


def _printed(side: Release) -> list[str]:
    return [str(placement.number) for placement in side.placements]


def link_of(alignment: Alignment, number: str) -> Link:
    index = next(node.index for node in alignment.old_nodes if str(node.number) == number)
    return next(link for link in alignment.links if index in link.old)


def heirs(alignment: Alignment, number: str) -> list[str]:
    return [str(alignment.new_nodes[new].number) for new in link_of(alignment, number).new]


def test_where_the_texts_alone_say_otherwise_both_are_shown_and_the_link_is_undetermined() -> None:
    alignment = aligned(CROSSED)
    link = link_of(alignment, "300.3")
    assert heirs(alignment, "300.3") == ["600.3"]
    assert link.undetermined
    assert link.evidence == ("followed through 7 releases between", "the two texts alone lead to 600.5")
    assert link.runner_up is not None
    assert str(alignment.new_nodes[link.runner_up.new or 0].number) == "600.5"


def test_no_answer_that_lost_is_surer_than_the_one_that_won() -> None:
    alignment = aligned(CROSSED)
    for link in alignment.links:
        assert link.runner_up is None or link.runner_up.score < link.confidence


def test_a_text_that_stands_there_verbatim_is_the_clause_whatever_was_followed() -> None:
    """810.7a of 2011-09-30 ended in 2018; 805.10a of 2026-08-07 says the same, to the word."""
    alignment = aligned(CROSSED, later=VERBATIM)
    link = link_of(alignment, "300.3")
    assert heirs(alignment, "300.3") == ["600.5"]
    assert (link.tier, link.undetermined) == ("not followed", True)
    assert link.evidence[-1] == "followed through 7 releases between, it leads to 600.3"
    assert link.runner_up is not None
    assert str(alignment.new_nodes[link.runner_up.new or 0].number) == "600.3"


def test_a_clause_that_ended_between_may_have_gone_into_one_like_it_that_stood_before() -> None:
    alignment = aligned({"300": "600", "300.1": "600.1", "300.2": "600.2", "300.4": "600.5"})
    link = link_of(alignment, "300.3")
    assert [str(alignment.old_nodes[old].number) for old in link.old] == ["300.4", "300.3"]
    assert (heirs(alignment, "300.3"), link.undetermined) == (["600.5"], True)


def test_the_clause_on_the_starting_life_total_is_followed_past_the_one_on_vanguards(official: Official) -> None:
    """101.3 of 2009-05-01 is 103.4 of 2026-04-17; 905.6, on the life total of a vanguard, reads more like it."""
    old, new = official("2009-05-01"), official("2026-04-17")
    alignment = align_releases(old, new, (), known_jump(old, new))
    assert heirs(alignment, "101.3")[0] == "103.4"
    assert link_of(alignment, "101.3").tier == TIER
    assert heirs(align_releases(old, new), "101.3") == ["905.6"]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), [("2003-10-01", "2014-05-01"), ("2008-02-01", "2022-10-07")])
def test_swapping_two_releases_far_apart_mirrors_the_alignment(official: Official, old: str, new: str) -> None:
    before, after = official(old), official(new)
    there = align_releases(before, after, (), known_jump(before, after))
    assert mirrored(align_releases(after, before, (), known_jump(after, before))).links == there.links


@given(st.permutations(["600.1", "600.2", "600.3", "600.5"]), st.integers(0, 4))
def test_every_clause_that_was_followed_has_the_heir_it_was_followed_to(news: list[str], count: int) -> None:
    pairs = dict(zip(["300.1", "300.2", "300.3", "300.4"][:count], news, strict=False))
    alignment = aligned({"300": "600", **pairs})
    for number, heir in pairs.items():
        assert heirs(alignment, number) == [heir]
