"""Citations are moved all at once, as they were spelled, and only where it is certain what they mean."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest
from citing import at, citing, numbering
from table import table

from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.editing import TextUpdate, WhyLeft, is_in_string, unified_diff, updates
from crdiff.cite.judging import judge
from crdiff.model.number import ClauseNumber


def moved(*texts: CitingText, old: str = "2018-01-19", new: str = "2026-04-17") -> dict[str, TextUpdate]:
    tree = CiteChecker(numbering(), at(new), presumed=at(old)).check(texts)
    return {update.text.name: update for update in updates(tree, date.fromisoformat(new))}


@table
def test_a_citation_keeps_its_spelling(old: str, expected: str) -> None:
    found = moved(citing(old))
    assert found["a.rs"].new.decode() == expected


def test_numbers_that_follow_one_another_are_moved_once() -> None:
    """701.15 to 701.19 all moved in 2025: a blanket replacement would move the first ones again and again."""
    old = "".join(f"// CR 701.{rule}\n" for rule in range(10, 30))
    update = moved(citing(old), old="2024-11-08")["a.rs"]
    for line, rule in zip(update.new.decode().splitlines(), range(10, 30), strict=True):
        judgement = judge(numbering(), ClauseNumber.of(701, rule), at("2024-11-08"), at("2026-04-17"))
        assert line == f"// CR {judgement.numbers[0]}"


def test_what_is_several_clauses_a_name_or_a_string_is_left() -> None:
    found = moved(citing('fn cr_114_4() { say("CR 114.4"); } // CR 507.4'), old="2009-05-01")["a.rs"]
    assert {left.why for left in found.left} >= {WhyLeft.SEVERAL}
    found = moved(citing('fn cr_114_4() { say("CR 114.4"); }'))["a.rs"]
    assert [left.why for left in found.left] == [WhyLeft.NAME, WhyLeft.STRING]
    assert found.new == found.text.text


def test_a_heading_is_left_as_long_as_a_link_on_its_page_names_it_by_its_words() -> None:
    linked = "[Emblems](#emblems-cr-1144)\n\n## Emblems (CR 114.4)\n"
    found = moved(citing(linked))["a.rs"]
    assert [left.why for left in found.left] == [WhyLeft.NAME]
    found = moved(citing(linked.replace("#emblems", "#other")))["a.rs"]
    assert (found.left, b"(CR 115.5)" in found.new) == ((), True)


def test_a_number_that_may_be_new_already_is_left_in_a_tree_that_has_new_ones() -> None:
    """115.5 is of both releases; 115.7f of the new one alone, so somebody has begun to move this file."""
    found = moved(citing("// CR 114.4\n// CR 701.68a\n"))["a.rs"]
    assert [left.why for left in found.left] == [WhyLeft.UNSURE]


@table
def test_strings_of_programs_are_told_from_comments(line: str, is_string: bool) -> None:
    raw = line.encode()
    assert is_in_string(CitingText("a.rs", raw, ()), raw.index(b"CR")) == is_string
    assert not is_in_string(CitingText("a.md", raw, ()), raw.index(b"CR"))


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("tail", [b"", b"last line without an end"])
def test_the_diff_is_one_that_git_applies_and_takes_back(tmp_path: Path, end: bytes, tail: bytes) -> None:
    lines = [b"\xef\xbb\xbf// head", *(b"// CR 114.4 \xe9 line %d" % number for number in range(40)), b"x"]
    old = end.join(lines) + end + tail
    (tmp_path / "src").mkdir()
    path = tmp_path / "src" / "a.rs"
    path.write_bytes(old)
    update = moved(citing(old, "src/a.rs"))["src/a.rs"]
    (tmp_path / "a.diff").write_bytes(unified_diff(update))
    for apply, after in (([], update.new), (["-R"], old)):
        subprocess.run(["git", "apply", *apply, "a.diff"], cwd=tmp_path, check=True)
        assert path.read_bytes() == after
