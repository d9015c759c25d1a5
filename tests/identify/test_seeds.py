"""The five pages that this project began with: what each quotes, in every detail.

Their texts are not in the repository: where the folder of official releases is, they are too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.identify.identified import DatedPassage, Identified, ReleaseSpan, located
from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex
from crdiff.importers.page import read_page

Seed = Callable[[str], Identified]
# Of "Controlling Another Player" all clauses that it had from 2014-05-01 to 2024-09-20.
CHAPTER = ("", ".1", ".1a", ".1b", ".2", ".3", ".4", ".5", ".5a", ".5b", ".6", ".7", ".8", ".9")


@pytest.fixture
def seed(shared: Path, whole_index: WordIndex) -> Seed:
    """Return a function that identifies the page whose name begins with a number."""

    def identified(number: str) -> Identified:
        (path,) = (shared / "seeds").glob(f"{number}_*")
        page = read_page(path.read_bytes(), path.name)
        return located(identify(page.text, whole_index), page)

    return identified


def _told(spans: tuple[ReleaseSpan, ...]) -> list[str]:
    return [f"{span.first} to {span.last}" for span in spans]


def _numbers(passage: DatedPassage) -> list[str]:
    return [one.number for one in passage.quotations]


def test_000_by_its_words_and_by_its_numbers(seed: Seed) -> None:
    (passage,) = seed("000").passages
    assert _told(passage.by_words) == ["2021-02-05 to 2024-09-20"]
    assert _told(passage.by_numbers) == _told(passage.spans) == ["2021-07-23 to 2022-09-08"]
    assert _numbers(passage) == [f"718{end}" for end in CHAPTER[1:]]
    assert not passage.slips


def test_001_its_chapter_and_its_glossary_entry_and_nothing_of_its_rulings(seed: Seed) -> None:
    entry, chapter = seed("001").passages
    assert [(one.number, one.is_entry) for one in entry.quotations] == [("Control Another Player", True)]
    assert {*_numbers(chapter)} == {f"720{end}" for end in CHAPTER[1:]}
    assert _told(chapter.spans) == ["2022-11-18 to 2023-02-03", "2024-02-02 to 2024-09-20"]
    quotations = (*entry.quotations, *chapter.quotations)
    assert {(str(one.stated), one.is_misdated) for one in quotations} == {("2024-06-07", False)}
    assert max(one.last_line for one in quotations) < 32, "the rulings begin on line 32"
    assert not (*entry.slips, *chapter.slips)


def test_002_with_exactly_its_slips(seed: Seed) -> None:
    chapter, other = seed("002").passages
    assert _numbers(chapter) == [f"712{end}" for end in CHAPTER[1:]]
    assert _told(chapter.spans) == ["2014-05-01 to 2016-04-08"]
    assert [(slip.line, slip.written, slip.official) for slip in chapter.slips] == [
        (18, "doesn’s", "doesn’t"),
        (46, "can’s", "can’t"), (46, "aren’s", "aren’t"), (46, "can’s", "can’t"),
        (50, "can’s", "can’t"),
    ]  # fmt: skip
    assert (_numbers(other), _told(other.spans), other.slips) == (["805.8"], ["2010-10-01 to 2017-06-05"], ())


def test_003_its_five_passages_each_for_itself(seed: Seed) -> None:
    found = seed("003").passages
    assert [(_numbers(one)[0], *_told(one.spans)) for one in found] == [
        ("102.1", "2018-06-08 to 2026-08-07"),
        ("506.2", "2009-07-11 to 2018-01-19"),
        ("506.2", "2023-04-14 to 2026-08-07"),
        ("802", "2023-04-14 to 2024-09-20"),
        ("810.7", "2018-04-27 to 2026-08-07"),
    ]
    assert [{str(one.stated) for one in passage.quotations} for passage in found] == [
        {"2024-06-07"}, {"None"}, *[{"2024-06-07"}] * 3,
    ]  # fmt: skip
    assert not any(one.is_misdated or one.slips for passage in found for one in passage.quotations)


def test_004_each_clause_against_the_date_that_it_prints(seed: Seed) -> None:
    (passage,) = seed("004").passages
    assert {one.number for one in passage.quotations} >= {"507.1", "507.1a", "507.1b", "507.1c", "507.3d", "507.4"}
    assert _told(passage.spans) == ["2005-08-01 to 2009-05-01"]
    stated = {(one.number, str(one.stated)) for one in passage.quotations if one.stated}
    assert {("507.3a", "2004-10-01"), ("507.3b", "2005-08-01"), ("507.3c", "2005-08-01")} <= stated
    assert {day for _, day in stated} == {"2003-10-01", "2004-10-01", "2005-08-01"}
    assert not any(one.is_misdated for one in passage.quotations)
    assert not passage.slips
    misprints = [(one.printed, one.mended) for each in passage.quotations for one in each.misprints]
    assert misprints == [("Only the control", "Only control")]
