"""The page of a release: rewordings, where subsections went, what is proved, what a change does; and whole texts."""

from __future__ import annotations

import json
from datetime import date
from itertools import pairwise
from types import SimpleNamespace

import pytest
from broken_archive import AFTER, BEFORE, BROKEN
from html_reader import read_html, words
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from small_excerpt import make_excerpt

from crdiff.changes.change import Change, ExampleChange, ExamplePlace, Op, Rewording, Segment, Structure
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.flow import LEFT_BLANK, Flow, draw_flow, flows
from crdiff.pages.former_text import full_text_pages, release_text_pages
from crdiff.pages.releases import groups, in_short, reason, weighed
from crdiff.reports.schemas import schema
from tests.marked_book import Bread

Pages = dict[str, bytes]
# whole texts: on no site unless somebody asks for them, then on one page and as plain text


FIRST, SECOND, THIRD = "/releases/2003-10-01/", "/releases/2004-02-01/", "/releases/2004-06-01/"


def test_rewordings_stand_in_the_data_with_their_exceptions(reordered_pages: Pages) -> None:
    published = json.loads(reordered_pages[f"{SECOND}index.json"])
    assert published["rewordings"] == [
        {"old": "comes into play", "new": "enters the battlefield", "clauses": 10, "exceptions": ["300.11"]}
    ]
    assert json.loads(reordered_pages[f"{FIRST}index.json"])["rewordings"] == []


def test_no_part_of_the_introduction_or_the_credits_is_shown_under_an_id(pages: Pages) -> None:
    for where, page in pages.items():
        if where.startswith("/releases/") and where.endswith("/"):
            assert "front:" not in words(page), where
            assert "credits:" not in words(page), where


def test_a_subsection_left_blank_is_not_told_as_removed() -> None:
    """211 of 2009-05-01 read "[This section has been intentionally left blank…]"."""
    blank = Flow("211", "", LEFT_BLANK, "", "", "removed", 0)
    gone = Flow("212", "", "Phasing", "", "", "removed", 0)
    assert list(in_short((blank, gone), (), ())) == ["Removed: 212 Phasing."]


def test_what_decided_a_story_stands_first_among_what_went(reordered: ArchiveIndex) -> None:
    changed = groups(reordered.contents.news[0], reordered)
    (_, gone, _), *_ = weighed(changed, SECOND, ())
    decided = {item.change.href for group in changed for item in group.changes if item.change.id == gone[-1].change.id}
    (what, shown, _), *_ = weighed(changed, SECOND, decided)
    assert (what, shown[0]) == ("Gone", gone[-1])


def told(reordered: ArchiveIndex, position: int) -> tuple[Flow, ...]:
    return flows(reordered.contents.renumberings[position], reordered)


@pytest.mark.parametrize(("position", "kinds"), [(0, ["stay", "came", "went", "left", "came", "left"]), (1, None)])
def test_the_picture_has_a_band_for_each_row(reordered: ArchiveIndex, position: int, kinds: list[str] | None) -> None:
    flowed = told(reordered, position)
    picture = draw_flow(flowed, reordered.contents.renumberings[position], reordered)
    assert picture
    moving = [href for kind, _, href, _ in picture["bands"] if kind != "stay"]
    assert set(moving) == {f"#{flow.id}" for flow in flowed}
    assert kinds is None or sorted(kind for kind, *_ in picture["bands"]) == sorted(kinds)


def test_subsections_that_stayed_side_by_side_share_a_slot(reordered: ArchiveIndex) -> None:
    picture = draw_flow(told(reordered, 0), reordered.contents.renumberings[0], reordered)
    assert picture
    assert [label for _, label, _ in picture["old"]] == ["100–300", "301", "302", "303"]
    assert [label for _, label, _ in picture["new"]] == ["100–300", "301", "302", "303"]


def test_each_section_of_a_book_has_a_label_in_the_picture() -> None:
    """The sections 1 and 10 to 12 of Disney Lorcana's rules begin with one digit."""
    numbers = [Bread.parse(f"{section}.{under}") for section in (1, 2, 10, 11, 12) for under in range(1, 61)]
    standing = {day: [SimpleNamespace(number=number) for number in numbers] for day in ("old", "new")}
    moved = [Flow(str(one), str(other), "", "", "", "", 0) for one, other in pairwise(numbers)]
    lives = SimpleNamespace(contents=SimpleNamespace(standing=standing))
    picture = draw_flow(moved, SimpleNamespace(old="old", new="new"), lives)
    labels = [label for _, label, room in picture["old"] if room != "never"]
    assert labels == ["1.1", "2.1", "10.1", "11.1", "12.1"]


# what a change does, in words: those of its gist, and what else only the page of a release knows


KEPT, NEW = Op.KEPT, Op.INSERTED
PLACE = ExamplePlace("507.1", 0)


@pytest.fixture
def change() -> Change:
    return replace(make_excerpt().comparisons[0].changes[1], structure=Structure.SAME, examples=(), remarks=())


def test_an_item_of_a_list_is_named(change: Change) -> None:
    redline = (Segment(KEPT, "Ajani, "), Segment(NEW, "Jaya, "), Segment(KEPT, "and Karn"))
    listed = replace(change, remarks=("added to the list: Jaya", "now cites 714"), redline=redline)
    assert reason(listed, {}) == "Added to the list: Jaya."


def test_an_exception_to_a_rewording_says_which_words_it_keeps(change: Change) -> None:
    rewording = Rewording("his or her", "their", 168, (change.new[0].number,))
    redline = (Segment(KEPT, "a player "), Segment(NEW, "once "), Segment(KEPT, "draws"))
    assert reason(replace(change, redline=redline), {change.new[0].number: (rewording,)}) == (
        "It keeps “his or her”, which became “their” elsewhere. “once” added."
    )


def test_examples_are_told_after_the_words(change: Change) -> None:
    added = ExampleChange(None, PLACE, (Segment(NEW, "A land."),))
    redline = (Segment(KEPT, "a player "), Segment(NEW, "once "), Segment(KEPT, "draws"))
    assert reason(replace(change, redline=redline, examples=(added,)), {}) == "“once” added. One example added."


def test_a_notice_is_told_as_what_it_is(change: Change) -> None:
    assert reason(replace(change, structure=Structure.REVOKED), {}) == "Its text is now a notice that the rule is gone."


OLDEST = "2003-10-01"


def whole(archive: ArchiveIndex, which: str) -> dict[str, bytes]:
    return dict(full_text_pages(replace(archive, full_text=which)))


def test_no_whole_text_is_published_unless_it_is_asked_for(pages: dict[str, bytes], archive: ArchiveIndex) -> None:
    assert not [where for where in pages if "/whole/" in where or where.endswith("rules.txt")]
    assert whole(archive, "none") == {}


@pytest.mark.parametrize(("which", "count"), [("newest", 1), ("all", None)])
def test_the_newest_or_every_text_is_published_plain_too(archive: ArchiveIndex, which: str, count: int | None) -> None:
    found = whole(archive, which)
    assert len(found) == 2 * (count or len(archive.contents.dates))
    assert {address.full_text(archive.newest), address.plain_text(archive.newest)} <= found.keys()


def test_a_whole_text_has_every_clause_once_and_the_glossary(archive: ArchiveIndex) -> None:
    found = whole(archive, "all")
    page = read_html(found[address.full_text(OLDEST)])
    numbers = [str(each.number) for each in archive.contents.standing[archive.contents.dates[0]]]
    assert [each.removeprefix("r") for each in page.ids if each.startswith("r")] == numbers
    plain = found[address.plain_text(OLDEST)].decode()
    assert all(f"\n\n{number}" in plain for number in numbers)
    assert "Not in force." in page.text


def test_the_contents_of_a_text_lead_to_the_whole_of_it(archive: ArchiveIndex) -> None:
    published = replace(archive, full_text="newest")
    contents = dict(release_text_pages(published))
    assert b'href="whole/"' in contents[address.release_text(archive.newest)]
    assert b'href="whole/"' not in contents[address.release_text(OLDEST)]


# a text that breaks off


def test_the_data_of_a_release_say_it_too(broken_pages: dict[str, bytes]) -> None:
    changes = json.loads(broken_pages[f"/releases/{BROKEN}/index.json"])
    Draft202012Validator(json.loads(schema("changes"))).validate(changes)
    assert changes["breaks_off"][0]["not_compared"] == {"rules": 0, "glossary": 2, "credits": 2}


def test_an_entry_lives_through_a_text_that_breaks_off(broken_archive: ArchiveIndex) -> None:
    before, after = date.fromisoformat(BEFORE), date.fromisoformat(AFTER)
    by_term = {entry.runs[-1].number: entry for entry in broken_archive.entries}
    assert (by_term["Duel"].runs[0].first, by_term["Duel"].removed) == (before, after)
    assert (by_term["Zone"].runs[0].first, by_term["Zone"].fate) == (before, ())
    assert [worded.first for worded in by_term["Zone"].wordings] == [before, after]
    assert by_term["Emblem"].runs[0].first == after
