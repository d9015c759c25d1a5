"""One writer at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from crdiff.errors import StoreError
from crdiff.output.lock import writing

HOLD = """
import sys, time
from pathlib import Path
from crdiff.output.lock import writing
with writing(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path: Path) -> subprocess.Popen[bytes]:
    """Return another process that holds the right to write."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_second_writer_is_refused_until_the_first_is_gone_even_if_it_was_killed(
    tmp_path: Path, holder: subprocess.Popen[bytes]
) -> None:
    try:
        with pytest.raises(StoreError, match="another process is writing to this corpus"), writing(tmp_path):
            pass
    finally:
        holder.kill()
        holder.communicate()
    with writing(tmp_path, 5.0):
        pass


def test_a_writer_may_wait(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    try:
        with pytest.raises(StoreError, match="one at a time"), writing(tmp_path, 0.2):
            pass
    finally:
        holder.kill()
        holder.communicate()


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="the corpus cannot be written"), writing(tmp_path / "file"):
        pass
