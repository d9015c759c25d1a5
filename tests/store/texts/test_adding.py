"""Adding files one at a time: one that is not a release does not stop the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.store.texts.adding import add_files
from crdiff.store.texts.folder import Outcome
from tests.small_releases import RELEASES


def test_a_file_that_is_not_a_release_is_handed_to_failed_and_the_others_are_added(
    small_files: Path, tmp_path: Path
) -> None:
    (small_files / "0-poem.txt").write_text("Roses are red.\n")
    failures: list[CrdiffError] = []
    seen: list[tuple[int, int]] = []
    added = list(add_files(tmp_path / "own", [small_files], failures.append, lambda *done: seen.append(done)))
    assert [one.text.release for one in added] == list(RELEASES)
    assert {one.outcome for one in added} == {Outcome.ADDED}
    assert len(failures) == 1
    assert "0-poem.txt" in str(failures[0])
    assert seen[-1] == (5, 5)


def test_without_failed_the_error_is_raised(small_files: Path, tmp_path: Path) -> None:
    (small_files / "0-poem.txt").write_text("Roses are red.\n")
    with pytest.raises(CrdiffError, match=r"0-poem\.txt"):
        list(add_files(tmp_path / "own", [small_files]))


def test_names_that_mean_no_file_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableText, match="no files there"):
        list(add_files(tmp_path / "own", [tmp_path / "*.txt"]))
