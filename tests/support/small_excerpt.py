"""A small corpus made by hand: two editions of one subsection that moved, with recorded facts, notes and results."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import msgspec
from msgspec import field
from msgspec.structs import replace
from small_lives import lives_from

from crdiff.changes.change import Facet
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.model.clause import Clause, ClauseKind, Placement, Span
from crdiff.model.corpus import Annotation, DatedBy, Edition, KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage, Finding, Level, Release, Source
from crdiff.model.tree import walk
from crdiff.pages.archive_index import ArchiveIndex, CheckResults
from crdiff.pages.render import Prose
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.trace.report import CheckReport

Rule = tuple[str, str, tuple[str, ...]]


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


class SmallCorpus(EmbeddedCorpus, frozen=True):
    """A corpus whose texts are values, by the ids of their editions."""

    texts: Mapping[str, Release] = field(default_factory=dict)

    def text(self, edition: Edition) -> Release:
        """Return the text of an edition."""
        return self.texts[edition.id]

    def raw(self, edition: Edition) -> bytes:
        """Return the clauses of an edition as bytes."""
        clauses = (f"{node.number} {node.clause.wording}" for node in walk(self.texts[edition.id]))
        return "\n\n".join(clauses).encode()


def make_corpus(
    old_rules: Sequence[Rule] = OLD_RULES, new_rules: Sequence[Rule] = NEW_RULES, said: str = "plain words"
) -> SmallCorpus:
    """Return the corpus; `said` goes into every field in which a corpus or a text can say something."""
    finding = Finding("repeated-number", Level.WARNING, f"507.1 is printed again: {said}", 4, "507.1")
    old = make_release(OLD, ("507", f"Turns, {said}"), old_rules, (finding,))
    new = make_release(NEW, ("712", f"Players, {said}"), new_rules, ())
    days = (date(2003, 10, 1), OLD, date(2009, 7, 11), NEW, date(2016, 1, 16))
    lineages = tuple(_lineages(said))
    return SmallCorpus(
        folder=Path("small"),
        releases=tuple(KnownRelease(day, "SET", f"Set of {said}", ()) for day in days),
        editions=(
            make_edition("507-old", OLD, "507", f"Old, {said}", date(2009, 5, 1)),
            make_edition("712-new", NEW, "712", f"New, {said}", NEW),
        ),
        lineages=lineages,
        lives=lives_from(lineages, days),
        annotations=(
            Annotation(
                id="the-last-effect",
                title=f"The last effect, {said}",
                lineages=("2003-10-01-507.1a",),
                releases=(OLD, NEW),
                sources=(f"Comprehensive Rules, {said}",),
                text=f"A note of *ours*: {said}\n",
                file="annotations/the-last-effect.md",
                story="the-last-effect",
            ),
        ),
        texts={"507-old": old, "712-new": new},
    )


def make_excerpt(
    corpus: EmbeddedCorpus | None = None, said: str = "plain words", checks: CheckResults | None = None
) -> ArchiveIndex:
    """Return what a site is made from where nothing is held but `corpus`, by default that of `make_corpus`."""
    corpus = corpus or make_corpus(said=said)
    return index_site(contents_of(None, corpus), corpus, make_prose(said), checks)


def make_prose(said: str = "plain words") -> tuple[Prose, ...]:
    """Return a first page and those that others link to."""
    return (
        Prose("index.md", f"# Home, {said}\n\nThe lead.\n"),
        Prose("about.md", f"# About\n\n{said}\n\n## Part\n\nMore.\n"),
        Prose("reading.md", f"# How to read\n\n{said}\n"),
    )


def _lineages(said: str) -> list[Lineage[ClauseNumber]]:
    moved, ended = date(2009, 7, 11), date(2016, 1, 16)
    numbers = {"507": "712", "507.1": "712.1", "507.1a": "712.1a", "507.4": ""}
    found = []
    for old, new in numbers.items():
        runs = [_run(date(2003, 10, 1), OLD, old), *([_run(moved, ended, new)] if new else [])]
        fate: tuple[Event[ClauseNumber], ...] = () if new else (Event(How.REMOVED, moved),)
        is_reworded = old in {"507", "507.1"}
        spans = ((date(2003, 10, 1), OLD), (moved, ended)) if is_reworded else ((date(2003, 10, 1), runs[-1].last),)
        found.append(_lineage(f"2003-10-01-{old}", f"About {old}, {said}", runs, spans, fate))
    added = _run(NEW, ended, "712.2")
    return [*found, _lineage("2014-05-01-712.2", f"About 712.2, {said}", [added], ((NEW, ended),), ())]


def _run(first: date, last: date, number: str) -> NumberRun[ClauseNumber]:
    return NumberRun(first, last, ClauseNumber.parse(number))


def _lineage(
    name: str,
    title: str,
    runs: Sequence[NumberRun[ClauseNumber]],
    spans: Sequence[tuple[date, date]],
    fate: tuple[Event[ClauseNumber], ...],
) -> Lineage[ClauseNumber]:
    wordings = tuple(
        Worded(first, last, run.number, "", "", (), None, (Facet.WORDING,) if at else (), is_held=False)
        for at, ((first, last), run) in enumerate(zip(spans, runs, strict=False))
    )
    return Lineage(name, title, tuple(runs), wordings, (), fate, date(2016, 1, 16), is_recorded=True)


def make_results(
    said: str = "plain words",
    outcome: str = "passed",
    state: str = "covered",
    lineage: str = "2003-10-01-507.1a",
    places: Sequence[tuple[str, str]] = ((OLD.isoformat(), "507.1a"), (NEW.isoformat(), "712.1a")),
) -> CheckResults:
    """Return results of one check on one clause in two releases, or in those of `places`: (release, number there).

    In ``small_results.json`` they stand with words in place of what is given here, for one release.
    """
    words = {"MESSAGE": said * (outcome == "failed"), "SAID": said, "OUTCOME": outcome, "STATE": state}
    results = json.loads(_in_place({**words, "LINEAGE": lineage}, RESULTS))
    results["summary"][state] = 1
    for rows in (results["releases"], results["clauses"][0]["releases"], results["checks"][0]["runs"]):
        row = json.dumps(rows.pop())
        rows.extend(json.loads(_in_place({"RELEASE": day, "NUMBER": number}, row)) for day, number in places)
    for release in results["releases"]:
        release[state] = 1
    report = msgspec.convert(results, CheckReport)
    return CheckResults(report, report.encoded())


RESULTS = Path(__file__).with_name("small_results.json").read_text("utf-8")


def _in_place(words: Mapping[str, str], text: str) -> str:
    """Return JSON with words in place of others."""
    return re.sub(r"\b(?:" + "|".join(words) + r")\b", lambda found: json.dumps(words[found[0]])[1:-1], text)


def excerpt_saying(said: str) -> ArchiveIndex:
    """Return what a site is made from in which every field and every text says `said`."""
    old, new = (
        [(number, f"{text} {said}", tuple(f"{each} {said}" for each in examples)) for number, text, examples in rules]
        for rules in (OLD_RULES, NEW_RULES)
    )
    return make_excerpt(make_corpus(old, new, said), said, make_results(said, "failed"))
