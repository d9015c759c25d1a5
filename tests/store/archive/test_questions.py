"""What the corpus answers: lineages, numbers, passages, blame, renumberings, news, searches, figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_archive import fill
from table import table

from crdiff.changes.change import Facet, Structure
from crdiff.corpus import Corpus
from crdiff.errors import UnknownNumber, UnknownRelease, UsageError
from crdiff.history.lineage import Event, How, Use
from crdiff.history.renumbering import Became
from tests.small_releases import LAST_WORKS, LASTS, OVERWRITE, RELEASES
from tests.support.days import number as n
from tests.support.days import on

FIRST, SECOND, THIRD, LAST = map(on, RELEASES)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return a corpus of the four small releases."""
    with Corpus(fill(tmp_path_factory.mktemp("small") / "corpus")) as made:
        yield made


def test_a_lineage_has_every_run_and_every_wording_with_its_change(corpus: Corpus) -> None:
    lineage = corpus.history("712.1")
    assert lineage.id == "2003-10-01-507.1"
    assert [(run.first, run.last, run.number) for run in lineage.runs] == [
        (FIRST, FIRST, n("507.1")),
        (SECOND, THIRD, n("710.1")),
        (LAST, LAST, n("712.1")),
    ]
    assert [(one.first, one.last, str(one.number), one.text.split(" ")[0]) for one in lineage.wordings] == [
        (FIRST, SECOND, "507.1", "One"),
        (THIRD, THIRD, "710.1", "Two"),
        (LAST, LAST, "712.1", "Some"),
    ]
    first, second, third = (one.change for one in lineage.wordings)
    assert first is None
    assert second
    assert second.facets == (Facet.WORDING,)
    assert not second.mechanical
    assert third
    assert third.new[0].number == "712.1"
    assert (lineage.in_force, lineage.origin, lineage.fate) == (True, (), ())


def test_a_change_of_references_only_is_told_as_such(corpus: Corpus) -> None:
    (_, worded) = corpus.history("712.3").wordings
    assert worded.change
    assert (worded.change.facets, worded.change.mechanical) == ((Facet.REFERENCE,), True)


def test_a_clause_that_ended_says_when(corpus: Corpus) -> None:
    lineage = corpus.history("507.4")
    assert lineage.fate == (Event(How.REMOVED, SECOND),)
    assert lineage.ended == lineage.fate[0]
    assert not lineage.in_force


def test_a_clause_that_arrived_says_when_and_how(corpus: Corpus) -> None:
    lineage = corpus.history("712.4")
    assert lineage.origin == (Event(How.ADDED, LAST),)
    assert lineage.wordings[0].change
    assert lineage.wordings[0].change.structure is Structure.ADDED


def test_every_place_of_a_clause_leads_to_its_lineage(corpus: Corpus) -> None:
    lineage = corpus.history("507.1a")
    assert lineage.aliases == (f"{SECOND}-710.1a", f"{THIRD}-710.1a", f"{LAST}-712.1a")
    for place in (lineage.id, *lineage.aliases, "2012-12-24-710.1a"):
        assert corpus.history(place) == lineage


def test_when_an_older_release_is_added_the_former_id_stays_an_alias(tmp_path: Path, corpus: Corpus) -> None:
    texts = corpus.folder.with_name("corpus-given")
    with Corpus(tmp_path) as late:
        late.add(texts / f"{SECOND}.txt")
        former = late.history("710.2").id
        late.add(texts / f"{FIRST}.txt")
        lineage = late.history(former)
    assert former == f"{SECOND}-710.2"
    assert lineage.id == f"{FIRST}-507.2"
    assert former in lineage.aliases


def test_an_old_number_means_the_clause_that_had_it_last(corpus: Corpus) -> None:
    assert corpus.history("507.2").id == f"{FIRST}-507.2"
    assert corpus.history("507.2", at="2015-01-01").id == f"{FIRST}-507.2"
    assert corpus.history("712.2", at="2004-01-01").id == f"{FIRST}-507.2"


def test_a_number_is_looked_up_on_the_day_asked_for(tmp_path: Path) -> None:
    """Sorin Markov's number went to another rule: a number says nothing without a day."""
    swapped = dict(RELEASES[str(THIRD)])
    swapped["710.2"], swapped["710.3"] = swapped["710.3"], swapped["710.2"]
    releases = {str(SECOND): RELEASES[str(SECOND)], str(THIRD): swapped}
    with Corpus(fill(tmp_path / "corpus", releases)) as corpus:
        assert corpus.history("710.2", at="2009-08-01").id == f"{SECOND}-710.2"
        assert corpus.history("710.2", at="2010-08-01").id == f"{SECOND}-710.3"
        assert corpus.history("710.2").id == f"{SECOND}-710.3"
        assert [(use.lineage, use.first, use.last) for use in corpus.number("710.2")] == [
            (f"{SECOND}-710.2", SECOND, SECOND),
            (f"{SECOND}-710.3", THIRD, THIRD),
        ]


def test_a_number_lists_what_it_meant(corpus: Corpus) -> None:
    assert corpus.number("710") == (Use(SECOND, THIRD, n("710"), f"{FIRST}-507", "Controlling Another Player’s Turn"),)
    assert corpus.number("999") == ()


@table
def test_an_unknown_number_is_answered_with_the_nearest(corpus: Corpus, number: str, said: str) -> None:
    with pytest.raises(UnknownNumber) as caught:
        corpus.history(number)
    assert said in str(caught.value)


def test_a_day_before_the_first_release_is_refused(corpus: Corpus) -> None:
    with pytest.raises(UnknownRelease, match="no release held was in force on 2003-09-30; expected 2003-10-01"):
        corpus.history("507.1", at="2003-09-30")
    with pytest.raises(UnknownRelease, match="'2003' is not a date"):
        corpus.show("507", at="2003")


def test_a_passage_is_the_clause_with_all_under_it(corpus: Corpus) -> None:
    passage = corpus.show("710.1", at="2012-01-01")
    assert (passage.release, passage.number) == (THIRD, n("710.1"))
    assert [(str(clause.number), clause.depth) for clause in passage.clauses] == [("710.1", 0), ("710.1a", 1)]
    assert passage.clauses[1].text == f"{OVERWRITE} {LAST_WORKS}"


def test_an_old_number_is_shown_under_the_number_it_has_that_day(corpus: Corpus) -> None:
    assert corpus.show("507.3").number == n("712.3")
    assert corpus.show("712.3", at=FIRST).number == n("507.3")


def test_a_clause_that_does_not_stand_on_the_day_is_refused(corpus: Corpus) -> None:
    with pytest.raises(UnknownNumber, match=f"release {LAST} does not have clause 507.4; expected one from {FIRST}"):
        corpus.show("507.4", at="2020-01-01")
    with pytest.raises(UnknownNumber, match=f"release {FIRST} does not have clause 712.4"):
        corpus.blame("712.4", at="2004-01-01")


def test_a_whole_release_is_shown_in_order(corpus: Corpus) -> None:
    passage = corpus.show(at=FIRST)
    numbers = [str(clause.number) for clause in passage.clauses]
    assert numbers == ["1", "100", "100.1", "2", "200", "200.1", "5", *RELEASES[str(FIRST)]]
    assert {clause.lineage for clause in passage.clauses} == {f"{FIRST}-{number}" for number in numbers}


def test_blame_reads_the_newest_wording_of_a_clause_that_is_gone(corpus: Corpus) -> None:
    blame = corpus.blame("507.4")
    assert (blame.release, blame.number) == (FIRST, n("507.4"))
    newest = corpus.blame("507.1")
    assert (newest.release, newest.number) == (LAST, n("712.1"))
    assert [(one.text, one.introduced) for one in newest.sentences][1] == (LASTS, FIRST)


def test_a_renumbering_is_composed_and_cross_checked(corpus: Corpus) -> None:
    renumbering = corpus.renumbering(FIRST, LAST)
    assert renumbering.through == (SECOND, THIRD)
    became = {str(row.old): (tuple(map(str, row.new)), row.became) for row in renumbering.rows}
    assert became["507.1"] == (("712.1",), Became.RENUMBERED)
    assert became["507.4"] == ((), Became.REMOVED)
    assert became["100.1"] == (("100.1",), Became.SAME)
    assert renumbering.arrived == (n("712.4"),)
    assert all(row.direct is not None for row in renumbering.rows)
    backwards = {str(row.old): tuple(map(str, row.new)) for row in corpus.renumbering(LAST, FIRST).rows}
    assert backwards["712.1"] == ("507.1",)
    assert backwards["712.4"] == ()


def test_the_cross_check_can_be_left_out(corpus: Corpus) -> None:
    assert {row.direct for row in corpus.renumbering(FIRST, LAST, check=False).rows} == {None}


def test_a_renumbering_between_releases_that_are_not_held_names_those_near(corpus: Corpus) -> None:
    with pytest.raises(UnknownRelease, match="release 2010-01-01 is not held; expected 2009-10-01 or 2014-05-01"):
        corpus.renumbering("2010-01-01", LAST)


def test_news_are_the_changes_after_the_release_known(corpus: Corpus) -> None:
    news = corpus.news("2009-08-01")
    assert (news.known, [release.release for release in news.releases]) == (SECOND, [LAST, THIRD])
    newest, before = news.releases
    assert {change.new[0].number for change in newest.to_read if change.part == "rules"} == {"712.1", "712.4"}
    assert [change.new[0].number for change in before.to_read if change.part == "rules"] == ["710.1"]


def test_news_can_be_of_some_numbers_only(corpus: Corpus) -> None:
    (newest, before) = corpus.news("2009-08-01", "712.4").releases
    assert [change.new[0].number for change in newest.to_read] == ["712.4"]
    assert (before.to_read, before.others) == ((), ())
    assert not corpus.news(LAST).releases


def test_a_search_finds_inflections_and_phrases_in_the_newest_release(corpus: Corpus) -> None:
    assert {str(hit.number) for hit in corpus.search("players conceding") if hit.part == "rules"} == {"701.1", "712.3"}
    assert {str(hit.number) for hit in corpus.search('"another player"')} >= {"712.1", "712.2", "712.4"}
    assert corpus.search('"player another"') == ()
    assert corpus.search("mana burn") == ()


def test_a_search_finds_what_stood_on_a_day_and_what_ever_stood(corpus: Corpus) -> None:
    (hit,) = corpus.search("mana burn", at="2005-01-01")
    assert (hit.number, hit.first, hit.last) == (n("507.4"), FIRST, FIRST)
    assert "[mana] [burn]" in hit.excerpt
    assert corpus.search("mana burn", ever=True) == (hit,)
    (mindslaver,) = corpus.search("mindslaver", ever=True)
    assert (mindslaver.number, mindslaver.first, mindslaver.last) == (n("710.1"), FIRST, THIRD)


def test_a_search_finds_glossary_entries(corpus: Corpus) -> None:
    (hit,) = (hit for hit in corpus.search("leave the game by choice") if hit.part == "glossary")
    assert (hit.number, hit.lineage, hit.first, hit.last) == ("Concede", f"{FIRST}-concede", FIRST, LAST)


def test_a_search_lists_no_more_than_asked_for(corpus: Corpus) -> None:
    assert len(corpus.search("player", most=3)) == 3


@pytest.mark.parametrize("words", ["", "  ", '""', "---", "* ("])
def test_a_search_without_a_word_is_refused(corpus: Corpus, words: str) -> None:
    with pytest.raises(UsageError, match="no word to search for"):
        corpus.search(words)


@pytest.mark.parametrize("words", ['a"b', "NOT burn", "mana OR", "(mana", "concede*", "text:burn", "^player", "+1/+1"])
def test_what_means_something_to_the_search_engine_is_searched_for_as_words(corpus: Corpus, words: str) -> None:
    assert isinstance(corpus.search(words, ever=True), tuple)


def test_figures_count_clauses_words_and_changes(corpus: Corpus) -> None:
    first, second, third, last = corpus.stats()
    assert [size.clauses for size in (first, second, third, last)] == [15, 14, 14, 15]
    assert (first.changes, second.removed, last.added) == (0, 1, 1)
    assert third.words == second.words + 3
    assert third.to_read >= 1


def test_a_release_and_a_comparison_come_from_the_texts(corpus: Corpus) -> None:
    assert corpus.release(LAST).name == str(LAST)
    changes = corpus.diff(SECOND, THIRD).changes
    assert [change.new[0].number for change in changes if change.for_review and change.part == "rules"] == ["710.1"]
    with pytest.raises(UnknownRelease, match="release 2020-01-01 is not held"):
        corpus.release("2020-01-01")


def test_a_hit_is_dated_by_its_words_whatever_marks_they_have(tmp_path: Path) -> None:
    """205.4d has straight quotation marks in 2019-01-25, and the same words since 2017-09-29."""
    said = [f"This is called the {marked}" for marked in ('"legend rule."', "“legend rule.”", "?legend rule.?")]
    newest = RELEASES[LAST.isoformat()]
    releases = {day: {**newest, "712.9": text} for day, text in zip(RELEASES, said, strict=False)}
    with Corpus(fill(tmp_path / "corpus", releases)) as made:
        (hit,) = (one for one in made.search('"legend rule"') if one.part == "rules")
    assert (str(hit.number), hit.first, hit.last) == ("712.9", FIRST, THIRD)
