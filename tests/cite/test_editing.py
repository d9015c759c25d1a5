"""Citations are moved all at once, as they were spelled, and only where it is certain what they mean."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from citing import at, citing, numbering, words_of_releases

from crdiff import read
from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.editing import TextUpdate, WhyLeft, is_in_string, unified_diff, updates
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Verdict, judge
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk


def moved(
    *texts: CitingText, old: str = "2018-01-19", new: str = "2026-04-17", words: ClauseWords | None = None
) -> dict[str, TextUpdate]:
    tree = CiteChecker(numbering(), at(new), words=words, presumed=at(old)).check(texts)
    return {update.text.name: update for update in updates(tree, date.fromisoformat(new))}


SPELLINGS = {
    "// CR 114.4: itself": "// CR 115.5: itself",
    "// (CR\n// 114.4) x": "// (CR\n// 115.5) x",
    "see rules 114.4 and 704.5a": "see rules 115.5 and 704.5a",
    "{{CR|114.4}}": "{{CR|115.5}}",
    "CR 114.1a-c": "CR 115.1a-c",
    "CR 114.1a through c": "CR 115.1a through c",
    "CR 114.1a–c": "CR 115.1a–c",
    "CR 117.3a/b": "CR 118.3a/b",
}


@pytest.mark.parametrize("old", SPELLINGS)
def test_a_citation_keeps_its_spelling(old: str) -> None:
    found = moved(citing(old))
    assert found["a.rs"].new.decode() == SPELLINGS[old]


def test_numbers_that_follow_one_another_are_moved_once() -> None:
    """701.15 to 701.19 all moved in 2025: a blanket replacement would move the first ones again and again."""
    old = "".join(f"// CR 701.{rule}\n" for rule in range(10, 30))
    update = moved(citing(old), old="2024-11-08")["a.rs"]
    for line, rule in zip(update.new.decode().splitlines(), range(10, 30), strict=True):
        judgement = judge(numbering(), ClauseNumber(701, rule), at("2024-11-08"), at("2026-04-17"))
        assert line == f"// CR {judgement.numbers[0]}"


def test_what_is_several_clauses_a_name_or_a_string_is_left() -> None:
    found = moved(citing('fn cr_114_4() { say("CR 114.4"); } // CR 507.4'), old="2009-05-01")["a.rs"]
    assert {left.why for left in found.left} >= {WhyLeft.SEVERAL}
    found = moved(citing('fn cr_114_4() { say("CR 114.4"); }'))["a.rs"]
    assert [left.why for left in found.left] == [WhyLeft.NAME, WhyLeft.STRING]
    assert found.new == found.text.text


def test_a_number_that_may_be_new_already_is_left_in_a_tree_that_has_new_ones() -> None:
    """115.5 is of both releases; 115.7f of the new one alone, so somebody has begun to move this file."""
    found = moved(citing("// CR 114.4\n// CR 701.68a\n"))["a.rs"]
    assert [left.why for left in found.left] == [WhyLeft.UNSURE]


@pytest.mark.parametrize(
    ("line", "is_string"),
    [
        ('say("CR 704.5k")', True),
        ('say("a \\" CR 704.5k")', True),
        ("say(x); // it's CR 704.5k", False),
        ('/// "CR 704.5k"', False),
        ('say("a"); // CR 704.5k', False),
    ],
)
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


OLD, NEW = "2025-02-07", "2026-04-17"


@cache
def _release(shared: Path, day: str) -> Release:
    path = shared / "cr" / f"{day}.txt"
    return read(path.read_bytes(), path.name)


@pytest.fixture(scope="module")
def words(shared: Path) -> ClauseWords:
    return words_of_releases(shared, OLD, NEW)


def _lines(shared: Path, seed: int, kind: str, file: int) -> Iterator[tuple[str, str]]:
    """Yield a line that cites a clause with some of its words, and that line with the number it should end up with."""
    from random import Random

    chance = Random(1000 * seed + file)
    release = _release(shared, OLD)
    nodes = [node for node in walk(release) if node.number.letter and len(node.clause.text.split()) > 12]
    for place, node in enumerate(chance.sample(nodes, 40)):
        judgement = judge(numbering(), node.number, at(OLD), at(NEW))
        if judgement.verdict in {Verdict.RIGHT, Verdict.MOVED, Verdict.REUSED}:
            said = node.clause.text.split()
            start = chance.randrange(len(said) - 11)
            if any(map(str.isdigit, "".join(said[start : start + 12]))):
                continue
            is_new = kind == "new" or (kind == "by file" and file % 2 == 1) or (kind == "by line" and place % 2 == 1)
            beside = " ".join(said[start : start + 12])
            numbers = (judgement.numbers[0] if is_new else node.number, judgement.numbers[0])
            written, wanted = (f"/// CR {number}: {beside}\nlet x = {place};\n" for number in numbers)
            yield written, wanted


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("kind", ["old", "new", "by file", "by line"])
def test_no_sure_edit_of_a_half_migrated_tree_is_wrong(shared: Path, words: ClauseWords, kind: str, seed: int) -> None:
    made = {f"f{file}.rs": list(_lines(shared, seed, kind, file)) for file in range(4)}
    texts = [citing("".join(old for old, _ in lines), name) for name, lines in made.items()]
    found = moved(*texts, old=OLD, new=NEW, words=words)
    edited = 0
    for each in texts:
        update = found.get(each.name)
        new = update.new if update else each.text
        for (old, wanted), line in zip(made[each.name], new.decode().split("\nlet")[:-1], strict=False):
            got = line.rpartition("\n")[2] if "///" not in line else line[line.index("///") :]
            assert got in (wanted.split("\nlet")[0], old.split("\nlet")[0])
            edited += got != old.split("\nlet")[0]
    again = [citing(found[each.name].new if each.name in found else each.text, each.name) for each in texts]
    assert not any(update.edits for update in moved(*again, old=OLD, new=NEW, words=words).values())
    assert (edited > 0) == (kind != "new")
