"""What a draft does to the checks: real texts, edited as an editor would; the text before it is enough to tell."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from table import table

from crdiff.changes.compare import compare_releases
from crdiff.checks.inputs import embedded_timeline
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.beside import clauses_in_scope, reasons_by_lineage
from crdiff.trace.book import coverage_before
from crdiff.trace.drafts import DRAFT, Concern, Concerned, concerned, with_draft
from crdiff.trace.following import gather
from crdiff.trace.results import Check, CheckCoverage
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName, Timeline
from tests.conftest import Official
from tests.support.days import in_force, on
from tests.support.marked import MarkedChecks, checks_in

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


# the text before a draft is enough to tell which checks the draft concerns


RULES = Path(__file__).parents[1] / "rules"


MARKED = checks_in(RULES)


def _check(name: str, *clauses: ClauseName) -> Check:
    return Check(f"t.py::test_{name}", "", "", "t.py", 1, "", clauses)


def _before(text: Release, checks: MarkedChecks) -> CheckCoverage:
    corpus, known, release = load_corpus(), embedded_timeline(), on(text.name)
    newest = [corpus.text(each) for each in corpus.editions if each.release == known.newest]
    coverage = CheckCoverage(known, (release,), checks.checks, checks.reviews, checks.scope)
    return coverage_before(coverage, text, release, newest)


def _concerned(before: Release, draft: Release, *checks: Check) -> tuple[Concern, ...]:
    """Return what a draft concerns of these checks, or else of those that come with crdiff."""
    marked = MarkedChecks(checks, ()) if checks else MARKED
    return concerned(_before(before, marked), compare_releases(before, draft)).concerns


@table
def test_a_release_concerns_the_checks_of_the_clauses_it_reworded(
    official: Official, old: str, new: str, expected: set[tuple[str, str]]
) -> None:
    found = _concerned(official(old), official(new))
    assert {(str(concern.old), concern.state.value) for concern in found} == expected


def test_the_archive_between_says_the_same(official: Official) -> None:
    """The texts from the release that the checks name to the old one are held, as in an archive.

    The archive may know of more that changed around a clause: 510.1c of 2024-11-08 around 805.10g, which cites 510.1.
    """
    dates, lineages = (on("2024-06-07"), on("2024-07-30"), on("2024-09-20")), load_corpus().checked_lineages
    timeline = gather(lineages, [(day, official(str(day))) for day in dates])
    held = CheckCoverage(timeline, dates[-1:], MARKED.checks, MARKED.reviews)
    old, new = official("2024-09-20"), official("2024-11-08")
    known = concerned(coverage_before(held, old, dates[-1]), compare_releases(old, new)).concerns
    alone = _concerned(old, new)
    assert alone
    assert [one for one in known if one in alone] == list(alone)
    assert {one.state for one in known if one not in alone} <= {State.CONTEXT_CHANGED}


def test_a_clause_of_the_old_text_that_is_not_recorded_is_followed_too(official: Official) -> None:
    """2024-09-20 reworded 709.4; 601.2 says what it said."""
    checks = [_check(number, ClauseName(number, on("2024-07-30"))) for number in ("709.4", "601.2")]
    found = _concerned(official("2024-07-30"), official("2024-09-20"), *checks)
    assert [(str(concern.old), concern.state.value) for concern in found] == [("709.4", "suspect")]


def test_a_check_fits_the_wording_it_was_written_against_in_a_release_before_that_too(official: Official) -> None:
    """2023-04-14 reworded 506.2, which says the same in 2024-06-07; nobody had to review that."""
    check = _check("506_2", ClauseName("506.2", on("2024-06-07")))
    assert _concerned(official("2023-02-03"), official("2023-04-14"), check) == ()


def test_a_check_is_concerned_only_where_all_its_clauses_were_in_force(official: Official) -> None:
    """2007-10-01 reworded 507.3, now 720.5; a check that names 720.7 too, which came in 2010, was not played."""
    first, second = (ClauseName(number, on("2024-06-07")) for number in ("720.5", "720.7"))
    found = _concerned(
        official("2007-09-07"), official("2007-10-01"), _check("both", first, second), _check("one", first)
    )
    assert [concern.check.id for concern in found] == ["t.py::test_one"]


def test_a_draft_without_a_date_is_held_against_the_release_it_is_said_to_follow() -> None:
    corpus = load_corpus()
    text = corpus.text(corpus.edition("720-mtg-wiki"))
    check = _check("720_9", ClauseName("720.9"))
    coverage = CheckCoverage(embedded_timeline(), (on("2024-06-07"),), (check,))
    (of,) = coverage_before(coverage, text, on("2024-06-07")).links(check)
    assert of.lineage == "2010-10-01-711.9"


# drafts of the text of 2024-06-07, each with the checks that it should make suspect: read by people, or drawn


BASE = on("2024-06-07")
GOLD = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[3] / "shared") / "gold" / "suspect.json"
DRAFTS: list[Mapping[str, Any]] = json.loads(GOLD.read_text("utf-8")) if GOLD.is_file() else []

# Clauses that came into scope after people had judged these drafts.
_SINCE = ("103.5", "104.3a", "106.4", "500.4", "500.5", "509.2", "510.1c", "510.2", "704.5g", "704.5j", "805.10")


Draft = Callable[..., Concerned]


def _coverage_before(text: Release) -> CheckCoverage:
    """Return what our checks cover before a draft of `text`."""
    marked = checks_in(RULES)
    known = CheckCoverage(embedded_timeline(), (BASE,), marked.checks, marked.reviews, marked.scope)
    return coverage_before(known, text, BASE)


@pytest.fixture(scope="module")
def draft(shared: Path) -> Draft:
    """Return a function that says what the text of 2024-06-07 with these replacements does to our checks."""
    text = "\n".join((shared / "cr" / f"{BASE}.txt").read_bytes().decode("utf-8-sig").splitlines())
    before = read(text.encode(), f"{BASE}.txt", "official")
    coverage = _coverage_before(before)

    def with_edits(*edits: tuple[str, str]) -> Concerned:
        drafted = text
        for old, new in edits:
            assert old in drafted, old
            drafted = drafted.replace(old, new)
        return concerned(coverage, compare_releases(before, read(drafted.encode(), "draft.txt", "official")))

    return with_edits


def _by_state(found: Concerned) -> Mapping[str, set[str]]:
    states: dict[str, set[str]] = defaultdict(set)
    for concern in found.concerns:
        states[concern.state.value].add(str(concern.old))
    return states


@pytest.mark.parametrize("gold", DRAFTS, ids=lambda gold: gold["id"])
def test_a_draft_makes_suspect_what_people_say_it_does(draft: Draft, gold: Mapping[str, Any]) -> None:
    found = draft(*((edit["old"], edit["new"]) for edit in gold["edits"]))
    states = {
        state: judged
        for state, clauses in _by_state(found).items()
        if state != "context changed" and (judged := {each for each in clauses if not each.startswith(_SINCE)})
    }
    assert states == {state: set(clauses) for state, clauses in gold["expect"].items()}
    assert found.undecided == ()


def test_of_two_clauses_made_one_the_checks_of_both_are_suspect(draft: Draft) -> None:
    """720.9 goes into 720.8: five checks name the one or the other."""
    merged = (
        "continues to make their own choices and decisions.\n\n720.9. A player may gain control of themselves. ",
        "continues to make their own choices and decisions. A player may gain control of themselves. ",
    )
    found = draft(merged)
    assert _by_state(found) == {"suspect": {"720.8", "720.9"}}
    assert {(str(concern.old), str(concern.new)) for concern in found.concerns} == {
        ("720.8", "720.8"),
        ("720.9", "720.8"),
    }
    named = {"720.8", "720.9"}
    checks = {check.id for check in checks_in(RULES).checks if any(name.number in named for name in check.clauses)}
    assert {concern.check.id for concern in found.concerns} == checks


def test_of_a_clause_made_two_the_checks_are_suspect_and_the_part_that_left_is_uncovered(draft: Draft) -> None:
    """The checks go with 720.9, which keeps its number and its first words, though 720.10 has the longer part."""
    split = (
        "A player may gain control of themselves. That player will make",
        "A player may gain control of themselves.\n\n720.10. A player in control of themselves will make",
    )
    found = draft(split)
    assert _by_state(found) == {"suspect": {"720.9"}}
    assert found.uncovered == (ClauseNumber.of(720, 10),)


def test_a_cited_clause_that_says_something_else_changes_the_context(draft: Draft) -> None:
    """720.6 says "See rule 104.3a"."""
    found = draft(("104.3a A player can concede the game at any time.", "104.3a A player can concede on their turn."))
    assert _by_state(found) == {"suspect": {"104.3a"}, "context changed": {"720.6"}}
    assert {concern.because for concern in found.concerns if concern.because} == {("104.3a",)}


def test_a_new_subrule_of_a_cited_rule_changes_the_context(draft: Draft) -> None:
    """810.7 says "see rule 805.10"."""
    last = "\n\n806. Free-for-All Variant\n\n806.1."
    found = draft((last, f"\n\n805.10h Damage is counted by one player of each team.{last}"))
    assert _by_state(found) == {"context changed": {"810.7"}}
    assert {concern.because for concern in found.concerns} == {("805.10h",)}


@table
def test_edits_of_a_day_concern_what_they_change(
    draft: Draft, edits: tuple[tuple[str, str], ...], states: Mapping[str, set[str]]
) -> None:
    assert _by_state(draft(*edits)) == states


def test_an_entry_of_the_glossary_changes_the_context_of_the_section_that_it_names(draft: Draft) -> None:
    found = draft(
        ("To make all choices and decisions that player is", "To make some choices and decisions that player is")
    )
    (clauses,) = _by_state(found).values()
    assert set(_by_state(found)) == {"context changed"}
    assert {number.split(".")[0] for number in clauses} == {"720"}
    assert {concern.because for concern in found.concerns} == {("“Control Another Player”",)}


def test_a_new_clause_in_scope_is_announced_as_uncovered(draft: Draft) -> None:
    new = "720.10. Control costs nothing.\n\n721. Ending Turns and Phases"
    found = draft(("\n721. Ending Turns and Phases\n\n721.1.", f"\n{new}\n\n721.1."))
    assert (found.concerns, found.uncovered) == ((), (ClauseNumber.of(720, 10),))


# one word replaced, deleted or inserted in a clause in scope: its checks become suspect, whichever word it is


# Drafts, each with one edit in every clause in scope: comparing whole texts costs more than judging their clauses.
DRAWN = 4
# Edits that the drafts must have between them.
EDITS = 150
_WORD = re.compile(r"(?<=\s)[A-Za-z]{2,}(?=[\s,.;])")
# Pairs whose exchange may be a mere slip of number.
_SAME_SENSE = {frozenset({"player", "players"}), frozenset({"creature", "creatures"})}


@pytest.fixture(scope="module")
def coverage(official: Official) -> CheckCoverage:
    return _coverage_before(official(str(BASE)))


def _numbers(coverage: CheckCoverage) -> Iterator[str]:
    """Yield the numbers of the clauses in scope that assert something."""
    informational = reasons_by_lineage(coverage.timeline, coverage.scope.informational)
    for standing in clauses_in_scope(coverage.timeline, coverage.scope, BASE):
        if standing.lineage not in informational:
            yield str(standing.number)


def _edited(line: str, vocabulary: list[str], chance: Random) -> str:
    """Return a line with one word replaced, deleted or inserted."""
    place = chance.choice(list(_WORD.finditer(line)))
    others = [word for word in vocabulary if word.lower() != place[0].lower()]
    others = [word for word in others if frozenset({word, place[0]}) not in _SAME_SENSE]
    new = chance.choice(["", chance.choice(others), f"{place[0]} {chance.choice(others)}"])
    return f"{line[: place.start()]}{new}{line[place.end() :]}".replace("  ", " ").replace(" .", ".").replace(" ,", ",")


@pytest.mark.parametrize("seed", range(DRAWN))
def test_no_edit_of_one_word_is_missed(coverage: CheckCoverage, shared: Path, official: Official, seed: int) -> None:
    chance = Random(seed)
    lines = (shared / "cr" / f"{BASE}.txt").read_bytes().decode("utf-8-sig").splitlines()
    numbers = set(_numbers(coverage))
    assert DRAWN * len(numbers) >= EDITS
    place_of = {line.split(" ")[0].rstrip("."): at for at, line in enumerate(lines) if line[:1].isdigit()}
    vocabulary = sorted({word for number in numbers for word in _WORD.findall(lines[place_of[number]])})
    edits = {number: _edited(lines[place_of[number]], vocabulary, chance) for number in sorted(numbers)}
    drafted = "\n".join(
        edits.get(line.split(" ")[0].rstrip("."), line) if line[:1].isdigit() else line for line in lines
    )
    found = concerned(coverage, compare_releases(official(str(BASE)), read(drafted.encode(), "draft.txt", "official")))
    judged = {str(concern.old) for concern in found.concerns if concern.state.value in {"suspect", "orphaned"}}
    assert {number: edits[number] for number in numbers - judged} == {}
    assert judged == numbers
