"""What a draft does to the checks: real texts, edited as an editor would."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from crdiff.changes.compare import compare_releases
from crdiff.dialects.registry import read
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.drafts import DRAFT, Concern, concerned, with_draft
from crdiff.trace.results import Check, CheckCoverage
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName, Timeline
from tests.support.days import in_force, on

NUMBERS = ("1", "1a", "1b", "2", "3", "4", "5", "5a", "5b", "6", "7", "8", "9")
CHECKS = tuple(
    Check(f"t.py::test_{number}", "", "", "t.py", 1, "", (ClauseName(f"720.{number}", on("2024-06-07")),))
    for number in NUMBERS
)


def _drafted(timeline: Timeline, *edits: tuple[str, str]) -> tuple[Concern, ...]:
    """Return what the 720 page with these replacements, each made exactly once, concerns."""
    corpus = load_corpus()
    edition = corpus.edition("720-mtg-wiki")
    text = corpus.raw(edition).decode("utf-8")
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    draft = read(text.encode(), "draft.txt", edition.dialect)
    return concerned(
        CheckCoverage(timeline, timeline.releases, CHECKS), compare_releases(corpus.text(edition), draft)
    ).concerns


def _told(found: tuple[Concern, ...]) -> list[tuple[str, State]]:
    return [(str(concern.old), concern.state) for concern in found]


def test_a_draft_that_changes_nothing_concerns_no_check(embedded: Timeline) -> None:
    assert _drafted(embedded) == ()


@pytest.mark.parametrize(
    ("edition_id", "clauses"), [("507-crystal-keep", ("507.3b", "507.3c")), ("720-mtg-wiki", ("720.5b", "720.6"))]
)
def test_each_cant_turned_into_can_makes_the_checks_of_its_clause_suspect_and_no_others(
    embedded: Timeline, edition_id: str, clauses: tuple[str, ...]
) -> None:
    """Every place of the word in the section, one at a time, in the texts of 2008 and of 2024; the checks are ours."""
    corpus = load_corpus()
    edition = corpus.edition(edition_id)
    text, release = corpus.text(edition), edition.release
    timeline = replace(embedded, releases=tuple(each for each in embedded.releases if each <= release))
    checks = tuple(
        Check(f"t.py::test_{standing.number}", "", "", "t.py", 1, "", (ClauseName(str(standing.number), release),))
        for standing in in_force(timeline, release)
    )
    raw = corpus.raw(edition).decode("utf-8")
    turned = []
    for place in re.finditer("can[’']t", raw):
        number = re.findall(r"\b(\d{3}\.\d+[a-z]?)\b", raw[: place.start()])[-1]
        draft = read(f"{raw[: place.start()]}can{raw[place.end() :]}".encode(), "draft.txt", edition.dialect)
        found = concerned(CheckCoverage(timeline, timeline.releases, checks), compare_releases(text, draft)).concerns
        assert _told(found) == [(number, State.SUSPECT)]
        turned.append(number)
    assert tuple(dict.fromkeys(turned)) == clauses


def test_renumbering_the_whole_section_makes_nothing_suspect(embedded: Timeline) -> None:
    corpus = load_corpus()
    edition = corpus.edition("720-mtg-wiki")
    renumbered = corpus.raw(edition).decode("utf-8").replace("720", "722")
    comparison = compare_releases(corpus.text(edition), read(renumbered.encode(), "draft.txt", edition.dialect))
    assert concerned(CheckCoverage(embedded, embedded.releases, CHECKS), comparison).concerns == ()
    drafted = with_draft(embedded, comparison).standing("2003-10-01-507.3a", DRAFT)
    assert drafted is not None
    assert str(drafted.number) == "722.5a"


@pytest.mark.parametrize(
    "instead", ["", "720.9. Previously, a player could gain control of themselves. This rule has been removed."]
)
def test_a_clause_struck_out_or_turned_into_a_notice_orphans_its_checks(embedded: Timeline, instead: str) -> None:
    """As 306.7 of 2018-04-27: what stands under the number is no rule that a check could play."""
    said = "A player may gain control of themselves. That player will make their own decisions and choices as normal."
    assert _told(_drafted(embedded, (f"- 720.9. {said}", instead))) == [("720.9", State.ORPHANED)]


def test_clauses_that_the_draft_does_not_quote_are_not_concerned(embedded: Timeline) -> None:
    elsewhere = Check("t.py::test_combat", "", "", "t.py", 1, "", (ClauseName("802.1", on("2024-06-07")),))
    corpus = load_corpus()
    text = corpus.text(corpus.edition("720-mtg-wiki"))
    assert (
        concerned(CheckCoverage(embedded, embedded.releases, (elsewhere,)), compare_releases(text, text)).concerns == ()
    )
