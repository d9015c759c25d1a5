"""A tree of files is written whole or not at all, and what did not change is not written again."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from trees import write_tree

from crdiff.output.tree import Written, read_tree

FILES = {"index.html": b"home", "clause/1/index.html": b"one"}


def test_a_tree_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    assert write_tree(tmp_path / "site", FILES) == Written(changed=2, kept=0, removed=0)
    assert read_tree(tmp_path / "site") == FILES


def test_only_what_changed_is_written_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    write_tree(tmp_path / "site", FILES)
    before = (tmp_path / "site" / "index.html").stat().st_ino
    assert write_tree(tmp_path / "site", {"index.html": b"home", "new.html": b"new"}) == Written(1, 1, 1)
    assert read_tree(tmp_path / "site") == {"index.html": b"home", "new.html": b"new"}
    assert (tmp_path / "site" / "index.html").stat().st_ino == before


def test_a_tree_that_cannot_be_written_leaves_the_old_one_as_it_was(tmp_path: Path) -> None:
    write_tree(tmp_path / "site", FILES)
    with pytest.raises(OSError, match="name too long"):
        write_tree(tmp_path / "site", {"index.html": b"new", "x" * 300: b"too long a name"})
    assert read_tree(tmp_path / "site") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_tree_that_cannot_be_written_leaves_no_folder_that_was_made_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "build" / "public" / "site"
    with pytest.raises(OSError, match="name too long"):
        write_tree(folder, {"x" * 300: b"too long a name"})
    assert not [*tmp_path.iterdir()]
    assert write_tree(folder, FILES).changed == 2


WRITE = """
import sys, time
from pathlib import Path
from crdiff.output import workers
from crdiff.output import tree

def wait(*_):
    print("working", flush=True)
    time.sleep(60)

def files(name):
    yield name, b"half"
    if sys.argv[2] == "making":
        wait()

if sys.argv[2] == "changing places":
    rename = Path.rename
    Path.rename = lambda path, to: wait() if path.name == "new" else rename(path, to)
with tree.NewTree(Path(sys.argv[1])) as new:
    workers.write_portions(new, [lambda: files("index.html"), lambda: files("b.html")])
"""


def writer(folder: Path, until: str) -> subprocess.Popen[bytes]:
    """Return a process that writes a tree and has come as far as `until`."""
    process = subprocess.Popen([sys.executable, "-c", WRITE, str(folder), until], stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline().startswith(b"working")  # two processes may say so at once
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process; those it made end with it, or its output would stay open."""
    process.send_signal(signal.SIGKILL)
    process.communicate()


def beside(folder: Path) -> list[str]:
    """Return what lies beside `folder` and was not there before."""
    return sorted(path.name for path in folder.parent.iterdir() if path != folder)


@pytest.mark.parametrize("until", ["making", "changing places"])
def test_what_a_killed_process_left_is_swept_by_the_next_one(tmp_path: Path, until: str) -> None:
    """The old tree is there again even where the process was killed between taking it away and putting the new one."""
    folder = tmp_path / "site"
    write_tree(folder, FILES)
    end(writer(folder, until))
    assert [name.startswith(".site-") for name in beside(folder)] == [True]
    with pytest.raises(OSError, match="name too long"):
        write_tree(folder, {"x" * 300: b"too long a name"})
    assert beside(folder) == []
    assert read_tree(folder) == FILES


def test_what_a_running_process_makes_is_not_swept(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    process = writer(folder, "making")
    left = beside(folder)
    assert write_tree(folder, FILES).changed == 2
    assert beside(folder) == left != []
    end(process)
    assert write_tree(folder, FILES).kept == 2
    assert beside(folder) == []


def test_folders_that_only_look_like_leftovers_stay(tmp_path: Path) -> None:
    (tmp_path / ".site-backup01").mkdir()
    (tmp_path / ".site-backup01" / "index.html").write_bytes(b"mine")
    (tmp_path / ".site-new" / "new").mkdir(parents=True)
    (tmp_path / ".other-abcdefgh" / "new").mkdir(parents=True)
    write_tree(tmp_path / "site", FILES)
    assert beside(tmp_path / "site") == [".other-abcdefgh", ".site-backup01", ".site-new"]
    assert (tmp_path / ".site-backup01" / "index.html").read_bytes() == b"mine"
