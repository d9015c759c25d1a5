"""Which files of a tree are read, and which are named because they are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from repositories import git

from crdiff.cite_tree.files import SIZE_MAX, Unread, files_of, is_read, matching, read_text_of
from crdiff.errors import UsageError


def _tree(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("CR 704.5k\n")


def _names(folder: Path, *exclude: str) -> list[str]:
    wanted = is_read(exclude, folder)
    return [Path(found).relative_to(folder).as_posix() for found in files_of([str(folder)], wanted)]


def test_without_git_the_ignore_file_of_the_tree_is_heeded(tmp_path: Path) -> None:
    _tree(tmp_path, "a.rs", "b/c.md", "build/out.rs", "node_modules/x.js", "icon.svg", "d.min.js", "map")
    (tmp_path / ".gitignore").write_text("build/\n")
    assert _names(tmp_path) == [".gitignore", "a.rs", "b/c.md", "map"]


def test_without_git_the_ignore_file_of_a_folder_comes_before_those_above_it(tmp_path: Path) -> None:
    _tree(tmp_path, "a.log", "sub/a.log", "sub/deep/b.log", "sub/deep/c.tmp", "other/c.tmp")
    (tmp_path / ".gitignore").write_text("*.log\n")
    (tmp_path / "sub" / ".gitignore").write_text("!b.log\n*.tmp\n")
    assert _names(tmp_path) == [".gitignore", "other/c.tmp", "sub/.gitignore", "sub/deep/b.log"]


def test_under_git_it_says_which_files_there_are(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    _tree(tmp_path, "tracked.rs", "new.rs", "build/out.rs")
    (tmp_path / ".gitignore").write_text("build/\n")
    git(tmp_path, "add", "tracked.rs")
    assert _names(tmp_path) == [".gitignore", "new.rs", "tracked.rs"]


def test_in_a_hook_the_tree_is_the_one_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    _tree(tmp_path, "src/a.rs", "src/build/out.rs")
    (tmp_path / ".gitignore").write_text("build/\n")
    monkeypatch.setenv("GIT_DIR", ".git")
    assert _names(tmp_path / "src") == ["a.rs"]


def test_a_tree_is_read_without_git_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    _tree(tmp_path, "a.rs")
    monkeypatch.setenv("PATH", "")
    assert _names(tmp_path) == ["a.rs"]


def test_submodules_and_links_are_not_followed_nor_is_what_is_gone(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    for folder in (inner, outer):
        folder.mkdir()
        git(folder, "init", "-q")
    _tree(inner, "inside.rs")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "a")
    _tree(outer, "own.rs", "gone.rs")
    git(outer, "add", ".")
    git(outer, "submodule", "add", "-q", str(inner), "module")
    (outer / "gone.rs").unlink()
    (outer / "loop").symlink_to(outer)
    read = [name for name in _names(outer) if read_text_of(str(outer / name)) is not None]
    assert read == [".gitmodules", "own.rs"]


def test_a_configuration_leaves_out_more(tmp_path: Path) -> None:
    _tree(tmp_path, "a.rs", "docs/history/old.md", "docs/new.md")
    assert _names(tmp_path, "docs/history/**") == ["a.rs", "docs/new.md"]


def test_patterns_are_read_from_the_folder_of_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs" / "history").mkdir(parents=True)
    is_meant = matching(["docs/history/**"], tmp_path)
    assert is_meant(str(tmp_path / "docs/history/old.md"))
    for folder, name in ((tmp_path, "docs/history/old.md"), (tmp_path / "docs", "history/old.md")):
        monkeypatch.chdir(folder)
        is_meant = matching(["docs/history/**"], tmp_path)
        assert (is_meant(name), is_meant("new.md")) == (True, False)


def test_a_file_that_is_named_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    _tree(tmp_path, "icon.svg")
    named = str(tmp_path / "icon.svg")
    assert list(files_of([named, named])) == [named]


def test_a_file_is_named_once_however_its_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _tree(tmp_path, "src/a.rs")
    monkeypatch.chdir(tmp_path)
    assert list(files_of([".", "./src", "src/", "./src/a.rs"])) == ["src/a.rs"]


def test_a_path_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        list(files_of([str(tmp_path / "nowhere")]))


def test_what_is_no_text_is_not_read(tmp_path: Path) -> None:
    binary, real, link, pipe = (tmp_path / name for name in ("binary", "real.rs", "link.rs", "pipe"))
    binary.write_bytes(b"CR 704.5k\0")
    real.write_bytes(b"CR 704.5k")
    link.symlink_to(real)
    os.mkfifo(pipe)
    assert [read_text_of(str(path)) for path in (binary, link, pipe, tmp_path)] == [None] * 4
    assert read_text_of(str(real)) == b"CR 704.5k"


def test_what_may_be_text_and_is_not_read_is_told_with_its_reason(tmp_path: Path) -> None:
    large, wide = tmp_path / "large", tmp_path / "wide"
    large.write_bytes(b" " * (SIZE_MAX + 1))
    wide.write_bytes("CR 704.5k".encode("utf-16"))
    assert [read_text_of(str(path)) for path in (large, wide)] == [Unread.LARGE, Unread.UTF_16]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="a superuser may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    _tree(tmp_path, "secret.rs")
    (tmp_path / "secret.rs").chmod(0)
    assert read_text_of(str(tmp_path / "secret.rs")) is Unread.DENIED
