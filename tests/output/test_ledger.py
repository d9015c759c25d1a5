"""What is made from the same as before is not made again, and nothing but that is taken for granted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from crdiff.errors import CorpusError
from crdiff.output import ledger, parallel
from crdiff.output.fingerprints import CachedGroup, Files, Note, source_of
from crdiff.output.ledger import Ledger, ledger_of, read_ledger
from crdiff.output.parallel import left_as_it_is
from crdiff.output.tree import Written, read_tree
from tests.support.written_portions import write


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make everything in this process, so that it can be counted."""
    monkeypatch.setattr(parallel, "PROCESSES", 1)


class Pages:
    """A site of three groups of two pages, which says what it made."""

    def __init__(self, **said: str) -> None:
        self.said = {"a": "alpha", "b": "beta", "c": "gamma"} | said
        self.made: list[str] = []

    def portion(self) -> Files:
        for name, said in self.said.items():
            yield CachedGroup(name, source_of(said), lambda name=name, said=said: self._make(name, said))
            yield Note(source_of(name, said), said.upper())

    def _make(self, name: str, said: str) -> Iterator[tuple[str, bytes]]:
        self.made.append(name)
        yield f"{name}/index.html", said.encode()
        yield f"{name}/index.json", f'"{said}"'.encode()

    def write(self, site: Path) -> Written:
        return write(site, [self.portion], known=read_ledger(site))

    def tree(self) -> dict[str, bytes]:
        pages = {name: list(self._make(name, said)) for name, said in self.said.items()}
        return {path: content for name in sorted(pages) for path, content in pages[name]}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site that was written once."""
    assert Pages().write(tmp_path / "site") == Written(6, 0, 0)
    return tmp_path / "site"


def test_only_what_is_made_from_something_else_is_made(site: Path) -> None:
    pages = Pages(b="betting")
    assert pages.write(site) == Written(2, 4, 0)
    assert pages.made == ["b"]
    assert read_tree(site) == pages.tree()


def test_a_page_of_other_values_that_comes_out_the_same_stays_the_same_file(site: Path) -> None:
    before = (site / "a" / "index.html").stat().st_ino
    pages = Pages()
    files = [CachedGroup("a", source_of("other values"), lambda: iter([("a/index.html", b"alpha")]))]
    assert write(site, [lambda: iter(files)], known=read_ledger(site)) == Written(0, 1, 5)
    assert (site / "a" / "index.html").stat().st_ino == before
    assert pages.made == []


@pytest.mark.parametrize("spoil", [lambda file: file.write_bytes(b"alphA"), lambda file: file.unlink()])
def test_a_file_that_is_not_as_it_was_written_is_made_again(site: Path, spoil: Callable[[Path], object]) -> None:
    spoil(site / "a" / "index.json")
    pages = Pages()
    pages.write(site)
    assert pages.made == ["a"]
    assert read_tree(site) == pages.tree()


def _torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def _forged(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"b/index.html", b"a/index.html"))


def _more(file: Path) -> None:
    file.with_name("more.html").write_bytes(b"not ours")


@pytest.mark.parametrize("spoil", [_torn, Path.unlink, _more])
def test_a_tree_is_left_only_where_it_is_whole_and_made_from_the_same(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    site, others = tmp_path / "site", [("b.html", b"beta")]
    write(site, [Pages().portion], lambda _: others, source="the same")
    known = read_ledger(site)
    assert left_as_it_is(site, known, "the same") == Written(0, 7, 0)
    assert left_as_it_is(site, known, "another") is left_as_it_is(site, known, "") is None
    spoil(site / "b.html")
    assert left_as_it_is(site, known, "the same") is None


@pytest.mark.parametrize("spoil", [Path.unlink, _torn, _forged, lambda file: file.write_bytes(b"\xff\n{}")])
def test_without_a_ledger_that_is_whole_everything_is_made(site: Path, spoil: Callable[[Path], object]) -> None:
    spoil(ledger_of(site))
    pages = Pages()
    assert pages.write(site) == Written(0, 6, 0)
    assert pages.made == ["a", "b", "c"]
    assert read_tree(site) == pages.tree()


def test_what_other_code_wrote_down_does_not_count(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_ledger(site).groups.keys() == {"a", "b", "c"}
    monkeypatch.setattr(ledger, "package_fingerprint", lambda: "other code")
    assert read_ledger(site) == Ledger()


def test_a_note_is_read_back_until_a_site_does_without_it(site: Path) -> None:
    assert read_ledger(site).notes[source_of("b", "beta")] == "BETA"
    Pages(b="betting").write(site)
    assert sorted(read_ledger(site).notes.values()) == ["ALPHA", "BETTING", "GAMMA"]


def test_two_processes_write_the_same_ledger_as_one(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [partial(_those_of, name) for name in "abc"]
    told = ledger_of(site).read_bytes()
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(parallel, "PROCESSES", 2)
    assert write(site, parts, known=read_ledger(site)) == Written(0, 6, 0)
    assert write(site, parts) == Written(0, 6, 0)
    assert ledger_of(site).read_bytes() == told


def _those_of(name: str) -> Files:
    pages = Pages()
    pages.said = {name: pages.said[name]}
    return pages.portion()


def test_a_build_that_fails_leaves_site_and_ledger(site: Path) -> None:
    def failing() -> Files:
        yield from Pages(a="other").portion()
        raise CorpusError("the page cannot be made")

    before = read_tree(site), ledger_of(site).read_bytes()
    with pytest.raises(CorpusError, match="cannot be made"):
        write(site, [failing], known=read_ledger(site))
    assert (read_tree(site), ledger_of(site).read_bytes()) == before
    assert sorted(path.name for path in site.parent.iterdir()) == [ledger_of(site).name, "site"]


def test_a_ledger_that_cannot_be_written_costs_the_next_build_only(tmp_path: Path) -> None:
    ledger_of(tmp_path / "site").mkdir()
    Pages().write(tmp_path / "site")
    assert read_tree(tmp_path / "site") == Pages().tree()
    assert read_ledger(tmp_path / "site") == Ledger()


def test_the_same_page_in_two_groups_is_an_error(site: Path) -> None:
    twice = [CachedGroup(name, source_of(name), lambda: iter([("a/index.html", b"alpha")])) for name in ("a", "again")]
    with pytest.raises(CorpusError, match=r"two pages at a/index\.html"):
        write(site, [lambda: iter(twice)], known=read_ledger(site))
