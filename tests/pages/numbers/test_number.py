"""What a number meant: who had it when, drawn and said, and where that clause is read now."""

from __future__ import annotations

import re

from html_reader import read_html

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.flow import draw_number

Pages = dict[str, bytes]


def text(page: bytes) -> str:
    return " ".join(read_html(page).text.split())


def test_a_number_says_what_it_has_been_and_what_it_is_in_the_newest_text(reordered_pages: Pages) -> None:
    said = text(reordered_pages["/number/301/"])
    assert "301 has been “Damage” since" in said
    assert "In the newest text on this site: 301 Damage" in said
    assert re.search(r"From \S.* until \d{4}-\d\d-\d\d: “Blocking”. It is 300 in", said)


def test_a_number_that_names_nothing_today_says_nothing_of_today(reordered_pages: Pages) -> None:
    """302 has no section today: the page says what had it last, and leads to where that is read now."""
    said = text(reordered_pages["/number/302/"])
    assert re.search(
        r"302 was “[^”]+” until \d{4}-\d\d-\d\d\. That subsection .*; none has been numbered 302 since\.", said
    )
    assert "In the newest text on this site: 302" not in said


def test_the_picture_fills_the_stays_under_the_number(reordered: ArchiveIndex) -> None:
    picture = draw_number(301, reordered)
    assert picture
    stays = {title: [(stay.label, stay.held) for stay in stays] for title, _, _, stays in picture["tracks"]}
    assert stays["Blocking"] == [("301", True), ("302", False), ("300", False)]
    assert stays["Chapters"] == [("301", True), ("501", False)]
    elsewhere = [stay.href for *_, stays in picture["tracks"] for stay in stays if not stay.held]
    assert "/number/302/" in elsewhere


def test_an_old_number_leads_to_where_its_clause_is_read_now(reordered_pages: Pages) -> None:
    page = reordered_pages["/number/300/"]
    assert b'<a href="../../rules/500/#r500.11">500.11</a>' in page
    assert "removed 2004-02-01" in text(reordered_pages["/number/303/"])


def test_a_number_leads_to_its_neighbours(reordered_pages: Pages) -> None:
    page = reordered_pages["/number/301/"]
    assert b'href="../300/" rel="prev"' in page
    assert b'href="../302/" rel="next"' in page


def test_a_number_says_what_each_rule_was_before_and_why_that_changed(reordered_pages: Pages) -> None:
    """300 has been three sections: each says which number it had before, and which rule made it move."""
    page = reordered_pages["/number/300/"].decode()
    cells = [
        " ".join(read_html(each.encode()).text.split()) for each in re.findall(r'data-th="Before">(.*?)</td>', page)
    ]
    assert any(
        re.fullmatch(r"\d{3}(\.\d+[a-z]?)?(, until (a new )?\d{3}(\.\d+[a-z]?)? was (added|removed))?", each)
        for each in cells
    ), cells
    assert all(re.match(r"\d{3}|new$|split from ", each) for each in cells), cells
