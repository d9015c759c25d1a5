"""A script as a user of crdiff would write it. It is not run: `mypy --strict` reads it, as it would outside.

Each `assert_type` states what an answer is, and an unannotated or untyped API would fail it.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import assert_type

import crdiff
from crdiff import (
    Added,
    Alignment,
    Answer,
    Archive,
    Became,
    Blame,
    Bond,
    Break,
    Built,
    Change,
    CheckedQuotation,
    Clause,
    ClauseKind,
    ClauseNumber,
    ClausePiece,
    Company,
    Comparison,
    Corpus,
    CrdiffError,
    DatedPassage,
    DaysInForce,
    EndedSentence,
    Entry,
    Event,
    ExampleChange,
    ExampleLink,
    ExamplePlace,
    ExampleRef,
    Excerpt,
    Facet,
    Failed,
    Fetched,
    FileMismatch,
    Fix,
    Followed,
    Given,
    HeldText,
    Hit,
    How,
    Identified,
    IdentifiedClause,
    Identity,
    KnownRelease,
    KnownSentences,
    Level,
    Lineage,
    Link,
    LintFinding,
    MappedWords,
    Means,
    Misprint,
    News,
    Node,
    NumberRun,
    Op,
    Outcome,
    Override,
    Part,
    PartLink,
    Passage,
    Phrasing,
    Progress,
    Proof,
    QuotationVerdict,
    Quoted,
    Release,
    ReleaseNews,
    ReleaseSpan,
    Renumbering,
    Rewording,
    Row,
    RunnerUp,
    RunnerUpClause,
    Segment,
    Sentence,
    Shown,
    Size,
    Slip,
    SlipKind,
    Step,
    Structure,
    SubsectionChange,
    Term,
    TextFolder,
    Tracked,
    Uncounted,
    Use,
    Worded,
    compare_releases,
    read,
)


def compare_files(old: str, new: str) -> Comparison:
    """Compare two files, and look at every part of what is said about them."""
    before, after = (read(Path(name).read_bytes(), name) for name in (old, new))
    assert_type(before, Release)
    assert_type(before.effective, date | None)
    assert_type(before.sections, tuple[Clause, ...])
    assert_type(before.name, str)
    assert_type(crdiff.walk(before), tuple[Node, ...])
    assert_type([(node.number, node.clause.wording) for node in crdiff.walk(before)], list[tuple[ClauseNumber, str]])
    assert_type(ClauseNumber.parse("702.9a") < ClauseNumber.of(702, 10), bool)
    comparison = compare_releases(before, after)
    assert_type(comparison, Comparison)
    assert_type(comparison.alignment, Alignment)
    assert_type(crdiff.compare(comparison.alignment), Comparison)
    assert_type(crdiff.__version__, str)
    assert_type(comparison.alignment.links, tuple[Link, ...])
    assert_type(crdiff.to_json(comparison), bytes)
    assert_type(comparison.subsections, tuple[SubsectionChange, ...])
    assert_type(comparison.rewordings, tuple[Rewording, ...])
    return comparison


def look_into(release: Release) -> None:
    """Look at every kind of value that a release consists of."""
    assert_type([node.kind for node in crdiff.walk(release)], list[ClauseKind])
    assert_type(release.placements, tuple[crdiff.Placement, ...])
    assert_type(release.placements[0].lines, crdiff.Span)
    assert_type(release.source, crdiff.Source)
    assert_type(release.source.damage, tuple[crdiff.Damage, ...])
    assert_type(release.glossary, tuple[crdiff.GlossaryEntry, ...])
    assert_type(release.front, tuple[crdiff.Paragraph, ...])
    assert_type(release.coverage, crdiff.Coverage)
    assert_type(release.quotations, tuple[crdiff.Quotation, ...])
    assert_type(release.asides, tuple[crdiff.Aside, ...])
    assert_type([aside.kind for aside in release.asides], list[crdiff.AsideKind])
    assert_type(release.facts, tuple[crdiff.Fact, ...])
    assert_type(release.findings, tuple[crdiff.Finding, ...])


def align_texts(raw: bytes, old: Release) -> tuple[Link, ...]:
    """Align two releases, a decision by hand heeded, and look at what an alignment consists of."""
    new = read(raw, "new.docx", tracked=Tracked.ORIGINAL)
    overrides = crdiff.parse_overrides("")
    assert_type(overrides, tuple[Override, ...])
    jump = crdiff.known_jump(old, new)
    assert_type(jump, Followed | None)
    found = crdiff.align_releases(old, new, overrides, jump)
    assert_type(found, Alignment)
    assert_type(found.links[0].runner_up, RunnerUp | None)
    assert_type(found.examples, tuple[ExampleLink, ...])
    assert_type(found.examples[0].old, ExampleRef | None)
    assert_type(found.glossary, tuple[PartLink, ...])
    assert_type(found.breaks, tuple[Break, ...])
    assert_type(found.excerpts, tuple[Excerpt, ...])
    return found.links


def lint(raw: bytes, old: Release) -> bytes:
    """Check a text against the one before it."""
    release, lines = read(raw, "new.txt"), crdiff.read_lines(raw, "new.txt")
    findings = crdiff.lint_release(release, old, lines=lines)
    assert_type(findings, tuple[LintFinding, ...])
    assert_type([(each.level, each.piece, each.fix) for each in findings], list[tuple[Level, ClausePiece, Fix | None]])
    return crdiff.findings_to_json(release, findings, old)


def describe(change: Change) -> str:
    """Say what a change is, by its fields."""
    assert_type(change.part, Part)
    assert_type(change.structure, Structure)
    assert_type(change.facets, tuple[Facet, ...])
    assert_type(change.mechanical, bool)
    assert_type(change.for_review, bool)
    assert_type(change.old, tuple[Quoted, ...])
    assert_type(change.confidence, float)
    assert_type([segment.op for segment in change.redline], list[Op])
    assert_type("".join(segment.text for segment in change.redline), str)
    assert_type(change.redline, tuple[Segment, ...])
    assert_type(change.examples, tuple[ExampleChange, ...])
    assert_type([example.old for example in change.examples], list[ExamplePlace | None])
    assert_type(change.runner_up, RunnerUpClause | None)
    assert_type(change.proof, Proof | None)
    if change.proof:
        assert_type(change.proof.wording, tuple[Step, ...])
        assert_type(change.proof.wording[0].means, Means)
    clauses = change.new or change.old
    return f"{clauses[0].number}: {change.summary}"


def ask(folder: Path) -> None:
    """Ask a corpus every kind of question."""
    with Corpus(folder) as corpus:
        assert_type(corpus, Corpus)
        assert_type(corpus.releases, tuple[date, ...])
        lineage = corpus.history("507.3b", at="2004-05-01")
        assert_type(lineage, Lineage[ClauseNumber | Term])
        assert_type(lineage.runs, tuple[NumberRun[ClauseNumber | Term], ...])
        assert_type(lineage.ended, Event[ClauseNumber | Term] | None)
        assert_type([event.how for event in lineage.origin], list[How])
        assert_type(lineage.wordings, tuple[Worded[ClauseNumber | Term], ...])
        assert_type(lineage.phrasings, tuple[Phrasing[ClauseNumber | Term], ...])
        assert_type(lineage.phrasings[0].uncounted, tuple[tuple[Worded[ClauseNumber | Term], Uncounted], ...])
        assert_type([worded.change for worded in lineage.wordings], list[Change | None])
        assert_type(corpus.entry("Trample"), Lineage[Term])
        found = corpus.identify("702.19a Trample is a static ability.", as_of="2026-04-17")
        assert_type(found, Identified)
        assert_type(found.passages, tuple[DatedPassage, ...])
        assert_type(found.quotations, tuple[IdentifiedClause, ...])
        assert_type(found.passages[0].spans, tuple[ReleaseSpan[date], ...])
        assert_type([slip.kind for slip in found.passages[0].slips], list[SlipKind])
        assert_type(found.quotations[0].slips, tuple[Slip, ...])
        assert_type(found.quotations[0].misprints, tuple[Misprint, ...])
        checked = corpus.check("702.19a", "Trample is a static ability.", "2026-04-17")
        assert_type((checked, checked.verdict), tuple[CheckedQuotation, QuotationVerdict])
        assert_type(checked.days, tuple[DaysInForce, ...])
        assert_type(checked.days[0].last, date | None)
        assert_type(crdiff.identified_to_json(found, "lesson.md"), bytes)
        assert_type(corpus.words, MappedWords | KnownSentences)
        assert_type([each.known_until for each in corpus.lineages()], list[date])
        renumbering = corpus.renumbering("2003-10-01", "2014-05-01")
        assert_type(renumbering, Renumbering)
        assert_type(renumbering.rows, tuple[Row, ...])
        assert_type({row.old: row.became for row in renumbering.rows}, dict[ClauseNumber, Became])
        blame, passage, news = corpus.blame("720.1"), corpus.show("720"), corpus.news("2024-06-07")
        assert_type(blame, Blame[ClauseNumber | Term])
        assert_type(blame.sentences, tuple[Sentence[ClauseNumber | Term], ...])
        assert_type(blame.ended, tuple[EndedSentence[ClauseNumber | Term], ...])
        assert_type((passage, passage.clauses, passage.entry), tuple[Passage, tuple[Shown, ...], Entry | None])
        assert_type((news, news.releases), tuple[News, tuple[ReleaseNews, ...]])
        assert_type([describe(change) for change in corpus.diff("2009-05-01", "2009-07-11").changes], list[str])


def write(corpus: Corpus) -> tuple[bytes, ...]:
    """Write answers as JSON, and the schema of one."""
    answers: list[Answer] = [corpus.release("latest"), corpus.history("507.3b"), corpus.show("720")]
    hits, uses, sizes = corpus.search("mana burn", ever=True), corpus.number("507.3"), corpus.stats()
    assert_type(hits, tuple[Hit, ...])
    assert_type(uses, tuple[Use, ...])
    assert_type(sizes, tuple[Size, ...])
    assert_type(crdiff.schema("history"), str)
    lists = (crdiff.hits_to_json("mana burn", hits), crdiff.uses_to_json("507.3", uses), crdiff.sizes_to_json(sizes))
    return (*map(crdiff.to_json, answers), *lists)


def keep(folder: Path, failed: Failed, progress: Progress) -> None:
    """Look after the texts of a corpus."""
    corpus = Corpus(folder, progress=progress)
    added = corpus.add("downloads", failed=failed)
    assert_type(added, tuple[Added, ...])
    assert_type([each.outcome for each in added], list[Outcome])
    assert_type([each.text.identity for each in added], list[Identity])
    assert_type(corpus.fetch("2024-01-01"), tuple[Fetched, ...])
    assert_type(corpus.remove("2009-07-11"), tuple[HeldText, ...])
    assert_type(corpus.verify(), tuple[FileMismatch, ...])
    assert_type(corpus.texts, TextFolder)
    assert_type(corpus.known(), tuple[KnownRelease, ...])
    assert_type([each.addresses for each in corpus.known()], list[tuple[crdiff.Address, ...]])
    assert_type(corpus.build(), Built)
    assert_type(corpus.archive, Archive)


def read_as_one_row(change: Change, held: HeldText) -> tuple[Bond, ...]:
    """Ask what a change is read with, and how a text came into the corpus."""
    assert_type(change.company, Company | None)
    assert_type(held.given, tuple[Given, ...])
    return () if change.company is None else (change.company.bond,)


def first_line(error: CrdiffError) -> str:
    """Say what went wrong and where."""
    assert_type((error.path, error.line), tuple[str, int])
    return str(error)


EVERY_ERROR = (
    crdiff.CorpusError,
    crdiff.DownloadError,
    crdiff.IllegalAction,
    crdiff.NoStoreError,
    crdiff.OverrideError,
    crdiff.StoreError,
    crdiff.UnknownNumber,
    crdiff.UnknownRelease,
    crdiff.UnknownTitle,
    crdiff.UnreadableText,
    crdiff.UnrecognisedText,
    crdiff.UnresolvedHost,
    crdiff.UsageError,
)
