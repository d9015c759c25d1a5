"""Each pass on the clauses that made it necessary."""

from __future__ import annotations

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from tests.align.conftest import Made, links_by_number

CONCEDE = "The controller of another player's turn can't make that player concede. See rule {}."
INFECT = "Multiple instances of infect on the same object are redundant."
CHANGELING = "Multiple instances of changeling on the same object are redundant."


def tier_of(alignment: Alignment, old: str) -> str:
    return next(
        link.tier for link in alignment.links if link.old and str(alignment.old_nodes[link.old[0]].number) == old
    )


def test_a_chapter_is_known_by_its_title_when_everything_in_it_is_renumbered(made: Made) -> None:
    """507 of 2009-05-01 is 710 of 2009-07-11, and another chapter has its number."""
    old = made({"507": "Controlling Another Player's Turn", "507.1": "One card (Mindslaver) does it."})
    new = made(
        {"507": "Beginning of Combat Step", "710": "Controlling Another Player's Turn", "710.1": "One does it."},
        "2009-07-11",
    )
    found = align_releases(old, new)
    assert links_by_number(found)["507",] == ("710",)
    assert tier_of(found, "507") == "heading"


def test_headings_of_one_title_are_told_apart_by_what_stands_under_them(made: Made) -> None:
    """Every section opens with "General"; neighbours and numbers say nothing of which is which."""
    zone = ("A zone is a place.", "Some zones are hidden.")
    turn = ("A turn has five phases.", "Extra turns are added one at a time.")
    old = made(
        {"400": "General", "400.1": zone[0], "400.2": zone[1], "500": "General", "500.1": turn[0], "500.2": turn[1]}
    )
    new = made(
        {"400": "General", "400.1": turn[0], "400.2": turn[1], "500": "General", "500.1": zone[0], "500.2": zone[1]}
    )
    found = links_by_number(align_releases(old, new))
    assert (found["400",], found["500",]) == (("500",), ("400",))


def test_equal_texts_are_partners_though_they_cite_other_numbers(made: Made) -> None:
    old = made({"507.3b": CONCEDE.format("102.3a"), "102.3a": "A player can concede at any time."})
    new = made({"710.5": CONCEDE.format("104.3a"), "104.3a": "A player can concede at any time."}, "2009-07-11")
    found = align_releases(old, new)
    assert links_by_number(found) == {("507.3b",): ("710.5",), ("102.3a",): ("104.3a",)}
    assert {link.tier for link in found.links} == {"same text"}
    assert "rule numbers masked" in next(link for link in found.links if link.old == (0,)).evidence[0]


def test_twins_are_told_apart_by_their_parents(made: Made) -> None:
    """308.2f and 309.2d of 2005-02-01 have one text; so have their heirs."""
    pay = "Once the player has enough mana in his or her mana pool, he or she pays all costs in any order."
    clauses = {
        "308.2": "To declare attackers, the active player follows the steps below.",
        "308.2f": pay,
        "309.2": "To declare blockers, the defending player follows the steps below.",
        "309.2d": pay,
    }
    moved = {number.replace("309", "305"): text for number, text in clauses.items()}
    found = links_by_number(align_releases(made(clauses), made(dict(sorted(moved.items())), "2009-07-11")))
    assert found["308.2f",] == ("308.2f",)
    assert found["309.2d",] == ("305.2d",)


def test_a_keyword_is_a_wall_however_alike_the_sentences(made: Made) -> None:
    """Changeling lost this clause while infect, new, has one just like it; other tools marry the two."""
    old = made(
        {
            "702": "Keyword Abilities",
            "702.70": "Changeling",
            "702.70a": "Changeling is a characteristic-defining ability.",
            "702.70b": CHANGELING,
        }
    )
    new = made(
        {
            "702": "Keyword Abilities",
            "702.70": "Changeling",
            "702.70a": "Changeling is a characteristic-defining ability.",
            "702.89": "Infect",
            "702.89a": "Infect is a static ability.",
            "702.89b": INFECT,
        },
        "2010-10-01",
    )
    found = links_by_number(align_releases(old, new))
    assert found["702.70b",] == ()
    assert "702.89b" in found[()]


def test_a_rule_rewritten_in_its_place_is_found(made: Made) -> None:
    """100.1 of 2005-08-01 no longer speaks of two players; the rules beside it stayed."""
    neighbours = {"100": "General", "100.2": "To play, you need a deck.", "100.3": "Decks hold sixty cards."}
    before = "These Magic rules assume a game between two players. Optional rules allow for more players."
    after = "These Magic rules apply to any Magic game with two or more players."
    found = align_releases(made({"100.1": before, **neighbours}), made({"100.1": after, **neighbours}, "2009-07-11"))
    assert links_by_number(found)["100.1",] == ("100.1",)


def test_nothing_is_forced(made: Made) -> None:
    """Many wrong links of other tools are leftovers married to each other."""
    old = made({"507.4": "A player doesn't lose life due to mana burn while another player controls his turn."})
    new = made({"702.90a": "Battle cry is a triggered ability that counts attacking creatures."}, "2011-02-04")
    assert links_by_number(align_releases(old, new)) == {("507.4",): (), (): ("702.90a",)}


CONVOKE = "Convoke is a static ability that functions while the spell with convoke is on the stack."
NEITHER = (
    "The convoke ability isn't an additional or alternative cost and applies only after the total cost of the spell "
    "with convoke is determined."
)


def test_a_sentence_that_became_a_clause_is_a_split(made: Made) -> None:
    """702.50a of 2016-11-11 lost its last sentence to 702.50b."""
    old = made({"702.50": "Convoke", "702.50a": f"{CONVOKE} {NEITHER}"}, "2016-11-11")
    new = made({"702.50": "Convoke", "702.50a": CONVOKE, "702.50b": NEITHER}, "2017-01-20")
    link = next(link for link in align_releases(old, new).links if len(link.new) > 1)
    assert (link.old, link.new) in {((1,), (1, 2)), ((1,), (2, 1))}


def test_two_rules_that_became_one_are_a_merge(made: Made) -> None:
    """903.11 and 903.12 of 2015-03-27 became one replacement of four zones."""
    graveyard = (
        "If a commander would be put into its owner's graveyard from anywhere, that player may put it into the command "
        "zone instead."
    )
    exile = (
        "If a commander would be put into the exile zone from anywhere, its owner may put it into the command zone "
        "instead."
    )
    both = (
        "If a commander would be exiled from anywhere or put into its owner's hand, graveyard, or library from "
        "anywhere, its owner may put it into the command zone instead."
    )
    old = made({"903": "Commander", "903.11": graveyard, "903.12": exile}, "2015-03-27")
    new = made({"903": "Commander", "903.11": both}, "2015-07-17")
    assert links_by_number(align_releases(old, new))["903.11", "903.12"] == ("903.11",)


def test_a_low_confidence_is_shown_with_its_runner_up(aligned) -> None:  # type: ignore[no-untyped-def]
    found = aligned("2009-05-01", "2009-07-11")
    doubtful = [link for link in found.links if link.undetermined]
    assert doubtful
    assert all(link.confidence < 0.7 for link in doubtful)
    assert sum(link.runner_up is not None for link in doubtful) > len(doubtful) / 2


def heirs_of(alignment: Alignment) -> dict[str, list[str]]:
    """Return the new numbers of every old clause."""
    heirs: dict[str, list[str]] = {}
    for link in alignment.links:
        for old in link.old:
            known = heirs.setdefault(str(alignment.old_nodes[old].number), [])
            known += [str(alignment.new_nodes[new].number) for new in link.new]
    return heirs


@pytest.mark.parametrize(("day", "other"), [("2009-05-01", "2009-07-11"), ("2020-09-25", "2020-11-20")])
def test_every_clause_is_in_a_link(aligned, day: str, other: str) -> None:  # type: ignore[no-untyped-def]
    found = aligned(day, other)
    assert {old for link in found.links for old in link.old} == set(range(len(found.old_nodes)))
    assert {new for link in found.links for new in link.new} == set(range(len(found.new_nodes)))


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2003-05-26 2003-07-01", "217.5b", {"217.5b", "415.5"}),  # what may be a target, (a) and (b)
        ("2009-05-01 2009-07-11", "406.1", {"605.1a", "605.1b"}),  # what is a mana ability, (a) and (b)
    ],
)
def test_the_items_of_a_list_may_each_become_a_clause(  # type: ignore[no-untyped-def]
    aligned, jump: str, old: str, new: set[str]
) -> None:
    assert set(heirs_of(aligned(*jump.split()))[old]) == new


@pytest.mark.parametrize(
    ("jump", "pairs"),
    [
        ("2009-05-01 2009-07-11", {"406.6": ["106.5"], "406.7": ["106.7"]}),
        ("2021-02-15 2021-04-22", {"202.3f": ["202.3f"], "202.3g": ["202.3g"]}),
    ],
)
def test_neighbours_that_are_alike_do_not_change_places_in_part(  # type: ignore[no-untyped-def]
    aligned, jump: str, pairs: dict[str, list[str]]
) -> None:
    heirs = heirs_of(aligned(*jump.split()))
    assert {old: heirs[old] for old in pairs} == pairs


def test_steps_are_not_known_by_their_ordinals(aligned) -> None:  # type: ignore[no-untyped-def]
    """A step was gone, so that "Fifth" became "Fourth" and "Fourth" became "Third"."""
    heirs = heirs_of(aligned("2016-07-22", "2016-09-30"))
    assert (heirs["509.5"], heirs["510.4"][0]) == (["509.4"], "510.3")


@pytest.mark.xfail(strict=True, reason="both neighbours and the number speak for another rule in its place")
@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2020-08-07 2020-09-25", "700.8", ["206.3"]),  # 700.8 is on a party now
        ("2002-10-07 2003-03-15", "214.7b", []),  # another rule in its place
    ],
)
def test_a_place_alone_makes_no_link(aligned, jump: str, old: str, new: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert heirs_of(aligned(*jump.split()))[old] == new
