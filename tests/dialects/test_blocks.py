from __future__ import annotations

import pytest
from printing import normalised_lines

from crdiff.dialects.blocks import TextBlock, read_blocks
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import by_number, walk
from tests.conftest import Official

MARKED = (
    "100.1. These Magic rules assume a game between two players. Optional rules allow for more \n"
    "players but aren't discussed here, and neither is anything that happens because of a state-\n"
    "based effect or because of the cards of another game, such as when some creature gets -\n"
    "1/-1 until end of turn. It is all told in the steps that are described by rules 409.1a–\n"
    "409.1h, which say what a card's owner—in this case, of course, nobody but the player—\n"
    "chooses by rule 406.1, and they are the same that are described in rules 308.1 and \n"
    "308.2. Then the active player receives priority, since everything else is said in rule \n"
    "212.2c) as told.\n"
    "Example: A player who controls another one decides for both of them, and for nobody else at \n"
    "all.\n"
    "     Cards printed before that were printed otherwise.\n"
    "\n"
    "100.2. More.\n"
)

FILLED = (
    "100.1. These Magic rules assume a game between two\n"
    "players. Optional rules are not discussed here (see\n"
    'rule 408, which is "Timing"), nor are state-based\n'
    "effects.\n"
    "EXAMPLE: A player decides for both of them, and for\n"
    "nobody else at all.\n"
    "----------------\n"
    "  100.1a When a game begins, each player's deck\n"
    "  becomes his or her library.\n"
)


def test_lines_that_end_in_a_space_or_a_broken_word_go_on() -> None:
    clause, *others = normalised_lines(MARKED)
    assert "allow for more players but aren't" in clause
    assert "a state-based effect" in clause
    assert "gets -1/-1 until" in clause
    assert "rules 409.1a–409.1h, which" in clause
    assert "the player—chooses by rule 406.1, and" in clause
    assert "in rules 308.1 and 308.2. Then the active" in clause
    assert clause.endswith("is said in rule 212.2c) as told.")
    assert others == [
        "Example: A player who controls another one decides for both of them, and for nobody else at all.",
        "Cards printed before that were printed otherwise.",
        "100.2. More.",
    ]


def test_lines_filled_up_to_a_column_go_on() -> None:
    assert normalised_lines(FILLED) == (
        "100.1. These Magic rules assume a game between two players. Optional rules are not discussed here "
        '(see rule 408, which is "Timing"), nor are state-based effects.',
        "EXAMPLE: A player decides for both of them, and for nobody else at all.",
        "100.1a When a game begins, each player's deck becomes his or her library.",
    )


def test_a_paragraph_knows_its_lines_its_indent_and_what_stands_before_it() -> None:
    assert read_blocks(FILLED)[1:] == [
        TextBlock(
            "EXAMPLE: A player decides for both of them, and for nobody else at all.", 5, 6, apart=False, indent=0
        ),
        TextBlock(
            "100.1a When a game begins, each player's deck becomes his or her library.", 8, 9, apart=True, indent=2
        ),
    ]


def test_a_break_that_slipped_into_an_unwrapped_text_is_joined() -> None:
    """Source: 217.6b of 2003-05-26."""
    text = "217.6b Abilities are pseudospells. A pseudospell has the text of the ability \nthat created it.\n\n"
    lines = normalised_lines(
        text + "217.6c A rule of another paragraph, to show how long the lines of this text are. " * 2
    )
    assert lines[0].endswith("has the text of the ability that created it.")


@pytest.mark.parametrize(
    ("printed", "lines"),
    [
        ("Ability1. Text on an object that explains it.", ("Ability", "1. Text on an object that explains it.")),
        ("305.3.After triggered abilities", ("305.3. After triggered abilities",)),
        ("  a \t b  c\u00a0d ", ("a b c d",)),
        ("=====\n\n-----\n\nText", ("Text",)),
        ("- a list item", ("- a list item",)),
        ("", ()),
    ],
)
def test_white_space_rulers_and_lost_breaks_are_put_right(printed: str, lines: tuple[str, ...]) -> None:
    assert normalised_lines(printed) == lines


def test_short_lines_of_an_address_stay_lines() -> None:
    text = "Wizards of the Coast\np/a Hasbro Belgium\n't Hofveld 6D\nB-1702 Groot-Bijgaarden\nBELGIUM\n"
    assert len(normalised_lines(text)) == 5


def test_a_reference_kept_on_one_line_breaks_the_line_before_it_early(official: Official) -> None:
    """1999-04-23 keeps "rule 408" on one line, so 420.3 breaks early, after "(see"."""
    clause = by_number(walk(official("1999-04-23")))[ClauseNumber.of(420, 3)].clause
    assert "(see rule 408" in clause.text
    assert "\n" not in clause.text
