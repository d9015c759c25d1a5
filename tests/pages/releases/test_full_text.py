"""Whole texts: on no site unless somebody asks for them, then on one page and as plain text."""

from __future__ import annotations

import pytest
from html_reader import read_html
from msgspec.structs import replace

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.rules.former_text import full_text_pages, release_text_pages

FIRST = "2003-10-01"


def whole(archive: ArchiveIndex, which: str) -> dict[str, bytes]:
    return dict(full_text_pages(replace(archive, full_text=which)))


def test_no_whole_text_is_published_unless_it_is_asked_for(pages: dict[str, bytes], archive: ArchiveIndex) -> None:
    assert not [where for where in pages if "/whole/" in where or where.endswith("rules.txt")]
    assert whole(archive, "none") == {}


@pytest.mark.parametrize(("which", "count"), [("newest", 1), ("all", None)])
def test_the_newest_or_every_text_is_published_with_a_plain_one_beside_it(
    archive: ArchiveIndex, which: str, count: int | None
) -> None:
    found = whole(archive, which)
    assert len(found) == 2 * (count or len(archive.contents.dates))
    assert {address.full_text(archive.newest), address.plain_text(archive.newest)} <= found.keys()


def test_a_whole_text_has_every_clause_once_and_the_glossary(archive: ArchiveIndex) -> None:
    found = whole(archive, "all")
    page = read_html(found[address.full_text(FIRST)])
    numbers = [str(each.number) for each in archive.contents.standing[archive.contents.dates[0]]]
    assert [each.removeprefix("r") for each in page.ids if each.startswith("r")] == numbers
    plain = found[address.plain_text(FIRST)].decode()
    assert all(f"\n\n{number}" in plain for number in numbers)
    assert "Not in force." in page.text


def test_the_contents_of_a_text_lead_to_the_whole_of_it(archive: ArchiveIndex) -> None:
    published = replace(archive, full_text="newest")
    contents = dict(release_text_pages(published))
    assert b'href="whole/"' in contents[address.release_text(archive.newest)]
    assert b'href="whole/"' not in contents[address.release_text(FIRST)]
