"""A site built over an older one is, byte for byte, the site built from nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from small_archive import Releases
from small_excerpt import make_results

from crdiff import site_source
from crdiff.cli.site_pages import SiteTexts, write_site
from crdiff.corpus import Corpus
from crdiff.model.corpus import Annotation
from crdiff.output import made_tree, parallel
from crdiff.output.tree import NewTree, Written, read_tree
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons import with_newest as since
from crdiff.pages.releases import release
from crdiff.pages.rules import former_text
from crdiff.store.archive.site_contents import SiteContents
from crdiff.store.archive.words import WORDS
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.trace.engines import EngineLink, EngineResults, EngineTest
from tests.small_releases import GLOSSARY, RELEASES, SOME_CARDS, TWO_CARDS, release_text

LATER = {**RELEASES["2014-05-01"], "712.4": "A player who controls another player makes all decisions."}
"""A release of the same year as the newest one: pictures stay."""
DIE = {"713": "Rolling a Die", "713.1": f"{SOME_CARDS} Others let a player concede, see rule 701.1."}
"""What is new here refers to what stood elsewhere for long: when that came depends on the releases held."""
REWORDED = {"712.1": "Each of some cards allows a player to control another player during their next turn."}
GROWN = RELEASES | {"2014-07-18": LATER, "2015-01-23": LATER | DIE | REWORDED}


CONTROL = {"Control": "To have power over an object. See rule 712."}
GLOSSARIES = {
    "2009-10-01": {"Concede": "To leave the game at once."},
    "2014-07-18": {"Concede": "To leave the game at once.", **CONTROL},
    "2015-01-23": {"Concede": "To give up a game.", **CONTROL},
}
"""The glossaries of some releases, the others have the usual one: an entry is reworded and back, another comes."""


def fill(corpus: Path, releases: Releases) -> Path:
    """Add releases to a corpus and return it."""
    given = corpus.with_name(f"{corpus.name}-given")
    given.mkdir(exist_ok=True)
    for day, clauses in releases.items():
        (given / f"{day}.txt").write_bytes(release_text(day, clauses, GLOSSARIES.get(day, GLOSSARY)))
    with Corpus(corpus) as held:
        held.add(*(given / f"{day}.txt" for day in releases))
    return corpus


def build(corpus: Path, site: Path) -> Written:
    """Build the site of `corpus`, over the one that is there."""
    return write_site(site, SiteTexts(corpus), "https://rules.example/", "own", None)


def without(releases: Releases, *days: str) -> Releases:
    """Return `releases` without some of them."""
    return {day: clauses for day, clauses in releases.items() if day not in days}


@pytest.mark.parametrize("day", ["2003-10-01", "2009-07-11", "2009-10-01", "2014-05-01", "2014-07-18", "2015-01-23"])
def test_a_release_more_or_less_anywhere_gives_what_a_build_from_nothing_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str
) -> None:
    """At the beginning, where other names of clauses follow from it, in the middle, at the end, in a new year.

    Pages are divided as those of great releases are, and lists of texts cut as those of long histories.
    """
    monkeypatch.setattr(since, "LARGE", 0)
    monkeypatch.setattr(release, "LARGE", 0)
    monkeypatch.setattr(former_text, "NEIGHBOURS", 1)
    monkeypatch.setattr(former_text, "_LISTED_MAX", 2)
    corpus, site = fill(tmp_path / "corpus", without(GROWN, day)), tmp_path / "site"
    build(corpus, site)
    fewer = read_tree(site)
    fill(corpus, {day: GROWN[day]})
    build(corpus, site)
    build(corpus, tmp_path / "from nothing")
    assert read_tree(site) == read_tree(tmp_path / "from nothing")
    with Corpus(corpus) as held:
        held.remove(day)
    build(corpus, site)
    assert read_tree(site) == fewer


def test_texts_that_say_something_else_are_not_taken_for_the_same(tmp_path: Path) -> None:
    """The same releases and numbers, other words: only what is printed tells the two archives apart."""
    other = GROWN | {"2009-07-11": GROWN["2009-07-11"] | {"710.1": f"{TWO_CARDS} Really."}}
    for name, releases in (("one", GROWN), ("other", other)):
        build(fill(tmp_path / name, releases), tmp_path / "site")
        build(tmp_path / name, tmp_path / f"site of {name}")
        assert read_tree(tmp_path / "site") == read_tree(tmp_path / f"site of {name}")


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
    url, engines = given.get("url", ""), [given["engine"]] if "engine" in given else []
    write_site(site, SiteTexts(corpus), url, "own", results, report=report, full_text=full_text, engines=engines)


@pytest.mark.parametrize("named", OPTIONS)
def test_an_option_that_is_given_or_taken_back_gives_what_a_build_from_nothing_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results.json").write_bytes(make_results().raw)
    Path("engine.json").write_bytes(ENGINE.encoded())
    corpus, options = fill(tmp_path / "corpus", GROWN), OPTIONS[named]
    built: dict[str, str]
    for name, built in (("without", {}), ("with", options), ("site", {}), ("site", options)):
        _with_options(tmp_path / name, corpus, built)
    assert read_tree(tmp_path / "site") == read_tree(tmp_path / "with") != read_tree(tmp_path / "without")
    _with_options(tmp_path / "site", corpus, {})
    assert read_tree(tmp_path / "site") == read_tree(tmp_path / "without")


def test_a_note_that_is_changed_is_read_on_every_page_that_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, site = fill(tmp_path / "corpus", GROWN), tmp_path / "site"
    build(corpus, site)
    before = read_tree(site)
    load = site_source.index_site

    def index_site(contents: SiteContents, embedded: EmbeddedCorpus, *others: Any, **named: Any) -> ArchiveIndex:
        return load(contents, replace(embedded, annotations=_other_notes(embedded.annotations)), *others, **named)

    another = tmp_path / "note.md"
    another.write_text("And another sentence.", "utf-8")
    files_of = site_source.files_of
    monkeypatch.setattr(site_source, "files_of", lambda folder: (*files_of(folder), another))
    monkeypatch.setattr(site_source, "index_site", index_site)
    build(corpus, site)
    build(corpus, tmp_path / "from nothing")
    assert read_tree(site) == read_tree(tmp_path / "from nothing")
    assert any(
        b"And another sentence." in content and content != before[path] for path, content in read_tree(site).items()
    )


def test_an_override_makes_the_site_again(tmp_path: Path) -> None:
    """An override changes neither a text nor its manifest."""
    corpus, site = fill(tmp_path / "corpus", GROWN), tmp_path / "site"
    build(corpus, site)
    (corpus / "overrides").mkdir()
    override = '[[link]]\nold = ["712.1"]\nnew = []\nreason = "no partner"\n'
    (corpus / "overrides" / "2014-07-18__2015-01-23.toml").write_text(override, "utf-8")
    assert build(corpus, site).changed
    build(corpus, tmp_path / "from nothing")
    assert read_tree(site) == read_tree(tmp_path / "from nothing")


def test_other_code_takes_nothing_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that other code makes otherwise is made again, though nothing that it is made from has changed."""
    corpus, site = fill(tmp_path / "corpus", GROWN), tmp_path / "site"
    build(corpus, site)
    monkeypatch.setattr(made_tree, "package_fingerprint", lambda: "other code")
    monkeypatch.setattr(parallel, "PROCESSES", 1)
    made = []
    put = NewTree.put
    monkeypatch.setattr(NewTree, "put", lambda tree, path, *rest: made.append(path) or put(tree, path, *rest))
    build(corpus, site)
    assert sorted(made) == sorted(read_tree(site))


def _written(before: Mapping[str, int], site: Path) -> set[str]:
    return {path for path, file in _files(site).items() if before.get(path) != file}


def _files(site: Path) -> dict[str, int]:
    return {path.relative_to(site).as_posix(): path.stat().st_ino for path in site.rglob("*") if path.is_file()}


def _is_page_of_old(path: str) -> bool:
    parts = path.split("/")
    return parts[0] == "releases" and len(parts) > 2 and parts[1] < "2014-05-01"


@pytest.fixture
def grown(tmp_path: Path) -> Callable[[str], set[str]]:
    """Return a function that adds a release to a site of those before it, and returns the files written for it."""

    def grow(day: str) -> set[str]:
        corpus, site = fill(tmp_path / "corpus", {each: GROWN[each] for each in GROWN if each < day}), tmp_path / "site"
        build(corpus, site)
        before = _files(site)
        fill(corpus, {day: GROWN[day]})
        build(corpus, site)
        return _written(before, site)

    return grow


def test_a_new_release_leaves_what_it_does_not_concern(grown: Callable[[str], set[str]]) -> None:
    written = grown("2014-07-18")
    assert not [path for path in written if _is_page_of_old(path)]
    assert {"clause/2003-10-01-507.1/index.json", "rules/712/index.html", "releases/2014-05-01/index.html"} <= written
    kept = {
        "clause/2003-10-01-507.1/index.html",
        "clause/2003-10-01-507.4/index.html",
        "rules/701/2009-07-11/index.html",
    }
    assert not kept & written


def test_pages_do_not_name_the_newest_release_that_they_reach_to(tmp_path: Path) -> None:
    """A script of one line names it, where a citation needs it; the page of the current text does itself."""
    build(fill(tmp_path / "corpus", without(GROWN, "2015-01-23")), tmp_path / "site")
    pages = {path: content.decode() for path, content in read_tree(tmp_path / "site").items() if path[-3:] != "png"}
    assert 'newest: "2014-07-18", numbers: "' in pages["assets/site.js"]
    life = pages["clause/2003-10-01-507.2/index.html"]
    assert "2014-07-18" not in life
    assert "<time>2014-07-18</time>" in pages["rules/712/index.html"]


def test_a_site_of_the_same_corpus_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read but the files that it was made from."""
    corpus, site = fill(tmp_path / "corpus", RELEASES), tmp_path / "site"
    build(corpus, site)
    before = _files(site)
    monkeypatch.setattr(site_source, "read_contents", lambda *_: pytest.fail("the archive is read"))
    assert build(corpus, site) == Written(0, len(before), 0)
    assert _files(site) == before


def test_what_reading_leaves_in_a_corpus_is_not_taken_for_a_change(tmp_path: Path) -> None:
    """The index of words is made when it is first asked for: the site of a new release was made twice."""
    corpus, site = fill(tmp_path / "corpus", RELEASES), tmp_path / "site"
    before = SiteTexts(corpus).source
    build(corpus, site)
    (corpus / WORDS).write_bytes(b"as another release of the program would make it")
    assert SiteTexts(corpus).source == before
    fill(corpus, {"2015-01-23": LATER | DIE})
    assert SiteTexts(corpus).source != before


def test_a_name_given_to_a_release_is_read_though_its_text_is_the_same(tmp_path: Path) -> None:
    corpus, site = fill(tmp_path / "corpus", RELEASES), tmp_path / "site"
    build(corpus, site)
    with Corpus(corpus) as held:
        held.name_release("2009-10-01", name="Another Name")
    build(corpus, site)
    assert "Another Name" in (site / "releases" / "2009-10-01" / "index.html").read_text("utf-8")


def test_a_site_whose_files_were_changed_by_hand_is_put_right(tmp_path: Path) -> None:
    corpus, site = fill(tmp_path / "corpus", RELEASES), tmp_path / "site"
    build(corpus, site)
    whole = read_tree(site)
    (site / "clause" / "2003-10-01-507.2" / "index.html").write_text("something else")
    (site / "rules" / "710" / "2009-07-11" / "index.html").unlink()
    (site / "rules" / "more.html").write_text("not ours")
    assert build(corpus, site) == Written(2, len(whole) - 2, 1)
    assert read_tree(site) == whole
