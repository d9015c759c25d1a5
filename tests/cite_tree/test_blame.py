"""Git says when a line was written, and that says which release a number in it is of."""

from __future__ import annotations

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest

from crdiff.cite.checking import CiteChecker, CitingText
from crdiff.cite.judging import Basis, Verdict
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.blame import blamed, blamed_lines
from crdiff.store.embedded.lives import known_lives

OLD = "// CR 114.4: an illegal target for itself\n"
NEW = "// CR 114.4 and CR 701.68a\n"


def commit(folder: Path, day: str, *, content: str) -> None:
    (folder / "a.rs").write_text(content)
    stamps = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", day)):
        subprocess.run(["git", *words], cwd=folder, check=True, env=os.environ | stamps)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    commit(tmp_path, "2018-03-01", content=OLD)
    commit(tmp_path, "2026-05-01", content="    " + OLD + NEW)
    (tmp_path / "a.rs").write_text("    " + OLD + NEW + "// CR 704.5a\n")
    return tmp_path


def test_a_line_is_as_old_as_its_words_however_it_was_indented(tree: Path) -> None:
    lines = blamed_lines(str(tree / "a.rs"))
    assert [line.day for line in lines] == [date(2018, 3, 1), date(2026, 5, 1), None]
    assert [len(line.commit) for line in lines] == [40, 40, 0]


def test_git_knows_nothing_of_a_file_outside_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.rs").write_text(OLD)
    assert blamed_lines(str(tmp_path / "a.rs")) == ()
    assert blamed_lines(str(tmp_path / "b.rs")) == ()


def test_a_number_is_read_by_the_release_in_force_when_its_line_was_written(tree: Path) -> None:
    """114.4 was an illegal target for itself up to 2018-01-19; in 2026 it says what emblems are not."""
    lives = known_lives()
    numbering = Numbering(lives.clauses, lives.dates)
    path = tree / "a.rs"
    text = CitingText(str(path), path.read_bytes(), tuple(Scanner().scan(path.read_bytes())))
    found = CiteChecker(numbering, numbering.newest).check(list(blamed([text], numbering))).numbers
    said = [(str(each.number), each.judgement.verdict, each.basis) for each in found[:2]]
    assert said == [("114.4", Verdict.REUSED, Basis.BLAME), ("114.4", Verdict.RIGHT, Basis.BLAME)]
    assert list(map(str, found[0].judgement.numbers)) == ["115.5"]
