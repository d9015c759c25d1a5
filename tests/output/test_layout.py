"""The folders of a tree are made ahead by another process, and removed with everything that was in them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crdiff.output import layout
from crdiff.output.layout import copying_folders, make_folders, paths_in, read_layout, remove_tree
from crdiff.output.tree import Written, read_tree, write_tree
from tests.support.written_portions import write

FILES = {"index.html": b"home", "clause/1/index.html": b"one", "clause/2/texts/index.html": b"two"}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    write_tree(tmp_path / "old", FILES)
    return tmp_path / "old"


def folders_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_dir()}


def test_a_layout_has_every_file_and_names_outer_folders_first(old: Path) -> None:
    found = read_layout(old)
    assert paths_in(found) == FILES.keys()
    assert sorted(found) == ["", "clause", "clause/1", "clause/2", "clause/2/texts"]
    made: list[str] = []
    for folder in found:
        assert not folder.rpartition("/")[0] or folder.rpartition("/")[0] in made
        made.append(folder)
    assert read_layout(old / "nowhere") == {}


def test_another_process_makes_the_folders_and_tells_what_was_in_them(old: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found() == read_layout(old)
        assert folders_below(tmp_path / "new") == folders_below(old)


@pytest.mark.parametrize("loses", [lambda: os._exit(1), lambda: (_ for _ in ()).throw(MemoryError)])
def test_a_process_that_was_killed_leaves_the_work_to_this_one(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loses: object
) -> None:
    monkeypatch.setattr(layout, "make_folders", lambda *_: loses())  # type: ignore[operator]
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found() == read_layout(old)


def test_without_processes_the_folders_are_made_with_the_files(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "can_fork", lambda: False)
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found() == read_layout(old)
        assert folders_below(tmp_path / "new") == set()


@pytest.mark.parametrize("ahead", [False, True])
def test_nothing_is_left_of_the_old_tree(tmp_path: Path, *, ahead: bool) -> None:
    """Source: the site of 125 releases, to 2026-02-27, of which each page has a folder of its own."""
    old = [(f"clause/{place}/texts/index.html", b"old") for place in range(40)]
    write(tmp_path / "site", [lambda: old], ahead=ahead)
    new = [("index.html", b"new"), ("clause/7/index.html", b"seven")]
    assert write(tmp_path / "site", [lambda: new], ahead=ahead) == Written(2, 0, 40)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert read_tree(tmp_path / "site") == dict(new)
    assert folders_below(tmp_path / "site") == {"clause", "clause/7"}


def test_a_tree_without_files_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "site", [lambda: [("clause/1/index.html", b"one")]])
    assert write(tmp_path / "site", [list], ahead=True) == Written(0, 0, 1)
    assert [*(tmp_path / "site").iterdir()] == []


def test_what_somebody_else_put_into_a_tree_stays(old: Path) -> None:
    found = read_layout(old)
    (old / "clause" / "1" / "theirs.html").write_bytes(b"theirs")
    remove_tree(found, old)
    assert read_tree(old) == {"clause/1/theirs.html": b"theirs"}


def test_folders_that_are_there_are_no_error(old: Path) -> None:
    make_folders(read_layout(old), old)
    assert read_tree(old) == FILES
