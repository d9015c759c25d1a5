"""What git knows of a tree: when a line was written, and where the repository is published."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from citing import citing, numbering
from repositories import git
from table import table

from crdiff.cite.checking import CiteChecker
from crdiff.cite.judging import Basis, Verdict
from crdiff.cite_tree.git import (
    GitFile,
    blamed,
    blamed_lines,
    bring,
    commit_of,
    contents,
    files_in,
    first_day,
    older_files,
    published,
)
from crdiff.errors import UsageError
from crdiff.model.number import ClauseNumber


@table
def test_an_address_of_a_host_with_pages_gives_the_name_and_the_link(address: str, name: str, link: str) -> None:
    assert published(address) == (name, link.format(name))


@pytest.mark.parametrize("address", ["", "/srv/mage.git", "https://example.org/a/b.git", "../mage", "C:\\mage"])
def test_any_other_address_gives_neither(address: str) -> None:
    assert published(address) == (None, None)


def _history(folder: Path) -> Path:
    """Make a file with a line of 2012, one of 2019 that was indented in 2021, and one that is not committed."""
    folder.mkdir()
    git(folder, "init", "-q")
    path = folder / "a b.rs"
    for day, text in (
        ("2012-08-01", "// CR 114.4\n"),
        ("2019-08-01", "// CR 114.4\n// CR 704.5a\n"),
        ("2021-08-01", "// CR 114.4\n    // CR 704.5a\n"),
    ):
        path.write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", day, day=day)
    path.write_text(f"{path.read_text()}// CR 115.5\n")
    return path


def test_each_line_has_the_commit_that_wrote_its_words(tmp_path: Path) -> None:
    lines = blamed_lines(str(_history(tmp_path / "a")))
    assert [line.day for line in lines[:2]] == [date(2012, 8, 1), date(2019, 8, 1)]
    assert [bool(line.commit) for line in lines] == [True, True, False]


def test_a_citation_is_of_the_release_in_force_on_the_day_of_its_line(tmp_path: Path) -> None:
    path = _history(tmp_path / "a")
    (text,) = blamed([citing(path.read_bytes(), str(path))], numbering())
    assert [numbering().dates[day] for day in text.days[:2] if day is not None] == [date(2012, 7, 1), date(2019, 7, 12)]


def test_where_a_shallow_clone_ends_no_day_is_known(tmp_path: Path) -> None:
    path = _history(tmp_path / "a")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{path.parent}", str(tmp_path / "b"))
    assert {line.day for line in blamed_lines(str(tmp_path / "b" / path.name))} == {None}


def test_a_tree_was_begun_on_the_day_of_its_first_commit_as_far_as_git_knows(tmp_path: Path) -> None:
    folder = _history(tmp_path / "engine").parent
    assert first_day(str(folder)) == date(2012, 8, 1)
    git(tmp_path, "clone", "-q", "--depth", "1", folder.as_uri(), "shallow")
    (tmp_path / "plain").mkdir()
    assert [first_day(str(tmp_path / name)) for name in ("shallow", "plain")] == [None, None]


def test_a_file_that_git_does_not_know_has_no_lines(tmp_path: Path) -> None:
    (tmp_path / "a.rs").write_text("// CR 114.4\n")
    assert blamed_lines(str(tmp_path / "a.rs")) == ()


def test_an_ambiguous_number_is_read_by_the_day_of_its_line(tmp_path: Path) -> None:
    """114.4 of 2012 is on an illegal target, today's on emblems; the line says nothing, the day does."""
    path = _history(tmp_path / "a")
    path.write_text(f"{path.read_text()}// CR 114.4\n")
    git(path.parent, "commit", "-qam", "new", day="2026-05-01")
    text = citing(path.read_bytes(), str(path))
    numbers = CiteChecker(numbering(), numbering().newest).check(list(blamed([text], numbering()))).numbers
    said = [(each.judgement.verdict, each.basis) for each in numbers if each.number == ClauseNumber.of(114, 4)]
    assert said == [(Verdict.REUSED, Basis.BLAME), (Verdict.RIGHT, Basis.BLAME)]


def _without_contents(folder: Path, origin: Path) -> Path:
    """Make a clone of a repository that has the contents of no file."""
    git(origin, "config", "uploadpack.allowFilter", "true")
    git(folder, "clone", "-q", "--no-checkout", "--filter=blob:none", origin.resolve().as_uri(), "clone")
    return folder / "clone"


def test_a_clone_without_contents_is_given_them_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    origin = _history(tmp_path / "a").parent
    (origin / "large.rs").write_text("// CR 704.5a\n" * 10)
    (origin / "c.rs").write_text("// CR 704.5b\n")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "more")
    monkeypatch.chdir(_without_contents(tmp_path, origin))
    commit = commit_of("HEAD")
    files = files_in(commit, "")
    assert all(content is None for _, content in contents([GitFile("a", "0" * 40)], 100))
    bring(commit, files)
    (tmp_path / "a").rename(tmp_path / "gone")
    read = {file.path: content for file, content in contents(files, 100)}
    assert (read["c.rs"], read["large.rs"]) == (b"// CR 704.5b\n", 130)
    with pytest.raises(UsageError, match=r"this clone lacks the content of files of .* and 'origin' does not give it"):
        bring(commit_of("HEAD~1"), files_in(commit_of("HEAD~1"), ""))


def test_a_file_is_older_than_a_day_where_the_last_commit_is_and_nothing_has_changed_since(tmp_path: Path) -> None:
    path, later = _history(tmp_path / "a"), date(2022, 8, 2)
    inside = str(path.parent)
    assert not older_files(later, inside)(str(path))
    git(path.parent, "commit", "-qam", "all", day="2022-08-01")
    assert (older_files(later, inside)(str(path)), older_files(date(2022, 8, 1), inside)(str(path))) == (True, False)
    new = path.parent / "new" / "new.rs"
    new.parent.mkdir()
    new.write_text("// CR 704.5a\n")
    is_older = older_files(later, inside)
    assert [is_older(str(each)) for each in (new, path, tmp_path / "none.rs")] == [False, True, False]
    assert not older_files(later, str(tmp_path))(str(path))


def test_a_revision_is_as_old_as_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _history(tmp_path / "a")
    monkeypatch.chdir(path.parent)
    asked = (date(2021, 8, 1), "HEAD~1"), (date(2019, 8, 1), "HEAD")
    assert [older_files(day, ".", revision)(path.name) for day, revision in asked] == [True, False]
