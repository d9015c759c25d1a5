"""The page of a text that another site quotes says whose text it is, and whether this site has a newer one."""

from __future__ import annotations

import re
from pathlib import Path

from small_archive import fill, with_our_notes

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.editions import edition_page
from tests.small_releases import RELEASES

NEWEST = "2026-04-17"


def said(name: str, archive: ArchiveIndex) -> str:
    text = next(each for each in archive.editions if each.id == name)
    return " ".join(re.sub(r"<[^>]+>", " ", edition_page(text, archive)[1].decode()).split())


def test_a_quoted_text_older_than_the_texts_of_the_archive_says_so(tmp_path: Path) -> None:
    """The edition of 2024-06-07 is the newest of the editions, and not of such a site."""
    archive = with_our_notes(fill(tmp_path / "corpus", {**RELEASES, NEWEST: RELEASES["2014-05-01"]}))
    newest = max(archive.editions, key=lambda text: text.effective)
    assert newest.effective.isoformat() < NEWEST
    assert "The newest text on this site is that of Secrets of Strixhaven ( 2026-04-17 )." in said(newest.id, archive)


def test_the_texts_of_all_releases_tell_the_slips_of_an_edition_too(every_release: Path) -> None:
    """712 as of 2014-05-01 has three slips of its page, and 805.8 two."""
    page = said("712-judge-school", with_our_notes(every_release))
    assert "as in force 2014-05-01 to 2016-07-21, with 5 slips; today they are in 723 and 805" in page
    assert "Judged by the texts, against all releases up to 2026-08-07" in page
