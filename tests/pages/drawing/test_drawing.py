"""Boards of played stories and pictures of time: everything drawn has room, and is said in words."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from crdiff.checks.inputs import embedded_timeline
from crdiff.game.stories.outcome import BoardArea, BoardCard, BoardColumn
from crdiff.game.stories.told import STORIES
from crdiff.pages.drawing import Scale, stretch
from crdiff.pages.stories import draw_board
from crdiff.trace.switches import rule_set
from tests.support.played import played_notes


def _boards(story: str) -> list[dict[str, Any]]:
    timeline = embedded_timeline()
    rules = (rule_set(timeline, each.first) for each in played_notes()[story].stretches)
    return [draw_board(STORIES[story](each).board) for each in rules]


def test_a_board_is_described_to_those_who_do_not_see_it() -> None:
    """What lies on the boards of every story is in their goldens."""
    assert [board["described"] for board in _boards("legend-rule")] == [
        "Ann. Battlefield: Kokusho 5/5; Graveyard: empty. Bob. Battlefield: empty; Graveyard: Kokusho.",
        "Ann. Battlefield: empty; Graveyard: Kokusho. Bob. Battlefield: empty; Graveyard: Kokusho.",
        "Ann. Battlefield: Kokusho 5/5; Graveyard: empty. Bob. Battlefield: Kokusho 5/5; Graveyard: empty.",
    ]
    assert "Mana pool: no mana; Ann’s life: 17." in _boards("mana")[0]["described"]


@pytest.mark.parametrize("story", STORIES)
def test_cards_lie_within_their_areas_and_none_on_another(story: str) -> None:
    for board in _boards(story):
        width, height = board["card"]
        for area in board["areas"]:
            assert 0 <= area["x"] <= area["x"] + area["width"] <= board["width"]
            assert area["y"] + area["height"] < board["height"]
            assert len({(card["x"], card["y"]) for card in area["cards"]}) == len(area["cards"])
            for card in area["cards"]:
                assert area["x"] < card["x"] < card["x"] + width < area["x"] + area["width"]
                assert area["y"] < card["y"] < card["y"] + height < area["y"] + area["height"]
            assert bool(area["cards"]) != bool(area["said"])


def test_words_of_a_name_stand_on_lines_of_their_own_that_a_card_has_room_for() -> None:
    """Nine letters in bold are the most: the figures stand on the third line."""
    words = [line for story in STORIES for board in _boards(story) for area in board["areas"] for card in area["cards"]
             for line in card["lines"]]  # fmt: skip
    assert max(map(len, words)) <= 9
    assert all(len(card["lines"]) <= 2 for story in STORIES for board in _boards(story) for area in board["areas"]
               for card in area["cards"])  # fmt: skip


def test_what_is_gone_has_a_broken_line() -> None:
    area = BoardArea("Graveyard", (BoardCard("Bear Cub", is_gone=True), BoardCard("Elf", "1/1")))
    (drawn,) = draw_board([BoardColumn("Ann", (area,))])["areas"]
    assert [(card["lines"], card["figures"], card["is_gone"]) for card in drawn["cards"]] == [
        (["Bear", "Cub"], "", True),
        (["Elf"], "1/1", False),
    ]


# pictures of time: what stands where


SCALE = Scale(date(2000, 1, 1), date(2020, 1, 1))


@pytest.mark.parametrize(
    ("years", "label", "room"), [(10, "712.6", "always"), (2, "712.6", "roomy"), (0, "712.6", "never")]
)
def test_a_label_is_shown_where_it_fits(years: int, label: str, room: str) -> None:
    until = date(2000 + years, 6, 1)
    assert stretch(date(2000, 1, 1), until, label, label, SCALE).room == room


def test_stretches_of_a_track_meet() -> None:
    first = stretch(date(2001, 1, 1), date(2005, 1, 1), "1st", "", SCALE)
    second = stretch(date(2005, 1, 1), date(2011, 1, 1), "2nd", "", SCALE, held=False)
    assert first.x + first.width == pytest.approx(second.x, abs=0.02)
    assert (first.held, second.held) == (True, False)
