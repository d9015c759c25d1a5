"""A site built over an older one is, byte for byte, the site built from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import small_archive
from msgspec.structs import replace
from small_archive import Releases
from small_excerpt import make_results

from crdiff import site_source
from crdiff.cli.site_pages import SiteTexts, Wanted, write_site
from crdiff.corpus import Corpus
from crdiff.model.corpus import Annotation
from crdiff.output import tree, workers
from crdiff.output.tree import NewTree, Written, read_tree
from crdiff.pages import former_text, releases
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.store.archive.site_contents import SiteContents
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.trace.engines import EngineLink, EngineResults, EngineTest
from tests.cli.conftest import build_little
from tests.small_releases import RELEASES, SOME_CARDS, TWO_CARDS

pytestmark = pytest.mark.usefixtures("little_site")

Tree = Mapping[str, bytes]

# A release of the same year as the newest one: pictures stay.
LATER = {**RELEASES["2014-05-01"], "712.4": "A player who controls another player makes all decisions."}
# What is new here refers to what stood elsewhere for long: when that came depends on the releases held.
DIE = {"713": "Rolling a Die", "713.1": f"{SOME_CARDS} Others let a player concede, see rule 701.1."}
REWORDED = {"712.1": "Each of some cards allows a player to control another player during their next turn."}
GROWN = RELEASES | {"2014-07-18": LATER, "2015-01-23": LATER | DIE | REWORDED}


CONTROL = {"Control": "To have power over an object. See rule 712."}
# The glossaries of some releases, the others have the usual one: an entry is reworded and back, another comes.
GLOSSARIES = {
    "2009-10-01": {"Concede": "To leave the game at once."},
    "2014-07-18": {"Concede": "To leave the game at once.", **CONTROL},
    "2015-01-23": {"Concede": "To give up a game.", **CONTROL},
}


def fill(corpus: Path, releases: Releases) -> Path:
    """Add releases to a corpus and return it."""
    return small_archive.fill(corpus, releases, GLOSSARIES)


def build(corpus: Path, site: Path) -> Written:
    """Build the site of `corpus`, over the one that is there."""
    return write_site(site, SiteTexts(corpus), Wanted(url="https://rules.example/", data="all"))


def built(corpus: Path, site: Path) -> Tree:
    """Build the site of `corpus`, over the one that is there, and return its files."""
    build(corpus, site)
    return read_tree(site)


def without(releases: Releases, *days: str) -> Releases:
    """Return `releases` without some of them."""
    return {day: clauses for day, clauses in releases.items() if day not in days}


@pytest.fixture(scope="module")
def of_all(tmp_path_factory: pytest.TempPathFactory, prose_of_three_pages: Path) -> tuple[Path, Path]:
    """Return the place of a corpus of all releases and its site, and a copy of both, which no test changes."""
    place, kept = tmp_path_factory.mktemp("of-all") / "place", tmp_path_factory.mktemp("of-all") / "kept"
    place.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        build_little(patch, prose_of_three_pages)
        build(fill(place / "corpus", GROWN), place / "site")
    shutil.copytree(place, kept)
    return place, kept


@pytest.fixture
def there(of_all: tuple[Path, Path]) -> tuple[Path, Path]:
    """Return a corpus of all releases and its site, for one test, where they were made: a site knows from what."""
    place, kept = of_all
    shutil.rmtree(place)
    shutil.copytree(kept, place)
    return place / "corpus", place / "site"


def test_a_release_more_or_less_gives_what_a_build_from_nothing_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the beginning, where other names of clauses follow from it.

    Pages are divided as those of great releases are, and lists of texts cut as those of long histories.
    """
    monkeypatch.setattr(releases, "LARGE", 0)
    monkeypatch.setattr(former_text, "NEIGHBOURS", 1)
    monkeypatch.setattr(former_text, "_LISTED_MAX", 2)
    some = without(GROWN, "2009-10-01", "2014-07-18")
    corpus, site = fill(tmp_path / "corpus", some), tmp_path / "site"
    whole = built(corpus, site)
    with Corpus(corpus) as held:
        held.remove("2003-10-01")
    fewer = fill(tmp_path / "fewer", without(some, "2003-10-01"))
    assert built(corpus, site) == built(fewer, tmp_path / "site of fewer")
    fill(corpus, {"2003-10-01": GROWN["2003-10-01"]})
    assert built(corpus, site) == whole


def test_texts_that_say_something_else_are_not_taken_for_the_same(there: tuple[Path, Path], tmp_path: Path) -> None:
    """The same releases and numbers, other words: only what is printed tells the two archives apart."""
    other = GROWN | {"2009-07-11": GROWN["2009-07-11"] | {"710.1": f"{TWO_CARDS} Really."}}
    corpus = fill(tmp_path / "other", other)
    assert built(corpus, there[1]) == built(corpus, tmp_path / "from nothing")


def _other_notes(notes: tuple[Annotation, ...]) -> tuple[Annotation, ...]:
    return tuple(replace(note, text=f"{note.text}\nAnd another sentence.\n") for note in notes)


OPTIONS: dict[str, dict[str, str]] = {
    "another host": {"url": "https://elsewhere.example/rules/"},
    "a path instead of a host": {"url": "/rules/"},
    "an address for reports": {"report": "https://example.org/new"},
    "whole texts": {"full_text": "all"},
    "only the newest text": {"full_text": "newest"},
    "results of checks": {"results": "results.json"},
    "results of an engine": {"engine": "engine.json"},
}
ENGINE = EngineResults(
    engine="forge",
    release=date(2014, 5, 1),
    read=1,
    tests=(EngineTest("", "a", "passed", (EngineLink("712.2", date(2014, 5, 1), "2003-10-01-507.2", "name"),)),),
)


def _with_options(site: Path, corpus: Path, given: Mapping[str, str]) -> None:
    results = Path(given["results"]) if "results" in given else None
    report, full_text = given.get("report", ""), given.get("full_text", "none")
    url, engines = given.get("url", ""), (given["engine"],) if "engine" in given else ()
    wanted = Wanted(url=url, report=report, full_text=full_text, engines=engines)
    write_site(site, SiteTexts(corpus), wanted, results)


def test_an_option_that_is_given_or_taken_back_gives_another_site_or_that_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results.json").write_bytes(make_results().raw)
    Path("engine.json").write_bytes(ENGINE.encoded())
    corpus, site = fill(tmp_path / "corpus", {day: GROWN[day] for day in ("2009-10-01", "2014-05-01")}), Path("site")
    made: dict[str, Tree] = {}
    for named, given in {"none": {}, **OPTIONS, "none again": {}}.items():
        _with_options(site, corpus, given)
        made[named] = read_tree(site)
    assert made.pop("none again") == made["none"]
    alike = [(one, other) for one, other in combinations(made, 2) if made[one] == made[other]]
    assert alike == []
    _with_options(tmp_path / "from nothing", corpus, OPTIONS["whole texts"])
    assert read_tree(tmp_path / "from nothing") == made["whole texts"]


def test_a_note_that_is_changed_is_read_on_every_page_that_has_it(
    there: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, site = there
    before = read_tree(site)
    load = site_source.index_site

    def index_site(contents: SiteContents, embedded: EmbeddedCorpus, *others: Any, **named: Any) -> ArchiveIndex:
        return load(contents, replace(embedded, annotations=_other_notes(embedded.annotations)), *others, **named)

    another = tmp_path / "note.md"
    another.write_text("And another sentence.", "utf-8")
    files_of = site_source.files_of
    monkeypatch.setattr(site_source, "files_of", lambda folder: (*files_of(folder), another))
    monkeypatch.setattr(site_source, "index_site", index_site)
    after = built(corpus, site)
    assert after == built(corpus, tmp_path / "from nothing")
    assert any(b"And another sentence." in content and content != before[path] for path, content in after.items())


def test_an_override_makes_the_site_again(there: tuple[Path, Path], tmp_path: Path) -> None:
    """An override changes neither a text nor its manifest."""
    corpus, site = there
    (corpus / "overrides").mkdir()
    override = '[[link]]\nold = ["712.1"]\nnew = []\nreason = "no partner"\n'
    (corpus / "overrides" / "2014-07-18__2015-01-23.toml").write_text(override, "utf-8")
    assert build(corpus, site).changed
    assert read_tree(site) == built(corpus, tmp_path / "from nothing")


def test_other_code_takes_nothing_over(there: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that other code makes otherwise is made again, though nothing that it is made from has changed."""
    corpus, site = there
    monkeypatch.setattr(tree, "package_fingerprint", lambda: "other code")
    monkeypatch.setattr(workers, "PROCESSES", 1)
    made = []
    put = NewTree.put
    monkeypatch.setattr(NewTree, "put", lambda tree, path, *rest: made.append(path) or put(tree, path, *rest))
    build(corpus, site)
    assert sorted(made) == sorted(read_tree(site))


def _files(site: Path) -> dict[str, int]:
    return {path.relative_to(site).as_posix(): path.stat().st_ino for path in site.rglob("*") if path.is_file()}


def _is_page_of_old(path: str) -> bool:
    parts = path.split("/")
    return parts[0] == "releases" and len(parts) > 2 and parts[1] < "2014-05-01"


def test_a_new_release_leaves_what_it_does_not_concern(tmp_path: Path) -> None:
    """Pages do not name the newest release that they reach to: a script of one line does, where a citation needs it.

    The page of the current text names it.
    """
    corpus, site = fill(tmp_path / "corpus", RELEASES), tmp_path / "site"
    build(corpus, site)
    before = _files(site)
    fill(corpus, {"2014-07-18": LATER})
    build(corpus, site)
    written = {path for path, file in _files(site).items() if before.get(path) != file}
    assert not [path for path in written if _is_page_of_old(path)]
    assert {"clause/2003-10-01-507.1/index.json", "rules/712/index.html", "releases/2014-05-01/index.html"} <= written
    kept = {
        "clause/2003-10-01-507.1/index.html",
        "clause/2003-10-01-507.4/index.html",
        "rules/701/2009-07-11/index.html",
    }
    assert not kept & written
    assert '"newest": "2014-07-18", "numbers": "' in (site / "assets" / "site.js").read_text("utf-8")
    assert "2014-07-18" not in (site / "clause" / "2003-10-01-507.2" / "index.html").read_text("utf-8")
    assert "<time>2014-07-18</time>" in (site / "rules" / "712" / "index.html").read_text("utf-8")


def test_a_site_of_the_same_corpus_is_left_as_it_is(there: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read but the files that it was made from."""
    before = _files(there[1])
    monkeypatch.setattr(site_source, "read_contents", lambda *_: pytest.fail("the archive is read"))
    assert build(*there) == Written(0, len(before), 0)
    assert _files(there[1]) == before


def test_a_name_given_to_a_release_is_read_though_its_text_is_the_same(there: tuple[Path, Path]) -> None:
    corpus, site = there
    with Corpus(corpus) as held:
        held.name_release("2009-10-01", name="Another Name")
    build(corpus, site)
    assert "Another Name" in (site / "releases" / "2009-10-01" / "index.html").read_text("utf-8")


def test_a_site_whose_files_were_changed_by_hand_is_put_right(there: tuple[Path, Path]) -> None:
    corpus, site = there
    whole = read_tree(site)
    (site / "clause" / "2003-10-01-507.2" / "index.html").write_text("something else")
    (site / "rules" / "710" / "2009-07-11" / "index.html").unlink()
    (site / "rules" / "more.html").write_text("not ours")
    assert build(corpus, site) == Written(2, len(whole) - 2, 1)
    assert read_tree(site) == whole
