"""A tree made in portions is the same tree, however many processes took part, or none at all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from crdiff.errors import CorpusError
from crdiff.output import workers
from crdiff.output.tree import Written, read_tree
from tests.support.written_portions import write


def files(name: str, count: int = 20) -> Iterator[tuple[str, bytes]]:
    for place in range(count):
        yield f"{name}/{place}.html", f"{name} {place}".encode()


def failing() -> Iterator[tuple[str, bytes]]:
    yield "half.html", b"half"
    raise CorpusError("the page cannot be made")


MADE = [partial(files, name) for name in "abcdefgh"]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_the_tree_is_the_same_for_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(workers, "PROCESSES", processes)
    monkeypatch.setattr("os.cpu_count", lambda: processes)
    seen: list[str] = []
    written = write(tmp_path / "site", MADE, lambda paths: seen.extend(paths) or [("last", b"")])
    assert written == Written(161, 0, 0)
    assert seen == [path for made in MADE for path, _ in made()]
    assert read_tree(tmp_path / "site") == {path: content for made in MADE for path, content in made()} | {"last": b""}
    assert write(tmp_path / "site", MADE[:4]) == Written(0, 80, 81)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("place", range(3))
def test_a_portion_that_fails_leaves_the_old_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int, place: int
) -> None:
    monkeypatch.setattr(workers, "PROCESSES", processes)
    monkeypatch.setattr("os.cpu_count", lambda: processes)
    write(tmp_path / "site", MADE[:1])
    with pytest.raises(CorpusError, match="cannot be made"):
        write(tmp_path / "site", [*MADE[:place], failing, *MADE[place:2]])
    assert read_tree(tmp_path / "site") == dict(files("a"))
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_two_portions_with_one_page_are_an_error_and_the_old_tree_keeps_its_bytes(tmp_path: Path) -> None:
    """Files that stay are shared with the old tree: what is written into one would be written into both."""
    write(tmp_path / "site", MADE[:1])
    with pytest.raises(CorpusError, match=r"two pages at a/3\.html"):
        write(tmp_path / "site", [MADE[0], lambda: iter([("a/3.html", b"other")])])
    assert read_tree(tmp_path / "site") == dict(files("a"))
