"""What `cite check --cache FILE` reads and writes: a file that may be committed, and that is never a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TEXT = "// CR 704.5k: the world rule.\n// CR 704.5k/m: both.\n// CR 4091f\n"
SPOILED: Mapping[str, Callable[[bytes], bytes]] = {
    "cut short": lambda raw: raw[:-9],
    "altered": lambda raw: raw[:90] + b"x" + raw[91:],
    "empty": lambda _: b"",
    "something else": lambda _: b"once upon a time\n",
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_file_that_is_damaged_is_made_again_and_said_so(crdiff: Run, tmp_path: Path, how: str) -> None:
    (tmp_path / "a.rs").write_text(TEXT)
    check = ("cite", "check", "--cache", "known", "--format", "json")
    first = crdiff(*check)
    whole = (tmp_path / "known").read_bytes()
    assert crdiff(*check).stdout == first.stdout
    (tmp_path / "known").write_bytes(SPOILED[how](whole))
    done = crdiff(*check)
    assert done.stdout == first.stdout
    assert b"crdiff: known is damaged: it is made again\n" in done.stderr
    assert (tmp_path / "known").read_bytes() == whole


def test_a_file_of_another_question_is_made_again_and_one_that_cannot_be_written_is_refused(
    crdiff: Run, tmp_path: Path
) -> None:
    (tmp_path / "a.rs").write_text(TEXT)
    crdiff("cite", "check", "--cache", "known")
    again = crdiff("cite", "check", "--cache", "known", "--at", "2018-01-19").stderr.decode()
    assert "known is of another version of crdiff, or of another question: it is made again" in again
    assert str(tmp_path).encode() not in (tmp_path / "known").read_bytes()
    (tmp_path / "folder").mkdir()
    assert "folder" in crdiff.refused("cite", "check", "--cache", "folder")
