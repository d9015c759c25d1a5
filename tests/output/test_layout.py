"""The folders of a tree are made ahead by another process, and removed with everything that was in them."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from crdiff.output import layout, tree
from crdiff.output.layout import copying_folders, make_folders, paths_in, read_layout, remove_tree
from crdiff.output.ledger import read_ledger
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
        assert found.layout() == read_layout(old)
        assert folders_below(tmp_path / "new") == folders_below(old)


@pytest.mark.parametrize("loses", [lambda: os._exit(1), lambda: (_ for _ in ()).throw(MemoryError)])
def test_a_process_that_was_killed_leaves_the_work_to_this_one(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loses: object
) -> None:
    monkeypatch.setattr(layout, "make_folders", lambda *_: loses())  # type: ignore[operator]
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found.layout() == read_layout(old)


def test_a_process_that_was_killed_while_it_told_leaves_the_work_to_this_one(tmp_path: Path) -> None:
    """A pipe holds 64 KB: what is larger is on its way until it is asked for."""
    for place in range(2_000):
        (tmp_path / "old" / f"a folder with a name of some length, number {place}").mkdir(parents=True)
    (tmp_path / "new").mkdir()
    with copying_folders(tmp_path / "old", tmp_path / "new") as found:
        found.wait()
        time.sleep(0.2)
        (copier,) = multiprocessing.active_children()
        copier.kill()
        copier.join()
        assert found.layout() == read_layout(tmp_path / "old")


def test_a_process_that_cannot_be_started_leaves_the_work_to_this_one(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found.layout() == read_layout(old)


@pytest.mark.parametrize("ahead", [False, True])
def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(tmp_path: Path, *, ahead: bool) -> None:
    before = [("a/b/c.html", b"c"), ("d", b"d")]
    after = [("a/b", b"b"), ("d/e.html", b"e")]
    write(tmp_path / "site", [lambda: before], ahead=ahead)
    (tmp_path / "site" / "robots.txt" / "empty").mkdir(parents=True)
    assert write(tmp_path / "site", [lambda: [*after, ("robots.txt", b"all")]], ahead=ahead) == Written(3, 0, 2)
    assert read_tree(tmp_path / "site") == dict([*after, ("robots.txt", b"all")])


def test_what_a_link_leads_to_is_not_removed(tmp_path: Path) -> None:
    write_tree(tmp_path / "elsewhere", FILES)
    (tmp_path / "site").symlink_to(tmp_path / "elsewhere")
    write(tmp_path / "site", [lambda: [("index.html", b"new")]], ahead=True)
    assert read_tree(tmp_path / "elsewhere") == FILES
    assert read_tree(tmp_path / "site") == {"index.html": b"new"}


def test_without_links_the_ledger_has_the_stamps_of_the_new_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    write(tmp_path / "site", [lambda: [("a.html", b"a")]], source="same")
    monkeypatch.setattr(os, "link", refused)
    write(tmp_path / "site", [lambda: [("a.html", b"a")]], known=read_ledger(tmp_path / "site"), source="same")
    (made,) = read_ledger(tmp_path / "site").files()
    found = (tmp_path / "site" / "a.html").stat()
    assert made.stamp == (found.st_size, found.st_mtime_ns)


@pytest.mark.parametrize("fails", ["mkdtemp", "copying_folders"])
def test_a_tree_that_cannot_be_begun_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(tree, fails, refused)
    with pytest.raises(OSError, match="no room"):
        write(tmp_path / "build" / "site", [list], ahead=True)
    assert not [*tmp_path.iterdir()]


def test_without_processes_the_folders_are_made_with_the_files(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "can_fork", lambda: False)
    (tmp_path / "new").mkdir()
    with copying_folders(old, tmp_path / "new") as found:
        assert found.layout() == read_layout(old)
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
