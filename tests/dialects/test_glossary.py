from __future__ import annotations

import pytest

from crdiff.dialects.blocks import read_blocks
from crdiff.dialects.glossary import read_glossary
from tests.conftest import Official


def entries(text: str) -> dict[str, list[str]]:
    return {entry.term: entry.text.split("\n") for entry in read_glossary(read_blocks(text))}


def test_a_term_stands_apart_with_its_text_right_below() -> None:
    assert entries("Ability\n1. Text.\n2. On the stack.\nSee rule 113.\n\nForestwalk\nSee Landwalk.\n") == {
        "Ability": ["1. Text.", "2. On the stack.", "See rule 113."],
        "Forestwalk": ["See Landwalk."],
    }


def test_paragraphs_moved_in_belong_to_the_term_before() -> None:
    """Source: 1999-04-23."""
    text = "Color\n  There are five colors.\n\n  Spells may change color.\n\nColorless\n  No color.\n"
    assert entries(text) == {
        "Color": ["There are five colors.", "Spells may change color."],
        "Colorless": ["No color."],
    }


def test_numbered_senses_that_stand_apart_belong_together() -> None:
    """Source: Counter and Untap in 1999-11-01 and 2003-05-26."""
    assert entries("Counter\n1. To cancel it.\n\n2. A marker.\n\nUntap\n\n1. To rotate it.\n\n2. A step.\n") == {
        "Counter": ["1. To cancel it.", "2. A marker."],
        "Untap": ["1. To rotate it.", "2. A step."],
    }


def test_a_line_with_nothing_below_it_is_no_term() -> None:
    """Source: the list under Expansion Symbol, 1999-11-01 to 2003-05-26."""
    text = "Expansion Symbol\nAn icon.\n\nExpansions and Editions\n\n  Legends\n\n  The Dark\n  Ice Age\n\nFading\nA.\n"
    assert list(entries(text)) == ["Expansion Symbol", "Fading"]
    assert entries(text)["Expansion Symbol"][1:] == ["Expansions and Editions", "Legends", "The Dark", "Ice Age"]


def test_a_term_printed_at_the_end_of_the_paragraph_before_is_found() -> None:
    """Source: Effect after Echo, 2003-05-26."""
    text = "Echo\nEcho is an ability.\nEffect\n\nThe two are often confused.\nSome effects.\n\nEvent\nAnything.\n"
    assert list(entries(text)) == ["Echo", "Effect", "Event"]


def test_a_term_that_lost_the_blank_line_before_it_is_found() -> None:
    """Source: Affinity after Adventurer Card, 2021-07-23 to 2022-09-08."""
    text = "Adventurer Card\nCards with two frames.\nAffinity\nA keyword ability.\n\nAfflict\nAnother.\n"
    assert list(entries(text)) == ["Adventurer Card", "Affinity", "Afflict"]


SIZES = {
    "1999-04-23": 175,
    "1999-11-01": 188,
    "2003-05-26": 213,
    "2004-06-01": 307,
    "2013-02-01": 31,
    "2021-06-18": 591,
    "2021-07-23": 601,
}


@pytest.mark.parametrize("date", SIZES)
def test_each_layout_gives_its_entries(official: Official, date: str) -> None:
    glossary = official(date).glossary
    assert len(glossary) == SIZES[date]
    assert all(len(entry.term) < 70 and not entry.term.endswith(".") for entry in glossary)


def test_an_entry_says_what_it_says(official: Official) -> None:
    entries_1999 = {entry.term: entry.text for entry in official("1999-04-23").glossary}
    assert entries_1999["Untap"].split("\n")[1].startswith("2. Untap is the first step")
    assert entries_1999["Color"].count("\n") == 2
    entries_2021 = {entry.term: entry.text for entry in official("2021-06-18").glossary}
    assert entries_2021["Ante"].split("\n") == [
        *(
            "1. A zone used only when playing “for keeps.”",
            "2. To put a card into the ante zone.",
            "See rule 407, “Ante.”",
        )
    ]
