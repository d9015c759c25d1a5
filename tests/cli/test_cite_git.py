"""Citations in a git repository: what a change adds, revisions, migrations made by hand, baselines, links."""

from __future__ import annotations

from pathlib import Path

import pytest
from repositories import git
from table import table

from crdiff.cli.citing import folder_of

STALE = "// CR 114.4: an illegal target for itself\n"


@pytest.fixture(autouse=True)
def tree(tmp_path: Path) -> Path:
    """Make a repository with one commit: three stale citations and a right one."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.rs").write_text(f"{STALE}// CR 704.5a\n")
    (tmp_path / "b.md").write_text("CR 114.4/112.6m\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    return tmp_path


@table
def test_the_repository_that_the_first_path_is_in_knows_the_age_of_a_tree(
    monkeypatch: pytest.MonkeyPatch, tree: Path, paths: tuple[str, ...], folder: str
) -> None:
    """And not the one of the current folder, which may have begun many years earlier or later."""
    monkeypatch.chdir(tree)
    assert folder_of(paths) == folder
