"""Which files of a tree are read."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from crdiff.cite_tree.files import SIZE_MAX, files_of, read_text_of
from crdiff.errors import UsageError


def _tree(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("CR 704.5k\n")


def _names(folder: Path, *exclude: str) -> list[str]:
    return [Path(found).relative_to(folder).as_posix() for found in files_of([str(folder)], exclude)]


def test_without_git_the_ignore_file_of_the_tree_is_heeded(tmp_path: Path) -> None:
    _tree(tmp_path, "a.rs", "b/c.md", "build/out.rs", "node_modules/x.js", "icon.svg", "d.min.js")
    (tmp_path / ".gitignore").write_text("build/\n")
    assert _names(tmp_path) == [".gitignore", "a.rs", "b/c.md"]


def test_under_git_it_says_which_files_there_are(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    _tree(tmp_path, "tracked.rs", "new.rs", "build/out.rs")
    (tmp_path / ".gitignore").write_text("build/\n")
    subprocess.run(["git", "-C", str(tmp_path), "add", "tracked.rs"], check=True)
    assert _names(tmp_path) == [".gitignore", "new.rs", "tracked.rs"]


def test_a_configuration_leaves_out_more(tmp_path: Path) -> None:
    _tree(tmp_path, "a.rs", "docs/history/old.md", "docs/new.md")
    assert _names(tmp_path, "docs/history/**") == ["a.rs", "docs/new.md"]


def test_a_file_that_is_named_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    _tree(tmp_path, "icon.svg")
    named = str(tmp_path / "icon.svg")
    assert list(files_of([named, named])) == [named]


def test_a_path_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        list(files_of([str(tmp_path / "nowhere")]))


def test_what_is_no_text_is_not_read(tmp_path: Path) -> None:
    binary, large, real, link, pipe = (tmp_path / name for name in ("binary", "large", "real.rs", "link.rs", "pipe"))
    binary.write_bytes(b"CR 704.5k\0")
    large.write_bytes(b" " * (SIZE_MAX + 1))
    real.write_bytes(b"CR 704.5k")
    link.symlink_to(real)
    os.mkfifo(pipe)
    assert [read_text_of(str(path)) for path in (binary, large, link, pipe, tmp_path)] == [None] * 5
    assert read_text_of(str(real)) == b"CR 704.5k"
