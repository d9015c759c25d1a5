"""The site of any archive is built and whole; that of one text knows all that is known without it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from links import Pages, broken_links

from crdiff.cli.app import run
from crdiff.corpus import Corpus
from crdiff.history.lineage import Lineage, Term
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.change_view import Readings
from crdiff.pages.clause import clause_page
from crdiff.pages.editions import quotation_shards
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives
from tests.abroad.conftest import Abroad, Future

# A site takes some seconds; these archives differ most. That without texts is held to more in `tests/site`.
KINDS = ("oldest only", "newest and the next two", "a gap in a recorded lineage", "two texts of one date")


def built(abroad: Abroad, folder: Path) -> Path:
    """Build the site of an archive into `folder` and return it."""
    of = ("--corpus", abroad.home, "--output", folder)
    done = abroad.crdiff("site", "build", *of, "--quiet", "--plain", "--no-checks")
    assert (done.code, done.err) == (0, ""), done.err[-500:]
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_the_site_of_an_archive_is_built_and_whole(
    small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str
) -> None:
    abroad = small_archives(kind)
    site = built(abroad, tmp_path / "site")
    assert list(broken_links(Pages(site), site)) == []
    for file in site.rglob("*.json"):
        json.loads(file.read_bytes())
    for day in abroad.files:
        assert (site / "releases" / day / "index.html").is_file()


# an old text alone: its site tells what became of its clauses since, and leads nowhere wrong


@pytest.fixture(scope="module")
def older(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the site of 2009-07-11 alone."""
    home = tmp_path_factory.mktemp("older")
    with Corpus(home) as corpus:
        corpus.add(shared / "cr" / "2009-07-11.txt")
    embedded = load_corpus()
    return index_site(contents_of(home, embedded), embedded)


def test_every_clause_has_the_numbers_that_it_is_known_to_have_had(older: ArchiveIndex) -> None:
    known = {life.id: life.runs for thread in known_lives().clauses if (life := known_lives().lineage(thread.id))}
    assert {lineage.id: lineage.runs for lineage in older.contents.lineages} == known


def test_the_place_in_the_text_is_that_of_the_clause_and_of_no_other_with_its_number(older: ArchiveIndex) -> None:
    trample = older.lineages["1999-04-23-502.9b"]
    assert str(trample.runs[-1].number) == "702.19b"
    assert older.read_at(trample).endswith("702.17b")
    assert older.read_at(older.lineages["2021-06-18-702.19c"]) == ""


def test_a_clause_is_in_force_as_of_the_newest_release_known(older: ArchiveIndex) -> None:
    _, made = clause_page(older.lineages["1999-04-23-502.9b"], older, Readings(older.lineages))
    assert f"<time>{known_lives().dates[-1]}</time>, the newest release known" in made.decode()


def test_a_draft_is_compared_with_the_release_before_it_that_is_held(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Releases known without a text stand between the two."""
    with Corpus(tmp_path) as corpus:
        corpus.add(shared / "cr" / "2009-07-11.txt")
    run(["lint", str(shared / "cr" / "2010-06-18.txt"), "--against", "corpus", "--corpus", str(tmp_path)])
    assert "compared with 2009-07-11" in capsys.readouterr().err


# the site of a text newer than the facts knows at least what the site without texts knows


@pytest.fixture(scope="module")
def without_texts() -> ArchiveIndex:
    embedded = load_corpus()
    return index_site(contents_of(None, embedded), embedded)


@pytest.fixture(scope="module")
def newer(future: Callable[[int], Future], tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the site of one text, made to come after the newest release known."""
    given, home = tmp_path_factory.mktemp("given") / "next.txt", tmp_path_factory.mktemp("home")
    given.write_bytes(future(1).text)
    with Corpus(home) as corpus:
        corpus.add(given)
    embedded = load_corpus()
    return index_site(contents_of(home, embedded), embedded)


def begun(lineage: Lineage[ClauseNumber], until: date) -> set[tuple[date, str]]:
    """Return when a clause got which number, and when a wording, up to a release."""
    numbers = {(run.first, str(run.number)) for run in lineage.runs}
    return {each for each in numbers | {(worded.first, "") for worded in lineage.wordings} if each[0] <= until}


def test_every_clause_has_the_page_numbers_and_wordings_it_has_without_texts(
    newer: ArchiveIndex, without_texts: ArchiveIndex
) -> None:
    until = without_texts.contents.days[-1]
    known = {**without_texts.lineages, **without_texts.elsewhere}
    lacking = [each.id for each in known.values() if each.id not in newer.lineages]
    assert lacking == []
    changed = [each.id for each in known.values() if not begun(each, until) <= begun(newer.lineages[each.id], until)]
    assert changed == []


def test_every_number_has_the_meanings_it_has_without_texts(newer: ArchiveIndex, without_texts: ArchiveIndex) -> None:
    def meanings(archive: ArchiveIndex) -> set[tuple[ClauseNumber, date, str]]:
        return {(one, run.first, each.id) for one in archive.numbers for run, each in archive.meanings(one)}

    assert meanings(without_texts) - meanings(newer) == set()


def test_every_term_has_an_entry_as_old_as_without_texts(newer: ArchiveIndex, without_texts: ArchiveIndex) -> None:
    there = {(entry.runs[0].first, Term(run.number)) for entry in newer.entries for run in entry.runs}
    assert [term for term, first, _ in without_texts.terms if (first, Term(term)) not in there] == []


def test_every_sentence_is_found_that_ever_was_new(newer: ArchiveIndex) -> None:
    """Those are all but the copies of 2008-05-01, which has "?" for apostrophes."""
    pieces = [json.loads(content) for where, content in quotation_shards(newer) if "lives-" in where]
    said = [life[5] for piece in pieces for life in piece["lives"]]
    found = {each[at : at + 7] for each in said for at in range(0, len(each), 7)}
    known = [one for life in newer.known_lives.every() for one in life.wordings if one.begins_phrasing]
    assert {sentence for one in known for sentence in one.sentences} - found == set()


@pytest.mark.parametrize(
    ("lineage", "since"), [("1999-04-23-502.9a", "Magic 2010"), ("2003-10-01-507.4", "Removed with")]
)
def test_the_page_of_a_clause_tells_of_releases_without_a_text(newer: ArchiveIndex, lineage: str, since: str) -> None:
    _, made = clause_page(newer.lineages[lineage], newer, Readings(newer.lineages))
    page = made.decode()
    assert since in page
    assert lineage[:10] in page
    assert "or earlier" not in page


def test_a_release_known_without_a_text_has_no_page_to_lead_to(newer: ArchiveIndex) -> None:
    held = {release: newer.release_page(release) for release in newer.contents.days}
    assert [release for release, page in held.items() if page] == list(newer.contents.dates)
