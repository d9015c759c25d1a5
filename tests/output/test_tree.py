"""A tree of files is written whole or not at all, and what did not change is not written again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import write_tree

from crdiff.errors import StoreError
from crdiff.output import tree as made_tree
from crdiff.output.atomic_file import write_whole
from crdiff.output.fingerprints import keep_file, recall_file
from crdiff.output.lock import writing
from crdiff.output.tree import Written, count_if_made, read_tree, record_of
from tests.support.written_portions import write

FILES = {"index.html": b"home", "clause/1/index.html": b"one"}


def test_a_tree_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    assert write_tree(tmp_path / "site", FILES) == Written(changed=2, kept=0, removed=0)
    assert read_tree(tmp_path / "site") == FILES


def test_a_tree_is_written_into_folders_that_do_not_exist_yet(tmp_path: Path) -> None:
    write_tree(tmp_path / "build" / "docs" / "site", FILES)
    assert read_tree(tmp_path / "build") == {f"docs/site/{name}": content for name, content in FILES.items()}


def test_only_what_changed_is_written_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    write_tree(tmp_path / "site", FILES)
    before = (tmp_path / "site" / "index.html").stat().st_ino
    assert write_tree(tmp_path / "site", {"index.html": b"home", "new.html": b"new"}) == Written(1, 1, 1)
    assert read_tree(tmp_path / "site") == {"index.html": b"home", "new.html": b"new"}
    assert (tmp_path / "site" / "index.html").stat().st_ino == before


WRITE = Path(__file__).with_name("writing.txt").read_text("utf-8")


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


# A tree is left as it is only where it is whole, and made from the same by the same code


MADE = [("a/index.html", b"alpha"), ("b.html", b"beta")]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site that was written once."""
    assert write(tmp_path / "site", [lambda: MADE], source="the same") == Written(2, 0, 0)
    return tmp_path / "site"


def _torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-2])


def _later(file: Path) -> None:
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))


def _more(file: Path) -> None:
    file.with_name("more.html").write_bytes(b"not ours")


@pytest.mark.parametrize("spoil", [_torn, _later, Path.unlink, _more])
def test_a_tree_is_as_it_was_made_only_while_no_file_is_another(site: Path, spoil: Callable[[Path], object]) -> None:
    assert count_if_made(site, "the same") == 2
    assert count_if_made(site, "another") == 0
    spoil(site / "b.html")
    assert count_if_made(site, "the same") == 0
    write(site, [lambda: MADE], source="the same")
    assert (count_if_made(site, "the same"), read_tree(site)) == (2, dict(MADE))


@pytest.mark.parametrize("spoil", [Path.unlink, _torn, lambda file: file.write_bytes(b"\xff\n{}")])
def test_without_a_record_that_is_whole_nothing_is_known(site: Path, spoil: Callable[[Path], object]) -> None:
    spoil(record_of(site))
    assert count_if_made(site, "the same") == 0


def test_what_other_code_made_does_not_count(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_tree, "package_fingerprint", lambda: "other code")
    assert count_if_made(site, "the same") == 0


def test_without_links_files_are_written(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refused)
    assert write(site, [lambda: MADE], source="the same") == Written(0, 2, 0)
    assert (count_if_made(site, "the same"), read_tree(site)) == (2, dict(MADE))


def test_a_build_that_fails_leaves_site_and_record(site: Path) -> None:
    before = read_tree(site), record_of(site).read_bytes()
    with pytest.raises(OSError, match="name too long"):
        write(site, [lambda: [("x" * 300, b"too long a name")]], source="another")
    assert (read_tree(site), record_of(site).read_bytes()) == before
    assert sorted(path.name for path in site.parent.iterdir()) == [record_of(site).name, "site"]


def test_a_record_that_cannot_be_written_costs_the_next_build_only(tmp_path: Path) -> None:
    record_of(tmp_path / "site").mkdir()
    write(tmp_path / "site", [lambda: MADE], source="the same")
    assert (read_tree(tmp_path / "site"), count_if_made(tmp_path / "site", "the same")) == (dict(MADE), 0)


# A file is written whole or not at all


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


# what is kept is read back whole or not at all, and the files asked for last stay


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


# one writer at a time


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


@pytest.mark.parametrize("patience", [0.0, 0.2])
def test_a_second_writer_is_refused_until_the_first_is_gone_even_if_it_was_killed(
    tmp_path: Path, holder: subprocess.Popen[bytes], patience: float
) -> None:
    told = r"another process is writing to this corpus; try again when it has finished"
    try:
        with pytest.raises(StoreError, match=told), writing(tmp_path, patience):
            pass
    finally:
        end(holder)
    with writing(tmp_path, 5.0):
        pass


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="the corpus cannot be written"), writing(tmp_path / "file"):
        pass


# folders are removed with everything that was in them


def folders_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_dir()}


def test_a_file_may_take_the_place_of_a_folder_and_a_folder_that_of_a_file(tmp_path: Path) -> None:
    before = [("a/b/c.html", b"c"), ("d", b"d")]
    after = [("a/b", b"b"), ("d/e.html", b"e")]
    write(tmp_path / "site", [lambda: before])
    (tmp_path / "site" / "robots.txt" / "empty").mkdir(parents=True)
    assert write(tmp_path / "site", [lambda: [*after, ("robots.txt", b"all")]]) == Written(3, 0, 2)
    assert read_tree(tmp_path / "site") == dict([*after, ("robots.txt", b"all")])


@pytest.mark.parametrize("fails", ["mkdtemp", "writing"])
def test_a_tree_that_cannot_be_begun_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(made_tree, fails, refused)
    with pytest.raises(OSError, match="no room"):
        write(tmp_path / "build" / "site", [list])
    assert not [*tmp_path.iterdir()]


def test_nothing_is_left_of_the_old_tree(tmp_path: Path) -> None:
    """Source: the site of 125 releases, to 2026-02-27, of which each page has a folder of its own."""
    old = [(f"clause/{place}/texts/index.html", b"old") for place in range(40)]
    write(tmp_path / "site", [lambda: old])
    new = [("index.html", b"new"), ("clause/7/index.html", b"seven")]
    assert write(tmp_path / "site", [lambda: new]) == Written(2, 0, 40)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert read_tree(tmp_path / "site") == dict(new)
    assert folders_below(tmp_path / "site") == {"clause", "clause/7"}


def test_a_tree_without_files_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "site", [lambda: [("clause/1/index.html", b"one")]])
    assert write(tmp_path / "site", [list]) == Written(0, 0, 1)
    assert [*(tmp_path / "site").iterdir()] == []
