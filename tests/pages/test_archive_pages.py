"""What the pages of a small archive say, of one subsection that moved twice, and what they are indexed by."""

from __future__ import annotations

import csv
import json
import re
from datetime import date
from pathlib import Path

import pytest
from html_reader import read_html
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from small_archive import pages_of
from small_excerpt import make_corpus, make_excerpt
from table import table

import crdiff.pages
from crdiff.model.corpus import KnownRelease
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.reports.history import history_line
from crdiff.reports.schemas import schema
from crdiff.store.build.recorded import recorded_archive
from crdiff.store.embedded.corpus import load_corpus

Pages = dict[str, bytes]


def test_every_page_is_well_formed_and_has_its_own_ids(pages: Pages) -> None:
    for where, page in pages.items():
        if where.endswith("/"):
            read = read_html(page)
            assert read.unbalanced == [], where
            assert len(read.ids) == len(set(read.ids)), where
            assert read.headings[0] == 1, where
            assert all(after - before <= 1 for before, after in zip(read.headings, read.headings[1:], strict=False))


def test_an_address_that_is_cut_short_has_a_page_that_leads_on(pages: Pages) -> None:
    short = {
        where[: end + 1] for where in pages if where.endswith("/") for end, char in enumerate(where) if char == "/"
    }
    assert {where for where in short if where not in pages} == set()
    leads_on = {where: re.findall(rb'content="0; url=(.+?)"', pages[where]) for where in ("/clause/", "/rules/507/")}
    assert leads_on == {"/clause/": [b"../rules/"], "/rules/507/": [b"../../number/507/"]}


def test_the_same_archive_gives_the_same_bytes(archive: ArchiveIndex, pages: Pages) -> None:
    assert pages_of(archive) == pages


def test_no_page_says_today_of_a_text_older_than_the_newest_release_known(
    archive: ArchiveIndex, pages: Pages, reordered_pages: Pages
) -> None:
    """An archive that ends in 2014 cannot tell today's number; one that holds all that is known can."""
    assert archive.newer
    told = re.compile(rb"Today:</b>|\b(?:is|was) (?:still )?[0-9]{1,3}[0-9a-z.]* today\b")
    assert [where for site in (pages, reordered_pages) for where, page in site.items() if told.search(page)] == []
    newest = pages_of(replace(archive, contents=replace(archive.contents, known=())))
    found = {where for where, page in newest.items() if told.search(page)}
    assert {"/number/712/", "/number/710/index.json"} <= found


@table
def test_every_number_of_any_release_resolves(pages: Pages, number: str, where: str, says: str) -> None:
    table = json.loads(pages[f"/number/{number.partition('.')[0]}/index.json"])["numbers"]
    assert (table[number]["to"], table[number]["says"]) == (where, says)
    assert table[number].get("current", False) is ("newest" in says)


def test_no_number_of_any_release_is_missing(pages: Pages, archive: ArchiveIndex) -> None:
    for standing in archive.contents.standing.values():
        for clause in standing:
            table = json.loads(pages[f"/number/{clause.number.subsection}/index.json"])
            place = table["numbers"][str(clause.number)]
            assert place["to"].partition("#")[0] in pages


def test_clauses_of_a_release_are_published_with_lineage_number_and_fingerprint(pages: Pages) -> None:
    published = json.loads(pages["/releases/2014-05-01/clauses.json"])
    assert published["schema"] == "crdiff.clauses/1"
    rows = {number: lineage for lineage, number, _ in published["clauses"]}
    assert rows["712.1a"] == "2003-10-01-507.1a"
    assert rows["712.4"] == "2014-05-01-712.4"


def test_changes_are_published_as_csv_and_json_alike(pages: Pages) -> None:
    rows = list(csv.DictReader(pages["/releases/2009-07-11/changes.csv"].decode().splitlines()))
    changes = json.loads(pages["/releases/2009-07-11/index.json"])["changes"]
    assert [row["summary"] for row in rows] == [change["summary"] for change in changes]
    assert [row["old"] for row in rows if row["structure"] == "removed"] == ["507.4"]
    assert "/releases/2003-10-01/changes.csv" not in pages  # the first release is compared with none


# a rule is called revoked whose text became a notice


@table
def test_its_data_says_revoked_and_keeps_its_schema(revoked_pages: dict[str, bytes], name: str, where: str) -> None:
    Draft202012Validator(json.loads(schema(name))).validate(json.loads(revoked_pages[where]))
    assert b"revoked" in revoked_pages[where]


def test_the_number_jump_says_revoked_and_leads_to_the_notice(revoked_pages: dict[str, bytes]) -> None:
    numbers = json.loads(revoked_pages["/number/306/index.json"])["numbers"]
    assert numbers["306.7"]["says"] == "306.7 was revoked on 2018-04-27: a notice now has its number."


# what an archive is indexed by: how long a clause is known to have stood, where its text is read, what is data


def test_what_stands_in_the_newest_text_is_drawn_to_the_end_of_its_year(archive: ArchiveIndex) -> None:
    """All pictures end there, so that a new release need not draw every one of them anew."""
    lineage = archive.lineages["2003-10-01-507.1"]
    assert archive.until(lineage) == date(2015, 1, 1) == archive.scale.last


def test_what_was_removed_is_drawn_up_to_the_release_without_it(archive: ArchiveIndex) -> None:
    assert archive.until(archive.lineages["2003-10-01-507.4"]) == date(2009, 7, 11)


def test_what_is_only_recorded_is_drawn_up_to_the_next_release_known() -> None:
    corpus = make_corpus()
    later = replace(corpus, releases=(*corpus.releases, KnownRelease(date(2016, 4, 8), "", "", ())))
    excerpt = make_excerpt(later)
    assert excerpt.until(excerpt.lineages["2003-10-01-507.1"]) == date(2016, 4, 8)


def test_nothing_known_after_a_recorded_clause_leaves_it_a_day() -> None:
    excerpt = make_excerpt()
    assert excerpt.until(excerpt.lineages["2003-10-01-507.1"]) == date(2016, 1, 17)


def test_only_the_text_of_the_newest_release_known_is_called_today(
    archive: ArchiveIndex, excerpt: ArchiveIndex
) -> None:
    newest = replace(archive, contents=replace(archive.contents, known=()))
    assert (newest.named(newest.newest), newest.named(date(2009, 7, 11))) == ("today", "2009-07-11")
    assert (excerpt.named(excerpt.newest), archive.named(archive.newest)) == ("2016-01-16", "2014-05-01")


def test_a_text_is_read_in_the_edition_that_quotes_it(excerpt: ArchiveIndex) -> None:
    lineage = excerpt.lineages["2003-10-01-507.1a"]
    first, last = lineage.joined_runs
    assert excerpt.text_address(lineage, first.first, first.last) == "/editions/507-old/#r507.1a"
    assert excerpt.text_address(lineage, last.first, last.last) == "/editions/712-new/#r712.1a"
    assert excerpt.text_address(lineage, date(2003, 10, 1), date(2003, 10, 1)) == ""


def test_a_release_is_called_by_its_set_and_lasts_to_the_day_before_the_next_one_known() -> None:
    known = tuple(
        KnownRelease(day, code, name, ())
        for day, code, name in ((date(2009, 5, 1), "", ""), (date(2009, 7, 11), "M10", "Magic 2010"))
    )
    index = make_excerpt(replace(make_corpus(), releases=known))
    assert index.release_name(date(2009, 7, 11)) == "Magic 2010 (2009-07-11)"
    assert index.release_name(date(2009, 5, 1)) == "2009-05-01"
    assert index.codes == {date(2009, 7, 11): "M10"}
    assert index.last_day(date(2009, 5, 1)) == date(2009, 7, 10)
    assert index.last_day(index.published[-1]) is None


def test_a_wording_without_a_text_is_known_by_its_dates(excerpt: ArchiveIndex) -> None:
    old, new = excerpt.lineages["2003-10-01-507.1"].wordings
    assert (str(old.first), str(old.last), old.is_held) == ("2003-10-01", "2008-02-01", True)
    assert (str(new.first), str(new.last), str(new.number)) == ("2009-07-11", "2016-01-16", "712.1")


def test_pages_and_commands_give_the_same_of_every_clause(facts_pages: dict[str, bytes]) -> None:
    """`crdiff history` answers from the same facts where no text was added."""
    with recorded_archive() as archive:
        for recorded in load_corpus().lineages:
            lineage = archive.lineage(archive.index_of(recorded.id))
            assert facts_pages[f"/clause/{lineage.id}/index.json"] == history_line(lineage)


# what a minifier would spoil: selectors of the style sheets, and templates within templates of the scripts


ROOMS = Path(__file__).parents[2] / "crdiff" / "pages"


@pytest.mark.parametrize("path", sorted(ROOMS.glob("*/*.css")), ids=lambda path: path.stem)
def test_no_nested_selector_has_a_space_before_a_colon(path: Path) -> None:
    """Rules are nested, and rcssmin takes that space away: `.one :is(a)` would become `.one:is(a)`."""
    nested = re.findall(r"^ +[^{};]+(?=\{)", path.read_text("utf-8"), flags=re.MULTILINE)
    assert not [selector for selector in nested if re.search(r"\S(?<![,>+~]) +:", selector)]


SCRIPTS = sorted(Path(crdiff.pages.__file__).parent.glob("*/*.js"), key=lambda path: path.name)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_template_stands_in_another(script: Path) -> None:
    """The minifier takes the text of the inner one for code: its spaces go. Source: "2012-07-01until 2012-09-30"."""
    code = re.sub(r"(?<!:)//.*", "", script.read_text("utf-8"))
    for template in re.findall(r"`[^`]*`", code):
        assert template.count("${") <= template.count("}"), template
