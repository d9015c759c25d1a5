"""The 718 page, and Markdown pages like it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.registry import read
from crdiff.model.clause import ClauseKind
from crdiff.model.release import AsideKind, Release
from tests.dialects.conftest import unaccounted

PAGE = """# **718.** Controlling Another Player

**718.1.** Some cards allow a player to control another player.
+ **718.1a** Multiple effects overwrite each other.

      Example: The last one works.
+ **718.1b** If a turn is skipped, the effect waits.

**718.2.** Two cards allow it for a limited duration.

    Example: One of them.

    Example: The other one.
"""


def _read(page: str) -> Release:
    return read(page.encode(), "page.md")


def test_subrules_stand_under_their_rule_with_their_examples() -> None:
    (heading,) = _read(PAGE).sections
    assert heading.kind is ClauseKind.SUBSECTION
    assert heading.title == "Controlling Another Player"
    first, second = heading.children
    assert [child.kind for child in first.children] == [ClauseKind.SUBRULE] * 2
    assert first.children[0].examples == ("Example: The last one works.",)
    assert second.examples == ("Example: One of them.", "Example: The other one.")


def test_each_clause_knows_its_lines_although_mistune_keeps_none() -> None:
    placements = _read(PAGE).placements
    assert {placement.printed: placement.lines.start for placement in placements} == {
        "718.": 1,
        "718.1.": 3,
        "718.1a": 4,
        "718.1b": 7,
        "718.2.": 9,
    }
    assert placements[-1].lines.stop == 14


def test_a_paragraph_without_a_number_is_prose_and_a_list_under_a_clause_belongs_to_it() -> None:
    release = _read("Some words before.\n\n**100.1.** A list:\n+ one thing\n+ another thing\n\nSome words after.\n")
    assert release.sections[0].text == "A list:\none thing\nanother thing"
    assert [(aside.kind, aside.text) for aside in release.asides] == [
        (AsideKind.PROSE, "Some words before."),
        (AsideKind.PROSE, "Some words after."),
    ]


def test_a_heading_that_markdown_takes_for_an_ordered_list_keeps_its_number() -> None:
    release = _read("702. Keyword Abilities\n\n**702.1.** Most abilities describe what they do.\n")
    assert str(release.placements[0].number) == "702"
    assert release.sections[0].title == "Keyword Abilities"


WORDS = st.lists(st.sampled_from(["card", "player", "isn’t", "“turn”", "mana,", "Word"]), min_size=1).map(" ".join)
RULE = WORDS.map(lambda words: f"**{{number}}** {words}.\n")
EXAMPLE = WORDS.map(lambda words: f"    Example: {words}.\n")
PROSE = WORDS.map(lambda words: f"{words}.\n")


@given(pieces=st.lists(st.one_of(RULE, EXAMPLE, PROSE), max_size=12))
def test_whatever_the_order_nothing_is_lost(pieces: list[str]) -> None:
    numbered = [piece.format(number=f"718.{index}.") for index, piece in enumerate(pieces, 2)]
    page = "\n".join(["**718.1.** The first rule.\n", *numbered])
    assert unaccounted(page, _read(page)) == []
