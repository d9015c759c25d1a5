"""Adding files: which are meant; one that is no release stops no other; what killed runs leave is cleared away."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.output.workers import InProcess
from crdiff.store.texts import adding
from crdiff.store.texts.adding import add_files, expand
from crdiff.store.texts.corpus_folder import STORE
from crdiff.store.texts.folder import Outcome, TextFolder
from tests.conftest import Filled
from tests.small_releases import RELEASES

_P = ParamSpec("_P")
_T = TypeVar("_T")


def test_a_file_that_is_no_release_is_handed_to_failed_and_the_others_added(small_files: Path, tmp_path: Path) -> None:
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


def test_several_processes_add_alike(small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


# what is meant by the files, folders and patterns that a person names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    for name in ("a.txt", "b.TXT", "deep/c.txt", "deep/notes.log", "[1].txt"):
        (tmp_path / name).write_text("text")
    return tmp_path


def named(folder: Path, *names: str) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in expand(folder / name for name in names)]


def test_a_folder_stands_for_the_texts_under_it(folder: Path) -> None:
    assert named(folder, ".") == ["[1].txt", "a.txt", "b.TXT", "deep/c.txt"]


def test_a_file_is_taken_as_it_is_named_even_if_it_is_not_there(folder: Path) -> None:
    assert named(folder, "deep/notes.log", "gone.txt") == ["deep/notes.log", "gone.txt"]


def test_a_pattern_stands_for_its_matches_and_a_file_called_like_one_for_itself(folder: Path) -> None:
    assert named(folder, "*.txt") == ["[1].txt", "a.txt"]
    assert named(folder, "**/c*.txt") == ["deep/c.txt"]
    assert named(folder, "[1].txt") == ["[1].txt"]


def test_a_file_named_twice_is_taken_once(folder: Path) -> None:
    assert named(folder, "a.txt", "*.txt", "a.txt") == ["a.txt", "[1].txt"]


# what killed runs leave is cleared away by the next one that writes, and nothing else is


FIRST, SECOND, THIRD, LAST = RELEASES
PART = ".crdiff-0123456789abcdef.part"


def test_the_next_writer_removes_what_was_being_written_and_touches_no_text(filled: Filled) -> None:
    corpus = filled(FIRST, SECOND)
    corpus.build()
    folder = corpus.folder
    left = [folder / "texts" / PART, folder / PART, folder / f"new-{STORE}"]
    own = [folder / "texts" / "notes.txt", folder / "texts" / f"{LAST}.0123456789abcdef.txt"]
    own += [folder / ".hidden", folder / ".mine.part"]
    for path in (*left, *own):
        path.write_text("half")
    texts = {path.name for path in (folder / "texts").iterdir()} - {path.name for path in left}
    corpus.add(folder.parent / "given" / f"{THIRD}.txt")
    assert [path.exists() for path in left] == [False, False, True]
    corpus.build()
    assert [path.exists() for path in left] == [False, False, False]
    assert all(path.exists() for path in own)
    assert texts <= {path.name for path in (folder / "texts").iterdir()}
