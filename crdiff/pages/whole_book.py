"""Whose tests claim which rule of the newest release: pages on all of them and on one, and of one clause.

What checks and the releases they ran under are called, and the icons of states and outcomes, are those of all pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from crdiff.annotate.cross_references import is_notice
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.english import clipped, sentence
from crdiff.pages.flow import heading
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.pages.render import page
from crdiff.reports.answer import json_of
from crdiff.reports.checks import coverage_answer
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line
from crdiff.trace.book import BookCell, WholeBook, checks_player, engine_player
from crdiff.trace.engines import FAILED, EngineClause, EngineResults, EngineTest, PlayedEngine
from crdiff.trace.report import CheckResult
from crdiff.trace.states import State
from crdiff.trace.timeline import DRAFT, release_named

# Of the states that checks and the tests of engines may give a clause, and of the outcomes of tests.
ICONS: Mapping[str, str] = {
    "covered": "covered",
    "covered, unproved": "unproved",
    "suspect": "suspect",
    "context changed": "context",
    "unknown": "unknown",
    "not played": "unplayed",
    "predated": "predated",
    "orphaned": "suspect",
    "pending": "pending",
    "informational": "informational",
    "uncovered": "uncovered",
    "failed": "failed",
    "not in force": "unplayed",
    "passed": "covered",
}
# Words of a function's name that are never words without their marks, and terms of the rules that have capitals.
#
# Source: 810 Two-Headed Giant Variant, and "can't" of 101.2, in the release of 2024-11-08.
_MARKED = {
    **{f"{verb}nt": f"{verb}n’t" for verb in ("are", "did", "do", "does", "had", "has", "have", "is", "was", "were")},
    **{f"{verb}nt": f"{verb}n’t" for verb in ("could", "must", "should", "would")},
    "cant": "can’t",
    "wont": "won’t",
    "two headed giant": "Two-Headed Giant",
    "grand melee": "Grand Melee",
}
_UNMARKED = re.compile(rf"\b({'|'.join(_MARKED)})\b")


def title_of(check: CheckResult) -> str:
    """Return the sentence that a check is listed under: its docstring, else the name of its function with its marks."""
    return check.title or sentence(_UNMARKED.sub(lambda found: _MARKED[found[0]], check.name))


def name_of(release: str, calendar: Calendar) -> str:
    """Return what a release of the results is called; a draft of rules has no date."""
    day = release_named(release)
    return release if day == DRAFT else calendar.release_name(day)


def icon_of(state: str) -> str:
    """Return the name of the icon of a state or an outcome; of one that has no icon of its own, the waiting clock."""
    return ICONS.get(state, "pending")


# Tests of an engine that the page of a clause names; XMage tests 704.5j some twenty times.
_TESTS_MOST = 5
# Engines whose tests the page of a clause names: each takes up to 2 kB of it.
_ENGINES_MOST = 8
# Characters shown of the name of a test.
_NAME_MAX = 160
# Characters shown of the name of a behaviour of an engine.
_RED_MAX = 60
# The states of which the badge speaks, the one that asks for most first.
_LOUDEST = (FAILED, State.SUSPECT.value, State.COVERED.value)


def played_by(lineage: str, archive: ArchiveIndex) -> tuple[Mapping[str, object], ...]:
    """Return what each engine says of a clause, those alone that name it; of many, the first.

    That is the state of the clause, its first tests, those that fail before others, and how many more are `left`.
    """
    found = ((each, clause) for each in archive.engines if (clause := each.clauses.get(lineage)))
    return tuple(_engine(played, clause, lineage) for played, clause in list(found)[:_ENGINES_MOST])


def engine_badge(lineage: str, archive: ArchiveIndex) -> tuple[str, str]:
    """Return the state and the words of the badge of a clause, "" where no engine has anything to say of it."""
    states = [clause.state for each in archive.engines if (clause := each.clauses.get(lineage))]
    state = next((state for state in _LOUDEST if state in states), "")
    engines = counted(states.count(state), "engine")
    words = {FAILED: f"{engines} failing", State.SUSPECT: f"{engines} suspect", State.COVERED: f"{engines} passing"}
    return state, words.get(state, "")


def _engine(played: PlayedEngine, clause: EngineClause, lineage: str) -> Mapping[str, object]:
    tests = sorted(clause.tests, key=lambda test: (test.outcome != FAILED, test.full_name))
    outcomes = clause.outcomes
    cited = {link.by == "citation" for test in tests for link in test.clauses if link.lineage == lineage}
    verb = ("cite" if cited == {True} else "name") + "s" * (len(tests) == 1)
    of = "" if outcomes["passed"] == len(tests) else f"{outcomes['passed']} of "
    counts = f"{of}{counted(len(tests), 'test')} that {verb} this rule passed"
    counts += "".join(f", {outcomes[each]} {each}" for each in ("failed", "skipped") if outcomes[each])
    return {
        "engine": shown_on_a_line(played.results.engine),
        "release": played.results.release,
        "state": clause.state,
        "since": clause.since,
        "icon": icon_of(clause.state),
        "said": f"{counts}, {clause.proved} proved able to fail" if clause.proved else counts,
        "tests": [_test(test) for test in tests[:_TESTS_MOST]],
        "left": max(len(tests) - _TESTS_MOST, 0),
    }


def _test(test: EngineTest) -> Mapping[str, str]:
    """Return what a test is called and where it stands; `proof` says what turned it red, "" for nothing."""
    place = f"{test.file}:{test.line}" if test.file and test.line else test.file
    reds = ", ".join(f"“{clipped(shown_on_a_line(red), _RED_MAX)}”" for red in test.reds[:3])
    return {
        "name": clipped(shown_on_a_line(test.full_name), _NAME_MAX),
        "place": clipped(shown_on_a_line(place), _NAME_MAX),
        "outcome": test.outcome,
        "icon": icon_of(test.outcome),
        "proof": f"fails without {reds}" if reds else "",
    }


# Tests listed for each engine whose numbers are not clauses of its release.
_PROBLEMS_MOST = 50
# Characters shown of the problem with a number, and of the name of a test.
_TEXT_MAX = 300
# Cells of a table on one page: each takes 150 bytes, a page up to 200 kB. 702 has 700 clauses.
_CELLS_MOST = 1_000
# Columns of players in a table: more make no table that a person reads. The data have them all.
_PLAYERS_MOST = 12
# Characters of what a clause is about.
_TITLE_MAX = 60


def book_in(archive: ArchiveIndex) -> WholeBook | None:
    """Return who plays the rules of an archive, None where nobody does or where not all rules are known."""
    if archive.is_recorded or not (archive.checks or archive.engines):
        return None
    standing = (each for each in archive.contents.lineages if _is_rule(each))
    numbers = sorted((each.runs[-1].number, each.id) for each in standing)
    checks = [checks_player(archive.checks.report, archive.newest)] if archive.checks else []
    players = (*checks, *map(engine_player, archive.engines))
    return WholeBook(archive.newest, {lineage: number for number, lineage in numbers}, players)


def _is_rule(lineage: ClauseLineage) -> bool:
    """Whether a clause is a rule or a subrule in force; a notice is none, whether the text that it replaced is held.

    Source: 306.4 and 306.7 of 2026-04-17, revoked in 2017-09-29 and 2018-04-27.
    """
    return lineage.in_force and not lineage.runs[-1].number.is_heading and not is_notice(lineage.wordings[-1].text)


def book_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page on the whole book, the data behind it, and the pages of the subsections that anybody claims."""
    book = book_in(archive)
    if book is None:
        return
    yield _page(book, archive)
    yield address.as_json(address.WHOLE_BOOK), json_of(coverage_answer(book))
    for number in book.subsections:
        yield from _part_pages(number, book, archive)


def _page(book: WholeBook, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of all sections; `problems` are (engine, tests with their problems, how many more)."""
    claimed, total = len(book.claimed(book.clauses)), len(book.clauses)
    return page(
        "engines/whole_book.html",
        address.WHOLE_BOOK,
        "Who tests which rule",
        "Which rules and subrules of the Magic Comprehensive Rules are tested, and by whom.",
        data=address.as_json(address.WHOLE_BOOK),
        release=archive.release_name(book.release),
        lead=f"Tests claim {claimed:,} of {total:,} rules and subrules; {total - claimed:,} are claimed by nobody.",
        players=[
            (
                shown_on_a_line(player.name),
                player.named(book.clauses),
                ", ".join(f"{count:,} {state}" for state, count in sorted(player.count(book.clauses).items())),
            )
            for player in book.players[:_PLAYERS_MOST]
        ],
        others=max(len(book.players) - _PLAYERS_MOST, 0),
        sections=[_row(number, book, archive) for number in book.sections],
        subsections=[_row(number, book, archive) for number in book.subsections],
        problems=[found for each in archive.engines if (found := _problems(each.results))[1]],
    )


def _row(number: ClauseNumber, book: WholeBook, lives: Lives) -> dict[str, object]:
    """Return a section or subsection: its clauses, how many each player claims, how many nobody does."""
    part = book.part(number)
    title, rules = heading(number, lives.newest, lives)
    claimed = len(book.claimed(part))
    return {
        "number": number,
        "title": title,
        "href": address.part_of_book(number) if claimed and not number.is_section else rules,
        "clauses": len(part),
        "claimed": [player.named(part) for player in book.players[:_PLAYERS_MOST]],
        "nobody": len(part) - claimed,
    }


def _problems(results: EngineResults) -> tuple[str, list[tuple[str, ...]], int]:
    found = [(test.full_name, each.problem) for test in results.tests for each in test.clauses if each.problem]
    shown = [tuple(clipped(shown_on_a_line(text), _TEXT_MAX) for text in pair) for pair in found[:_PROBLEMS_MOST]]
    return shown_on_a_line(results.name), shown, max(len(found) - _PROBLEMS_MOST, 0)


def _part_pages(number: ClauseNumber, book: WholeBook, lives: Lives) -> Iterator[tuple[str, bytes]]:
    """Yield the page of a subsection that anybody claims a clause of, or several of a long table."""
    part = book.part(number)
    claimed = book.claimed(part)
    players = [player for player in book.players if player.named(part)][:_PLAYERS_MOST]
    size = max(_CELLS_MOST // max(len(players), 1), 1)
    starts = range(0, len(claimed), size)
    pages = [(at + 1, address.part_of_book(number, at)) for at in range(len(starts))]
    title, rules = heading(number, lives.newest, lives)
    title = lives.telling(title, number, lives.newest)
    for (at, where), start in zip(pages, starts, strict=True):
        yield page(
            "engines/book_part.html",
            where,
            f"Who tests {number} {title}{f', page {at}' if start else ''}",
            f"Which tests of engines play {number} {title} of the Magic Comprehensive Rules, clause by clause.",
            number=number,
            title=title,
            href=rules,
            lead=f"Tests claim {len(claimed):,} of {len(part):,} clauses.",
            players=[shown_on_a_line(player.name) for player in players],
            rows=[
                (
                    each,
                    clipped(lives.title(lineage), _TITLE_MAX),
                    address.checks_on(lineage),
                    [_cell(player.cells.get(lineage)) for player in players],
                )
                for lineage, each in list(claimed.items())[start : start + size]
            ],
            nobody=[(each, address.clause(one)) for one, each in part.items() if not start and one not in claimed],
            pages=pages if len(pages) > 1 else [],
        )


def _cell(cell: BookCell | None) -> tuple[str, str, str]:
    """Return what a player says of a clause: the icon, the state, the tests in words; all "" for nothing."""
    if cell is None:
        return "", "", ""
    outcomes = (("passed", cell.passed), ("failed", cell.failed), ("skipped", cell.skipped))
    tests = ", ".join(f"{count} {outcome}" for outcome, count in outcomes if count)
    return icon_of(cell.state), f"{cell.state} since {cell.since}" if cell.since else cell.state, tests
