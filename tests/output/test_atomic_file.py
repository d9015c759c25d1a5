"""A file is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.output.atomic_file import write_whole


def test_a_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "answer.txt"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "answer.txt"
    write_whole(path, b"first")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*answer\.txt'"):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]
