"""What is meant by the files, folders and patterns that a person names."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.store.texts.adding import expand


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
