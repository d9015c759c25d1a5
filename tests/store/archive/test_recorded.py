"""With no text in the corpus, or only one after all that is known, the facts that come with crdiff answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from crdiff.corpus import Corpus
from crdiff.history.recorded_changes import JOINED, UNSURE
from crdiff.reports.history import history_text
from crdiff.store.embedded.lives import known_lives
from tests.support.cut_lives import facts_before
from tests.support.days import number as n
from tests.support.days import on

# A release that two editions quote: numbers asked for are those that it has.
EDITED = "2024-06-07"


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with Corpus(tmp_path / "nothing") as empty:
        yield empty


def test_asking_makes_no_folder(corpus: Corpus) -> None:
    assert corpus.is_recorded
    assert corpus.history("507.4").id == "2003-10-01-507.4"
    assert not corpus.folder.exists()


def test_wordings_are_shown_where_an_edition_quotes_them_and_marked_where_none_does(corpus: Corpus) -> None:
    wordings = {str(one.first): one for one in corpus.history("720.1", at=EDITED).wordings}
    assert wordings["2003-10-01"].text.startswith("One card (Mindslaver)")
    assert wordings["2014-05-01"].text.startswith("Some cards")
    assert [(day, one.text) for day, one in wordings.items() if not one.is_held] == [
        ("2009-10-01", ""),
        ("2010-10-01", ""),
        ("2014-02-01", ""),
    ]


def test_slips_of_a_copyist_are_no_changes_of_the_rules(corpus: Corpus) -> None:
    """712-judge-school prints "can’s" for "can’t" and 507-crystal-keep "See Rule" for "See rule"."""
    lineages = list(corpus.lineages())
    said = [text for lineage in lineages for worded in lineage.wordings for text in (worded.wording, *worded.examples)]
    changed = [
        text
        for lineage in lineages
        for worded in lineage.wordings
        if worded.change
        for op, text in worded.change.redline
        if op != "="
    ]
    assert any("can’t" in text for text in said)
    assert not [text for text in (*said, *changed) if re.search(r"n[’']s\b", text) or re.search(r"[a-z] Rule \d", text)]
    agent = corpus.history("720.6", at=EDITED).wordings[-1]
    assert agent.change
    assert [text for op, text in agent.change.redline if op != "="] == ["he or she is", "they are"]
    assert "the effect doesn’t end until" in corpus.blame("720.1", at=EDITED).sentences[-1].text


def test_a_passage_is_shown_as_the_newest_release_has_it_whose_wording_is_known(corpus: Corpus) -> None:
    """720.5 was reworded in 2024-11-08 and 507.4 ended in 2009-07-11; no edition quotes the Omen cards of 720.1."""
    newest = corpus.known_to
    places = ("2024-06-07-720.6", "2024-06-07-720", "2024-06-07-720.5", "102.1", "2025-04-04-720.1", "507.4")
    assert {place: corpus.show(place).release for place in places} == {
        "2024-06-07-720.6": newest,
        "2024-06-07-720": newest,
        "2024-06-07-720.5": on("2024-09-20"),
        "102.1": newest,
        "2025-04-04-720.1": newest,
        "507.4": on("2009-05-01"),
    }
    assert corpus.show("controlling another player", at=EDITED).number == n("720")


@pytest.mark.parametrize("each", [120, pytest.param(17, marks=pytest.mark.whole)])
def test_of_any_number_every_question_has_an_answer(corpus: Corpus, each: int) -> None:
    """What is known of one is known to all of them: none sends the reader to another that refuses."""
    numbers = {str(run.number) for lineage in corpus.lineages() for run in lineage.runs}
    for number in sorted(numbers)[::each]:
        lineage = corpus.history(number)
        passage = corpus.show(number)
        assert any(use.lineage == lineage.id for use in corpus.number(number))
        assert passage.clauses[0].lineage == lineage.id
        assert lineage.runs[0].first <= passage.release <= min(lineage.known_until, corpus.known_to)
        if any(worded.is_held for worded in lineage.wordings):
            assert passage.clauses[0].is_held
            assert corpus.blame(number).release == passage.release


def test_a_period_is_printed_from_the_first_of_its_texts_that_is_held(corpus: Corpus) -> None:
    told = history_text(corpus.history("2003-10-01-507.3b")).splitlines()
    at = told.index("    as printed in 2005-08-01:")
    assert told[at - 1].startswith("  2003-10-01 – ")
    assert told[at + 1].endswith("can't make that player concede. A player may concede the")


def test_a_number_that_nothing_had_on_a_day_means_the_clause_that_has_it_today(corpus: Corpus) -> None:
    for lineage in list(corpus.lineages())[::200]:
        number, first = str(lineage.runs[-1].number), lineage.runs[0].first
        if len(lineage.runs) > 1 and lineage.known_until == corpus.known_to:
            then = corpus.history(number, at=first)
            had = [use for use in corpus.number(number) if use.first <= first <= use.last]
            assert then.id in ([use.lineage for use in had] or [lineage.id])


def test_news_are_every_change_recorded_with_or_without_its_words(corpus: Corpus) -> None:
    news = {str(release.release): release for release in corpus.news("2018-01-01").releases}
    told = (*news["2018-04-27"].to_read, *news["2018-04-27"].others)
    changed = {change.new[0].number: change for change in told if change.new}
    assert changed["715.4"].remarks == ("the wording before the change is not held",)
    assert any("they are" in text for op, text in changed["715.6"].redline if op == "+")
    (agent,) = (change for change in news["2021-02-05"].to_read if change.new and change.new[0].number == "716.2")
    assert agent.redline
    gone = [change.old[0].number for change in news["2024-11-08"].to_read if not change.new]
    assert gone.count("802.5") == 1


def test_every_clause_of_every_known_release_has_a_lineage(corpus: Corpus) -> None:
    lineages = list(corpus.lineages())
    sizes = {size.release: size.clauses for size in corpus.stats()}
    standing = {day: sum(lineage.number_in(day) is not None for lineage in lineages) for day in sizes}
    assert standing == sizes
    assert all(lineage.runs and lineage.wordings for lineage in lineages)
    assert len({lineage.id for lineage in lineages}) == len(lineages)


# a corpus of one text that comes after all that is known: what the first day after a release looks like


_NUMBERS = 150


@pytest.fixture(scope="module")
def lone(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return the newest known release alone, asked with the facts up to the one before it."""
    newest = known_lives().dates[-1]
    folder = tmp_path_factory.mktemp("lone")
    with Corpus(folder) as corpus:
        with facts_before(newest, folder):
            corpus.add(shared / "cr" / f"{newest}.txt")
            assert corpus.archive.facts
            assert newest not in corpus.archive.facts.lives.dates
        yield corpus


def drawn() -> list[str]:
    newest = len(known_lives().dates) - 1
    return Random(4).sample(sorted(one.number for one in known_lives().standing(newest)), _NUMBERS)


def test_every_clause_has_the_life_that_the_facts_give_it_later(lone: Corpus) -> None:
    lives, newest = known_lives(), known_lives().dates[-1]
    named = {one.number: lives.clauses[one.name].id for one in lives.standing(len(lives.dates) - 1)}
    for number in drawn():
        found, expected = lone.history(number, newest), lives.lineage(named[number])
        assert expected is not None
        if not found.unsure:
            assert (found.id, found.runs) == (expected.id, expected.runs)


def test_hardly_any_clause_is_unsure(lone: Corpus) -> None:
    newest = known_lives().dates[-1]
    assert sum(bool(lone.history(number, newest).unsure) for number in drawn()) <= 0.05 * _NUMBERS


def test_what_a_release_changed_that_the_facts_do_not_know_is_not_said_to_be_read_from_two_texts(lone: Corpus) -> None:
    (told,) = lone.news(known_lives().dates[-2]).releases
    changes = (*told.to_read, *told.others)
    assert {change.evidence for change in changes} == {(JOINED.evidence,)}
    assert {change.confidence for change in changes} <= {JOINED.confidence, UNSURE.confidence}
    reworded = [change for change in changes if change.old and change.new and not change.redline]
    assert {change.remarks[0].partition(";")[2] for change in reworded} == {
        " the numbers that it cites may be all that differs"
    }
