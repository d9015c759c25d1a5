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


def test_a_renamed_chapter_is_known_by_what_went_there(made: Made) -> None:
    """217.5 "In Play" of 2009-05-01 became 403 "Battlefield"."""
    rules = {
        1: "Most of the area between the players represents this zone.",
        2: "A spell or ability affects and checks only this zone unless it mentions another.",
        3: "Whenever a permanent enters this zone, it becomes a new object.",
    }
    old = made({"217": "In Play"} | {f"217.{n}": text for n, text in rules.items()})
    new = made({"403": "Battlefield"} | {f"403.{n}": text for n, text in rules.items()}, "2009-07-11")
    found = align_releases(old, new)
    assert links_by_number(found)["217",] == ("403",)
    assert "3 clauses under it correspond" in found.links[0].evidence[0]


def test_headings_of_one_title_are_told_apart_by_what_stands_under_them(made: Made) -> None:
    """Every section opens with "General"; neighbours and numbers say nothing of which is which."""
    old = made({"400": "General", "400.1": "A zone is a place.", "500": "General", "500.1": "A turn has five phases."})
    new = made({"400": "General", "400.1": "A turn has five phases.", "500": "General", "500.1": "A zone is a place."})
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


def test_one_case_that_became_two_is_a_split(made: Made) -> None:
    """610.3a of 2020-06-01 became 610.3a for spells and activated abilities, 610.3b for triggered ones."""
    whole = (
        "If the specified event has already occurred when the initial one-shot effect would cause the object to change "
        "zones, the object doesn't move."
    )
    half = (
        "If a resolving {} creates the initial one-shot effect that causes the object to change zones, and the "
        "specified event has already occurred before that one-shot effect would occur but after that {}, the object "
        "doesn't move."
    )
    old = made({"610.3": "Some one-shot effects last until an event.", "610.3a": whole}, "2020-06-01")
    new = made(
        {
            "610.3": "Some one-shot effects last until an event.",
            "610.3a": half.format("spell or activated ability", "spell or ability was put onto the stack"),
            "610.3b": half.format("triggered ability", "ability triggered"),
        },
        "2020-07-03",
    )
    assert links_by_number(align_releases(old, new))["610.3a",] == ("610.3a", "610.3b")


def test_references_that_follow_a_clause_confirm_its_link(made: Made) -> None:
    """A reader finds in the evidence that what cited 507.1 cites 710.1 now."""
    old = made({"507.1": "A turn is controlled as a whole.", "104.1": "To control a turn, see rule 507.1."})
    new = made(
        {"710.1": "A turn is controlled as a whole.", "104.1": "To control a turn, see rule 710.1."}, "2009-07-11"
    )
    link = next(link for link in align_releases(old, new).links if link.old == (0,))
    assert any(
        "1 reference to the old clause that the other text makes to the new one" in said for said in link.evidence
    )
    assert link.confidence > 0.995


def test_a_low_confidence_is_shown_with_its_runner_up(official) -> None:  # type: ignore[no-untyped-def]
    found = align_releases(official("2009-05-01"), official("2009-07-11"))
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
def test_every_clause_is_in_a_link(official, day: str, other: str) -> None:  # type: ignore[no-untyped-def]
    found = align_releases(official(day), official(other))
    assert {old for link in found.links for old in link.old} == set(range(len(found.old_nodes)))
    assert {new for link in found.links for new in link.new} == set(range(len(found.new_nodes)))


def test_only_what_was_spelled_out_makes_more_than_four_heirs(official) -> None:  # type: ignore[no-untyped-def]
    found = align_releases(official("2009-05-01"), official("2009-07-11"))
    many = {old: set(heirs) for old, heirs in heirs_of(found).items() if len(heirs) > 4}
    assert many.keys() == {"212.9d", "217.1c", "308.1", "418.5a", "419.9a"}
    assert many["217.1c"] == {"400.7", "400.7a", "400.7b", "400.7c", "400.7d", "400.7e", "400.7f"}


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2003-05-26 2003-07-01", "217.5b", {"217.5b", "415.5"}),  # what may be a target, (a) and (b)
        ("2009-05-01 2009-07-11", "406.1", {"605.1a", "605.1b"}),  # what is a mana ability, (a) and (b)
    ],
)
def test_the_items_of_a_list_may_each_become_a_clause(  # type: ignore[no-untyped-def]
    official, jump: str, old: str, new: set[str]
) -> None:
    assert set(heirs_of(align_releases(*map(official, jump.split())))[old]) == new


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2009-05-01 2009-07-11", "418.3", ["610.2"]),  # a heading, now a rule over the same four clauses
        ("2009-05-01 2009-07-11", "310.2", ["510.1"]),  # a rule that merged into another with its four clauses
        ("2019-06-14 2019-07-12", "110.5", ["111.1", "111"]),  # a rule, now a subsection
    ],
)
def test_what_stands_over_clauses_is_known_by_them_though_its_level_changed(  # type: ignore[no-untyped-def]
    official, jump: str, old: str, new: list[str]
) -> None:
    assert heirs_of(align_releases(*map(official, jump.split())))[old] == new


@pytest.mark.parametrize(
    ("jump", "pairs"),
    [
        ("2009-05-01 2009-07-11", {"406.6": ["106.5"], "406.7": ["106.7"]}),
        ("2021-02-15 2021-04-22", {"202.3f": ["202.3f"], "202.3g": ["202.3g"]}),
    ],
)
def test_neighbours_that_are_alike_do_not_change_places_in_part(  # type: ignore[no-untyped-def]
    official, jump: str, pairs: dict[str, list[str]]
) -> None:
    heirs = heirs_of(align_releases(*map(official, jump.split())))
    assert {old: heirs[old] for old in pairs} == pairs


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2009-05-01 2009-07-11", "409.2a", {"601.3a", "700.2d", "602.3a"}),  # of spells and abilities, then of each
        ("2009-05-01 2009-07-11", "411.2", {"115.1d", "605.3a"}),  # when a mana ability may be played
        ("2017-01-20 2017-04-28", "614.12", {"614.12"}),  # 614.16d follows its pattern, but it stayed itself
    ],
)
def test_a_clause_that_moved_may_stand_twice(  # type: ignore[no-untyped-def]
    official, jump: str, old: str, new: set[str]
) -> None:
    assert set(heirs_of(align_releases(*map(official, jump.split())))[old]) == new


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2014-09-25 2015-01-23", "711.9d", {"711.3d", "711.10"}),  # 711.10 says "See rule 711.3"
        ("2003-05-26 2009-05-01", "413.2d", {"413.2d", "103.4c", "103.4"}),  # 413.2d says "See rule 103.4"
        ("2009-05-01 2009-07-11", "408.1c", {"115.4", "115.3a", "115.3c", "115.3d"}),  # nothing joins 114.1 to these
    ],
)
def test_a_reference_joins_a_part_to_the_place_where_the_rest_of_its_clause_went(  # type: ignore[no-untyped-def]
    official, jump: str, old: str, new: set[str]
) -> None:
    assert set(heirs_of(align_releases(*map(official, jump.split())))[old]) == new


@pytest.mark.parametrize(
    ("jump", "old", "main"),
    [
        ("2017-01-20 2017-04-28", "708.2a", "708.3a"),  # two of three sentences; 708.3 has the words of the first
        ("2020-08-07 2020-09-25", "711.8a", "711.9a"),  # all of it; 711.9b, in its place, is on other cards
        ("2006-05-01 2006-07-15", "212.4e", "212.4e"),  # its first sentence; 212.4j has more words of the others
        ("2003-05-26 2003-10-01", "418.5c", "418.5d"),  # its first two sentences
        ("2003-05-26 2009-07-11", "300.2", "500.2"),  # but 500.11, a short sentence, is the lesser part by far
    ],
)
def test_of_several_heirs_the_one_with_a_sentence_as_it_was_is_the_main_one(  # type: ignore[no-untyped-def]
    official, jump: str, old: str, main: str
) -> None:
    assert heirs_of(align_releases(*map(official, jump.split())))[old][0] == main


def test_what_several_instances_of_a_keyword_do_is_known_by_the_keyword(official) -> None:  # type: ignore[no-untyped-def]
    """What triggered separately is redundant now, for both keywords."""
    found = align_releases(official("2008-02-01"), official("2022-11-18"))
    heirs = heirs_of(found)
    assert (heirs["502.63b"], heirs["502.68b"]) == (["702.2f"], ["702.15f"])
    assert tier_of(found, "502.63b") == "keyword"


def test_steps_are_not_known_by_their_ordinals(official) -> None:  # type: ignore[no-untyped-def]
    """A step was gone, so that "Fifth" became "Fourth" and "Fourth" became "Third"."""
    heirs = heirs_of(align_releases(official("2016-07-22"), official("2016-09-30")))
    assert (heirs["509.5"], heirs["510.4"][0]) == (["509.4"], "510.3")


@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2020-08-07 2020-09-25", "700.8", ["206.3"]),  # 700.8 is on a party now
        ("2002-10-07 2003-03-15", "214.7b", []),  # another rule in its place
    ],
)
def test_a_place_alone_makes_no_link(official, jump: str, old: str, new: list[str]) -> None:  # type: ignore[no-untyped-def]
    assert heirs_of(align_releases(*map(official, jump.split())))[old] == new
