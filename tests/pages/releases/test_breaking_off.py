"""What the site says of a text that breaks off."""

from __future__ import annotations

import json
from datetime import date

import pytest
from broken_archive import AFTER, BEFORE, BROKEN, add
from html_reader import read_html
from jsonschema import Draft202012Validator
from small_archive import index_of, pages_of

from crdiff.corpus import Corpus
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.reports.schemas import schema
from tests.small_releases import RELEASES


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return an archive one text of which ends in its glossary."""
    folder = tmp_path_factory.mktemp("broken")
    with Corpus(folder / "corpus") as corpus:
        add(corpus, folder / "given", *RELEASES)
    return index_of(folder / "corpus")


@pytest.fixture(scope="module")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    return pages_of(archive)


def test_the_page_of_a_release_says_what_was_not_compared(pages: dict[str, bytes]) -> None:
    said = " ".join(read_html(pages[f"/releases/{BROKEN}/"]).text.split())
    assert f"{BROKEN} breaks off in its glossary after “Concede”: 2 glossary entries" in said
    said = " ".join(read_html(pages[f"/releases/{AFTER}/"]).text.split())
    assert f"of {BEFORE} stand in for what is missing" in said


def test_the_data_of_a_release_say_it_too(pages: dict[str, bytes]) -> None:
    changes = json.loads(pages[f"/releases/{BROKEN}/index.json"])
    Draft202012Validator(json.loads(schema("changes"))).validate(changes)
    assert changes["breaks_off"][0]["not_compared"] == {"rules": 0, "glossary": 2, "credits": 2}


def test_an_entry_lives_through_a_text_that_breaks_off(archive: ArchiveIndex) -> None:
    before, after = date.fromisoformat(BEFORE), date.fromisoformat(AFTER)
    by_term = {entry.runs[-1].number: entry for entry in archive.entries}
    assert (by_term["Duel"].runs[0].first, by_term["Duel"].removed) == (before, after)
    assert (by_term["Zone"].runs[0].first, by_term["Zone"].fate) == (before, ())
    assert [worded.first for worded in by_term["Zone"].wordings] == [before, after]
    assert by_term["Emblem"].runs[0].first == after
