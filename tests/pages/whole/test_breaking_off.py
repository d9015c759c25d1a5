"""What the site says of a text that breaks off."""

from __future__ import annotations

import json

import pytest
from broken_archive import AFTER, BEFORE, BROKEN, add
from html_reader import read_html
from jsonschema import Draft202012Validator
from small_archive import holdings_of, pages_of

from crdiff.corpus import Corpus
from crdiff.pages.archive_index import Holdings
from crdiff.reports.schemas import schema
from tests.small_releases import RELEASES


@pytest.fixture(scope="module")
def holdings(tmp_path_factory: pytest.TempPathFactory) -> Holdings:
    """Return an archive one text of which ends in its glossary."""
    folder = tmp_path_factory.mktemp("broken")
    with Corpus(folder / "corpus") as corpus:
        add(corpus, folder / "given", *RELEASES)
    return holdings_of(folder / "corpus")


@pytest.fixture(scope="module")
def pages(holdings: Holdings) -> dict[str, bytes]:
    return pages_of(holdings)


def test_the_page_of_a_release_says_what_was_not_compared(pages: dict[str, bytes]) -> None:
    said = " ".join(read_html(pages[f"/releases/{BROKEN}/"]).text.split())
    assert f"{BROKEN} breaks off in its glossary after “Concede”: 2 glossary entries" in said
    said = " ".join(read_html(pages[f"/releases/{AFTER}/"]).text.split())
    assert f"of {BEFORE} stand in for what is missing" in said


def test_the_data_of_a_release_say_it_too(pages: dict[str, bytes]) -> None:
    changes = json.loads(pages[f"/releases/{BROKEN}/index.json"])
    Draft202012Validator(json.loads(schema("changes"))).validate(changes)
    assert changes["breaks_off"][0]["not_compared"] == {"rules": 0, "glossary": 2, "credits": 2}


def test_an_entry_lives_through_a_text_that_breaks_off(holdings: Holdings) -> None:
    by_term = {entry.term: entry for entry in holdings.entries.all}
    assert (by_term["Duel"].first, by_term["Duel"].ended) == (BEFORE, AFTER)
    assert (by_term["Zone"].first, by_term["Zone"].absences) == (BEFORE, ())
    assert [told.release for told in by_term["Zone"].changes] == [AFTER]
    assert by_term["Emblem"].first == AFTER
