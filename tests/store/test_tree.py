"""A tree of files is written whole or not at all, and what did not change is not written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.store.tree import Written, read_tree, write_tree

FILES = {"index.html": b"home", "clause/1/index.html": b"one"}


def test_a_tree_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    assert write_tree(tmp_path / "site", FILES) == Written(changed=2, kept=0, removed=0)
    assert read_tree(tmp_path / "site") == FILES


def test_only_what_changed_is_written_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    write_tree(tmp_path / "site", FILES)
    before = (tmp_path / "site" / "index.html").stat().st_ino
    assert write_tree(tmp_path / "site", {"index.html": b"home", "new.html": b"new"}) == Written(1, 1, 1)
    assert read_tree(tmp_path / "site") == {"index.html": b"home", "new.html": b"new"}
    assert (tmp_path / "site" / "index.html").stat().st_ino == before


def test_a_tree_that_cannot_be_written_leaves_the_old_one_as_it_was(tmp_path: Path) -> None:
    write_tree(tmp_path / "site", FILES)
    with pytest.raises(OSError, match="name too long"):
        write_tree(tmp_path / "site", {"index.html": b"new", "x" * 300: b"too long a name"})
    assert read_tree(tmp_path / "site") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
