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


def test_the_newest_quoted_text_says_which_release_is_newer(none: ArchiveIndex) -> None:
    newest = max(none.editions, key=lambda text: text.effective)
    page = said(newest.id, none)
    assert "It is the newest text on this site; the newest release known is 2026-09-25 ." in page


def test_releases_are_named_before_their_dates(none: ArchiveIndex) -> None:
    page = said("712-judge-school", none)
    assert "Text of Journey into Nyx ( 2014-05-01 )." in page
    assert "Same words From Journey into Nyx ( 2014-05-01 ) to Shadows over Innistrad ( 2016-04-08 )" in page
    assert "Compare with the earlier Morningtide ( 2008-02-01 )" in page


def test_what_the_page_quoted_has_besides_rules_is_counted(none: ArchiveIndex) -> None:
    beside = "Left out here, because they are not rules: two passages of other documents."
    assert beside in said("712-judge-school", none)


def test_without_texts_an_edition_says_what_its_whole_sentences_quote(none: ArchiveIndex) -> None:
    page = said("718-markdown", none)
    verdict = "Quotes 13 clauses of 718 as in force 2021-07-23 to 2022-10-06; today they are in 723; one of them has"
    assert verdict in page
    assert "Judged by whole sentences quoted without a mistake, against all releases up to 2026-08-07" in page


def test_the_texts_of_a_few_releases_date_no_edition_by_the_nearest_of_them(few: ArchiveIndex) -> None:
    """The small releases have 507 of 2003-10-01, as the edition has it later."""
    page = said("507-crystal-keep", few)
    assert "as in force 2005-08-01 to 2009-07-10" in page


def test_the_texts_of_all_releases_tell_the_slips_of_an_edition_too(every_release: Path) -> None:
    """712 as of 2014-05-01 has three slips of its page, and 805.8 two."""
    page = said("712-judge-school", with_our_notes(every_release))
    assert "as in force 2014-05-01 to 2016-07-21, with 5 slips; today they are in 723 and 805" in page
    assert "Judged by the texts, against all releases up to 2026-08-07" in page


def test_an_edition_quotes_each_clause_once_however_many_examples_stand_by_themselves(none: ArchiveIndex) -> None:
    """507.2, 507.3, 507.3a and 507.3c have examples, each in a paragraph of its own: eleven clauses, not sixteen."""
    assert "Quotes 11 clauses of 507 as in force" in said("507-crystal-keep", none)
