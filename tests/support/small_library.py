"""A small library made by hand: two texts of one subsection that moved, with a comparison, notes and results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date

from crdiff.pages.library import Library, Text
from msgspec.structs import replace

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Change, Comparison, ExampleChange, Facet, Op, Part, Quoted, Segment, Structure
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.corpus import (
    Annotation,
    DatedBy,
    Edition,
    How,
    KnownLineage,
    KnownRelease,
    LineageEvent,
    NewWording,
    NumberRun,
    Respect,
)
from crdiff.model.number import ClauseNumber
from crdiff.model.placement import Placement, Span
from crdiff.model.release import Coverage, Finding, Level, Release, Source
from crdiff.model.tree import walk
from crdiff.pages.checks.check_results import CheckResults, read_results
from crdiff.pages.frame.prose import Prose

Rule = tuple[str, str, tuple[str, ...]]

_STATES = ("suspect", "uncovered", "predated", "covered", "informational")
_COUNTS = (*_STATES, "clauses", "unproved", "orphaned", "pending", "checks", "runs", "failed")

OLD, NEW = date(2008, 2, 1), date(2014, 5, 1)
OLD_RULES: tuple[Rule, ...] = (
    ("507.1", "One card lets a player’s turn be controlled.", ("Example: A turn is controlled.",)),
    ("507.1a", "The last effect wins.", ()),
    ("507.4", "No player is burned.", ()),
)
NEW_RULES: tuple[Rule, ...] = (
    ("712.1", "Some cards let a player be controlled.", ("Example: A player is controlled.",)),
    ("712.1a", "The last effect wins.", ()),
    ("712.2", "One card does it for a while.", ()),
)


def make_release(day: date, heading: tuple[str, str], rules: Sequence[Rule], findings: tuple[Finding, ...]) -> Release:
    """Return a release of one subsection; a subrule stands under the rule before it."""
    placements = [_place(heading[0], 1)]
    grown: list[Clause] = []
    for line, (number, text, examples) in enumerate(rules, 3):
        placements.append(_place(number, line))
        if number[-1].isalpha():
            subrule = Clause(ClauseKind.SUBRULE, "", text, examples)
            grown[-1] = replace(grown[-1], children=(*grown[-1].children, subrule))
        else:
            grown.append(Clause(ClauseKind.RULE, "", text, examples))
    top = Clause(ClauseKind.SUBSECTION, heading[1], "", (), tuple(grown))
    source = Source(f"{day}.txt", "0" * 64, 99, 9, "utf-8", "valid UTF-8", "LF", "official", "asked for")
    coverage = Coverage((ClauseNumber.parse(heading[0]),))
    return Release(day, heading[1], (top,), tuple(placements), source, findings=findings, coverage=coverage)


def _place(number: str, line: int) -> Placement:
    return Placement(ClauseNumber.parse(number), f"{number}.", Span(line, line + 1))


def make_edition(name: str, day: date, number: str, title: str, last: date) -> Edition:
    """Return what a corpus would state of a text."""
    return Edition(
        id=name,
        title=title,
        publisher="A publisher",
        release=day,
        first=day,
        last=last,
        dated_by=DatedBy.PAGE,
        dating="The page says so.",
        coverage=Coverage((ClauseNumber.parse(number),)),
        dialect="official",
        file=f"editions/{name}/rules.txt",
        sha256="0" * 64,
        provenance="Made for a test.",
        left_out="",
        notice="",
    )


def make_comparison(old: Release, new: Release) -> Comparison:
    """Return the comparison of the two texts of this module, whatever their words are."""
    sides = [_quoted(release) for release in (old, new)]
    before, after = ({clause.number: clause for clause in side} for side in sides)
    pairs = [("507", "712"), ("507.1", "712.1"), ("507.1a", "712.1a"), ("", "712.2"), ("507.4", "")]
    changes = tuple(_change(before.get(one), after.get(other)) for one, other in pairs)
    return Comparison(Alignment(old, new, walk(old), walk(new), ()), changes, (), ())


def _quoted(release: Release) -> list[Quoted]:
    return [
        Quoted(str(node.number), node.clause.title, node.clause.text, node.clause.examples, node.placement.lines.start)
        for node in walk(release)
    ]


def _change(old: Quoted | None, new: Quoted | None) -> Change:
    structure = Structure.RENUMBERED if old and new else Structure.ADDED if new else Structure.REMOVED
    examples = _examples(old, new) if old and new and old.examples else ()
    facets = (Facet.WORDING,) if old and new and old.wording != new.wording else ()
    return Change(
        part=Part.RULES,
        structure=structure,
        facets=(*facets, Facet.EXAMPLE) if examples else facets,
        mechanical=False,
        old=(old,) if old else (),
        new=(new,) if new else (),
        confidence=0.97,
        undetermined=False,
        runner_up=None,
        evidence=("the same words",),
        redline=_redline(old.wording if old else "", new.wording if new else ""),
        examples=examples,
        summary="some words replaced" if facets else "",
    )


def _examples(old: Quoted, new: Quoted) -> tuple[ExampleChange, ...]:
    pair = (old.number, 0), (new.number, 0)
    return (ExampleChange(*pair, _redline(old.examples[0], new.examples[0])),)


def _redline(old: str, new: str) -> tuple[Segment, ...]:
    if old == new:
        return (Segment(Op.KEPT, new),)
    return tuple(Segment(op, text) for op, text in ((Op.DELETED, old), (Op.INSERTED, new)) if text)


def make_library(
    old_rules: Sequence[Rule] = OLD_RULES,
    new_rules: Sequence[Rule] = NEW_RULES,
    said: str = "plain words",
    checks: CheckResults | None = None,
) -> Library:
    """Return the library; `said` goes into every field in which a corpus or a text can say something."""
    finding = Finding("repeated-number", Level.WARNING, f"507.1 is printed again: {said}", 4, "507.1")
    old = make_release(OLD, ("507", f"Turns, {said}"), old_rules, (finding,))
    new = make_release(NEW, ("712", f"Players, {said}"), new_rules, ())
    return Library(
        releases=tuple(
            KnownRelease(day, "SET", f"Set of {said}", ())
            for day in (date(2003, 10, 1), OLD, date(2009, 7, 11), NEW, date(2016, 1, 16))
        ),
        texts=(
            Text(make_edition("507-old", OLD, "507", f"Old, {said}", date(2009, 5, 1)), old),
            Text(make_edition("712-new", NEW, "712", f"New, {said}", NEW), new),
        ),
        lineages=tuple(_lineages(said)),
        annotations=(
            Annotation(
                id="the-last-effect",
                title=f"The last effect, {said}",
                lineages=("2003-10-01-507.1a",),
                releases=(OLD, NEW),
                sources=(f"Comprehensive Rules, {said}",),
                text=f"A note of *ours*: {said}\n",
                file="annotations/the-last-effect.md",
            ),
        ),
        comparisons=(make_comparison(old, new),),
        prose=(
            Prose("index.md", f"# Home, {said}\n\nThe lead.\n"),
            Prose("about.md", f"# About\n\n{said}\n\n## Part\n\nMore.\n"),
        ),
        checks=checks,
    )


def _lineages(said: str) -> list[KnownLineage]:
    moved, ended = date(2009, 7, 11), date(2016, 1, 16)
    numbers = {"507": "712", "507.1": "712.1", "507.1a": "712.1a", "507.4": ""}
    found = []
    for old, new in numbers.items():
        runs = [NumberRun(date(2003, 10, 1), OLD, ClauseNumber.parse(old), True)]
        if new:
            runs.append(NumberRun(moved, ended, ClauseNumber.parse(new), True))
        fate = () if new else (LineageEvent(How.REMOVED, "", moved),)
        wordings = (NewWording(moved, Respect.WORDING),) if old == "507.1" else ()
        found.append(KnownLineage(f"2003-10-01-{old}", f"About {old}, {said}", tuple(runs), wordings, (), fate))
    added = NumberRun(NEW, ended, ClauseNumber.parse("712.2"), True)
    return [*found, KnownLineage("2014-05-01-712.2", f"About 712.2, {said}", (added,), (), (), ())]


def make_results(
    said: str = "plain words",
    outcome: str = "passed",
    state: str = "covered",
    lineage: str = "2003-10-01-507.1a",
    places: Sequence[tuple[str, str]] = ((OLD.isoformat(), "507.1a"), (NEW.isoformat(), "712.1a")),
) -> CheckResults:
    """Return results of one check on one clause in two releases, or in those of `places`: (release, number there)."""
    check = "tests/rules/test_x.py::test_the_last_effect"
    proof = {
        "holds": True,
        "unproved": [],
        "foreign": [],
        "reds": [
            {"behaviour": "last effect works", "was_on": True, "lineages": [lineage], "failure": f"assert {said}"}
        ],
    }
    runs = [
        {
            "release": day,
            "outcome": outcome,
            "message": said if outcome == "failed" else "",
            "clauses": [{"lineage": lineage, "number": number, "state": state, "since": day, "context": []}],
            "proof": proof,
        }
        for day, number in places
    ]
    value = {
        "schema": "crdiff.checks/1",
        "summary": dict.fromkeys(_COUNTS, 0) | {"clauses": 1, state: 1, "checks": 1, "runs": 2},
        "releases": [
            {"release": day, "clauses": 1, **dict.fromkeys(_STATES, 0), state: 1, "behaviours": []} for day, _ in places
        ],
        "clauses": [
            {
                "lineage": lineage,
                "number": "712.1a",
                "state": state,
                "reason": "",
                "releases": [
                    {"release": day, "number": number, "state": state, "checks": [check]} for day, number in places
                ],
            }
        ],
        "checks": [
            {
                "id": check,
                "name": "the last effect",
                "title": f"The last effect wins, {said}",
                "description": said,
                "source": {"path": "tests/rules/test_x.py", "line": 12, "text": f"def test(): {said}"},
                "clauses": [
                    {
                        "named": "712.1a",
                        "release": NEW.isoformat(),
                        "says": "",
                        "lineage": lineage,
                        "state": state,
                        "today": "",
                        "problem": "",
                    }
                ],
                "runs": runs,
                "proved": True,
            }
        ],
        "behaviours": [],
    }
    return read_results(json.dumps(value).encode())


def library_saying(said: str) -> Library:
    """Return a library in which every field and every text says `said`."""
    old, new = (
        [(number, f"{text} {said}", tuple(f"{each} {said}" for each in examples)) for number, text, examples in rules]
        for rules in (OLD_RULES, NEW_RULES)
    )
    return make_library(old, new, said, make_results(said, "failed"))
