"""The Tournament Rules and the Infraction Procedure Guide of Magic, as their publisher's documents."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.store.texts.books import read_book

pytestmark = pytest.mark.whole
_LISTED = re.compile(r"(?:^|\s)((?:10|[1-9])(?:\.[1-9][0-9]?)?)\.? +([A-Z][^.]*(?:\.[^.]+)*?) ?\.{4,}")
# Numbers that the contents give to two headings each: the text has 3.5 and 4.8 for the second ones.
MISPRINTED = {("mtg-ipg", "2016-07-22"): {"3.4", "4.4"}}


@pytest.fixture(scope="module", params=["mtg-mtr", "mtg-ipg"])
def manuals(request: pytest.FixtureRequest, shared: Path) -> dict[str, Release]:
    """Return every other release of a manual by the names of their files: to read one takes a quarter of a second."""
    book = read_book(request.param)
    files = sorted((shared / "books" / request.param.removeprefix("mtg-")).glob("*.pdf"))
    return {file.stem: read(file.read_bytes(), file.name, book=book) for file in files[::-2]}


def test_every_heading_of_the_contents_is_found(manuals: dict[str, Release]) -> None:
    lacking: dict[str, list[str]] = {}
    with_contents = 0
    for day, release in manuals.items():
        contents = " ".join(paragraph.text for paragraph in release.contents)
        listed = {number for number, _ in _LISTED.findall(contents)}
        with_contents += bool(listed)
        found = {str(node.number) for node in walk(release) if node.number.is_heading}
        lacking[day] = sorted(listed - found)
    assert {day for day, numbers in lacking.items() if numbers} <= {day for _, day in MISPRINTED}
    assert with_contents >= 10


def test_the_newest_texts_are_dated_by_what_they_print(manuals: dict[str, Release]) -> None:
    newest = [str(release.effective) for day, release in manuals.items() if day >= "2016-07"]
    assert set(newest) <= {"2016-07-22", "2016-09-30"}
    assert all(release.effective for release in manuals.values())


def test_no_page_number_stands_before_a_heading_or_a_paragraph(manuals: dict[str, Release]) -> None:
    """Every page begins or ends with its number, one more from page to page; the cards of a deck are counted too."""
    for release in manuals.values():
        opened = [found[0] for node in walk(release) if (found := re.match(r"[0-9]+(?= [A-Z•(“])", node.clause.text))]
        numbers = list(map(int, opened))
        assert sum(after == before + 1 for before, after in pairwise(numbers)) <= len(numbers) / 2
