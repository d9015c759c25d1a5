"""Adding files one at a time: one that is not a release does not stop the others."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.output.workers import InProcess
from crdiff.store.texts import adding
from crdiff.store.texts.adding import add_files
from crdiff.store.texts.folder import Outcome, TextFolder
from tests.small_releases import RELEASES

_P = ParamSpec("_P")
_T = TypeVar("_T")


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


def test_several_processes_add_the_same_in_the_same_order(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small_files / "2003-poem.txt").write_text("Roses are red.\n")
    found = []
    for few in (5, 4):
        monkeypatch.setattr(adding, "_FEW", few)
        failures: list[CrdiffError] = []
        added = list(add_files(tmp_path / str(few), [small_files], failures.append))
        known = [(one.outcome, one.text.identity, one.text.name, one.read.file) for one in added]
        found.append((known, [str(failure) for failure in failures]))
    assert found[0] == found[1]


def test_an_error_that_is_raised_leaves_the_files_before_it_added(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "_FEW", 0)
    first, second, *_ = RELEASES
    (small_files / f"{second}.txt").write_text("Roses are red.\n")
    with pytest.raises(CrdiffError, match=second):
        list(add_files(tmp_path / "own", [small_files]))
    assert [text.release for text in TextFolder(tmp_path / "own").held()] == [first]


def test_names_that_mean_no_file_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableText, match="no files there"):
        list(add_files(tmp_path / "own", [tmp_path / "*.txt"]))


@pytest.mark.parametrize(("most", "ahead"), [(1, [1, 1, 1, 1]), (1 << 20, [4, 3, 2, 1])])
def test_no_more_is_read_ahead_than_memory_is_given_to(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, ahead: list[int]
) -> None:
    """Sixteen large files of a folder would else be in memory at once."""
    monkeypatch.setattr(adding, "_AHEAD_BYTES", most)
    readers = _Counting()
    added = add_files(tmp_path / "own", [small_files], executor=readers)
    assert [readers.begun - done for done, _ in enumerate(added)] == ahead


class _Counting(InProcess):
    begun = 0

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        self.begun += 1
        return super().submit(fn, *args, **kwargs)
