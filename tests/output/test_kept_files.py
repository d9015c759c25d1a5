"""What is kept is read back whole or not at all, and the files asked for last stay."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.output.fingerprints import keep_file, recall_file


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    keep_file(tmp_path / "new" / "a.kept", b"first\nsecond\n", most=2)
    assert recall_file(tmp_path / "new" / "a.kept") == b"first\nsecond\n"
    assert recall_file(tmp_path / "new" / "b.kept") is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(file.read_bytes()[:-1]),
        lambda file: file.write_bytes(file.read_bytes().replace(b"first", b"other")),
        lambda file: file.write_bytes(b"\xff\n" + file.read_bytes()),
        Path.unlink,
    ],
)
def test_what_is_altered_is_not_read_back(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    keep_file(tmp_path / "a.kept", b"first", most=2)
    spoil(tmp_path / "a.kept")
    assert recall_file(tmp_path / "a.kept") is None


def test_the_files_asked_for_last_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"somebody's")
    for place, name in enumerate("abc"):
        keep_file(tmp_path / f"{name}.kept", name.encode(), most=3)
        os.utime(tmp_path / f"{name}.kept", (place, place))
    assert recall_file(tmp_path / "a.kept") == b"a"
    keep_file(tmp_path / "d.kept", b"d", most=3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.kept", "c.kept", "d.kept", "notes.txt"]


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    keep_file(tmp_path / "file" / "a.kept", b"a", most=1)
    assert recall_file(tmp_path / "file" / "a.kept") is None
