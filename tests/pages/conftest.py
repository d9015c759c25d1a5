"""The small sites, of recorded facts and of archives, made once."""

from __future__ import annotations

from datetime import date

import pytest
from broken_archive import add
from msgspec.structs import replace
from rendering import render_site
from reordered_archive import reordered_index
from small_archive import fill, index_of, pages_of, with_our_notes
from small_citations import ROWS, citation, citation_list, citing_archive
from small_excerpt import make_excerpt, make_results

from crdiff.changes.compare import compare_releases
from crdiff.checks.inputs import embedded_timeline
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, CheckResults
from crdiff.pages.change_view import Readings
from crdiff.pages.clause import clause_page
from crdiff.pages.editions import edition_page
from crdiff.pages.stories import played_in, played_page, stories_in, stories_page, story_page
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.beside import read_scope
from crdiff.trace.drafts import DRAFT, with_draft
from crdiff.trace.engines import EngineClause, EngineLink, EngineResults, EngineTest, PlayedEngine
from crdiff.trace.results import Check, CheckCoverage, Run, report_of
from crdiff.trace.timeline import ClauseName
from tests.revoked_releases import REVOKED_RELEASES
from tests.small_releases import RELEASES

# Where the site of `hosted` is.
HOST = "https://rules.example/cr/"


@pytest.fixture(scope="session")
def excerpt() -> ArchiveIndex:
    """Return the small excerpt without results of checks."""
    return make_excerpt()


@pytest.fixture(scope="session")
def excerpt_pages(checked: ArchiveIndex) -> dict[str, bytes]:
    """Return the site of the small excerpt with results of a check."""
    return render_site(checked)


@pytest.fixture(scope="session")
def checked() -> ArchiveIndex:
    """Return the small excerpt with results of a check."""
    return make_excerpt(checks=make_results())


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the small archive, indexed."""
    return index_of(fill(tmp_path_factory.mktemp("archive") / "corpus"))


@pytest.fixture(scope="session")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the site of the small archive."""
    return pages_of(archive)


@pytest.fixture(scope="session")
def hosted(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return it as it is made for `HOST`."""
    return render_site(archive, HOST)


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the small archive with our own notes, indexed."""
    return with_our_notes(fill(tmp_path_factory.mktemp("few") / "corpus"))


@pytest.fixture(scope="session")
def none() -> ArchiveIndex:
    """Return what comes with crdiff, indexed: our own notes, and no texts but those of the editions."""
    return with_our_notes(None)


@pytest.fixture(scope="session")
def facts() -> ArchiveIndex:
    """Return the same with pages of prose."""
    return make_excerpt(load_corpus())


@pytest.fixture(scope="session")
def facts_pages(facts: ArchiveIndex) -> dict[str, bytes]:
    """Return its site, which takes seconds."""
    return render_site(facts)


@pytest.fixture(scope="session")
def reordered(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the archive in which much happens at once, indexed."""
    return reordered_index(tmp_path_factory.mktemp("reordered") / "archive")


@pytest.fixture(scope="session")
def reordered_pages(reordered: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(reordered)


@pytest.fixture(scope="session")
def citing_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of the small archive with two repositories that cite it."""
    other = citation_list([citation("Control.java:5", "710.1", "2003-10-01-507.1", "2009-10-01")], link=None)
    lists = {"me/engine": citation_list(ROWS), "you/cards": other}
    return render_site(citing_archive(tmp_path_factory.mktemp("citing") / "corpus", lists))


@pytest.fixture(scope="session")
def revoked_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of the releases in which a rule is revoked."""
    return pages_of(index_of(fill(tmp_path_factory.mktemp("revoked") / "corpus", REVOKED_RELEASES)))


def _stories(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the pages that quote: stories, told and played, editions, and a clause that has a story."""
    told = [story_page(note, archive) for note in stories_in(archive)]
    told += [played_page(note, archive) for note in played_in(archive)]
    told += [edition_page(text, archive) for text in archive.editions]
    clause = clause_page(archive.lineages["2003-10-01-507.4"], archive, Readings(archive.lineages))
    return dict([stories_page(archive), clause, *told])


@pytest.fixture(scope="session")
def few_stories(few: ArchiveIndex) -> dict[str, bytes]:
    """Return the pages of stories and editions of the small archive."""
    return _stories(few)


@pytest.fixture(scope="session")
def none_stories(none: ArchiveIndex) -> dict[str, bytes]:
    """Return those of a site without texts."""
    return _stories(none)


SCOPE = """
scope = ["720.6@2024-06-07", "720.8@2024-06-07", "720@2024-06-07"]
[informational]
"720@2024-06-07" = "A heading."
"""


@pytest.fixture(scope="session")
def drafted() -> ArchiveIndex:
    """Return the embedded corpus with results for two releases and for a draft that says "can" in 720.6."""
    known = load_corpus()
    of_both = tuple(each for each in known.editions if each.release.year in {2021, 2024})
    corpus = replace(known, annotations=(), editions=of_both)
    edition = corpus.edition("720-mtg-wiki")
    said = corpus.raw(edition).decode("utf-8")
    draft = said.replace("can’t make that player concede", "can make that player concede")
    assert draft != said
    comparison = compare_releases(corpus.text(edition), read(draft.encode(), "draft.txt", edition.dialect))
    timeline = with_draft(embedded_timeline(), comparison)
    releases = (date(2021, 7, 23), date(2024, 6, 7), DRAFT)
    played = tuple(Run(release, "passed") for release in releases)
    named = (("720.6", "concede"), ("720.8", "own_decisions"))
    checks = [
        Check(f"t.py::test_{name}", f"{name}.", "", "t.py", 1, "def …", (ClauseName(number, date(2024, 6, 7)),), played)
        for number, name in named
    ]
    report = report_of(CheckCoverage(timeline, releases, tuple(checks), scope=read_scope(SCOPE)))
    return make_excerpt(corpus, checks=CheckResults(report, report.encoded()))


@pytest.fixture(scope="session")
def drafted_pages(drafted: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return render_site(drafted)


NEWEST = RELEASES["2014-05-01"]
STRAIGHT = {number: said.replace("’", "'") for number, said in NEWEST.items()}
REWORDED = {**STRAIGHT, "712.2": f"{STRAIGHT['712.2']} It lasts."}


@pytest.fixture(scope="session")
def typeset(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return an archive whose last releases change apostrophes back and forth, and the words of one clause."""
    releases = {
        **RELEASES,
        "2018-04-27": STRAIGHT,
        "2019-01-25": REWORDED,
        "2019-05-03": {**NEWEST, **_curled(REWORDED)},
    }
    return index_of(fill(tmp_path_factory.mktemp("typeset") / "corpus", releases))


@pytest.fixture(scope="session")
def typeset_pages(typeset: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(typeset)


def _curled(clauses: dict[str, str]) -> dict[str, str]:
    return {number: said.replace("'", "’") for number, said in clauses.items()}


MAY = date(2014, 5, 1)
HOSTILE = "cr_712_2_<script>alert(1)</script>_../../etc/passwd_\u202egnp"


def engine_test(name: str, *, red: str = "", passed: bool = True, problem: str = "") -> EngineTest:
    link = EngineLink("712.2", MAY, "" if problem else "x", "name", problem)
    outcome = "passed" if passed else "failed"
    return EngineTest("s", name, outcome, (link,), reds=(red,) if red else (), proved=bool(red))  # type: ignore[arg-type] # one of two


def engine(name: str, clauses: dict[str, EngineClause]) -> PlayedEngine:
    tests = tuple(test for clause in clauses.values() for test in clause.tests)
    return PlayedEngine(EngineResults(engine=name, release=MAY, read=9, tests=tests), clauses)


@pytest.fixture(scope="session")
def engine_archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return a small archive with two engines: one that fails and one whose clause was reworded."""
    made = index_of(fill(tmp_path_factory.mktemp("archive")))
    choices, concede = (made.lineage_of(ClauseNumber.of(712, rule), MAY) for rule in (2, 3))
    failing = (engine_test(HOSTILE, passed=False), *(engine_test(f"test {at}") for at in range(9)))
    forge = engine("<i>forge</i>", {choices: EngineClause("failed", None, failing)})
    proved = (engine_test("proved", red="choices"), engine_test("moved", problem="712.2 is <b>not</b> a clause"))
    mage = engine(
        "mage",
        {choices: EngineClause("covered", None, proved), concede: EngineClause("suspect", date(2009, 10, 1), proved)},
    )
    return replace(made, engines=(forge, mage))


@pytest.fixture(scope="session")
def engine_pages(engine_archive: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(engine_archive)


@pytest.fixture(scope="session")
def broken_archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return an archive one text of which ends in its glossary."""
    folder = tmp_path_factory.mktemp("broken")
    with Corpus(folder / "corpus") as corpus:
        add(corpus, folder / "given", *RELEASES)
    return index_of(folder / "corpus")


@pytest.fixture(scope="session")
def broken_pages(broken_archive: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(broken_archive)
