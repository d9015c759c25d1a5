"""Citations in a git repository: what a change adds, revisions, migrations made by hand, baselines, links."""

from __future__ import annotations

from pathlib import Path

import pytest
from table import table

from crdiff.cli.citing import folder_of


@table
def test_the_repository_that_the_first_path_is_in_knows_the_age_of_a_tree(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, paths: tuple[str, ...], folder: str
) -> None:
    """And not the one of the current folder, which may have begun many years earlier or later."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.rs").write_text("// CR 704.5a\n")
    monkeypatch.chdir(tmp_path)
    assert folder_of(paths) == folder
