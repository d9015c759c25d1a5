"""The folders of a tree are removed with everything that was in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from trees import write_tree

from crdiff.output import tree
from crdiff.output.tree import Written, read_tree
from tests.support.written_portions import write

FILES = {"index.html": b"home", "clause/1/index.html": b"one", "clause/2/texts/index.html": b"two"}


def folders_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_dir()}


def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(tmp_path: Path) -> None:
    before = [("a/b/c.html", b"c"), ("d", b"d")]
    after = [("a/b", b"b"), ("d/e.html", b"e")]
    write(tmp_path / "site", [lambda: before])
    (tmp_path / "site" / "robots.txt" / "empty").mkdir(parents=True)
    assert write(tmp_path / "site", [lambda: [*after, ("robots.txt", b"all")]]) == Written(3, 0, 2)
    assert read_tree(tmp_path / "site") == dict([*after, ("robots.txt", b"all")])


def test_what_a_link_leads_to_is_not_removed(tmp_path: Path) -> None:
    write_tree(tmp_path / "elsewhere", FILES)
    (tmp_path / "site").symlink_to(tmp_path / "elsewhere")
    write(tmp_path / "site", [lambda: [("index.html", b"new")]])
    assert read_tree(tmp_path / "elsewhere") == FILES
    assert read_tree(tmp_path / "site") == {"index.html": b"new"}


@pytest.mark.parametrize("fails", ["mkdtemp", "writing"])
def test_a_tree_that_cannot_be_begun_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(tree, fails, refused)
    with pytest.raises(OSError, match="no room"):
        write(tmp_path / "build" / "site", [list])
    assert not [*tmp_path.iterdir()]


def test_nothing_is_left_of_the_old_tree(tmp_path: Path) -> None:
    """Source: the site of 125 releases, to 2026-02-27, of which each page has a folder of its own."""
    old = [(f"clause/{place}/texts/index.html", b"old") for place in range(40)]
    write(tmp_path / "site", [lambda: old])
    new = [("index.html", b"new"), ("clause/7/index.html", b"seven")]
    assert write(tmp_path / "site", [lambda: new]) == Written(2, 0, 40)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert read_tree(tmp_path / "site") == dict(new)
    assert folders_below(tmp_path / "site") == {"clause", "clause/7"}


def test_a_tree_without_files_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "site", [lambda: [("clause/1/index.html", b"one")]])
    assert write(tmp_path / "site", [list]) == Written(0, 0, 1)
    assert [*(tmp_path / "site").iterdir()] == []
