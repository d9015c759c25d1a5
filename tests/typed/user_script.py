"""A script as a user of crdiff would write it. It is not run: `mypy --strict` reads it, as it would outside.

Each `assert_type` states what an answer is, and an unannotated or untyped API would fail it.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import assert_type

import crdiff
from crdiff import Change, ClauseNumber, Comparison, Corpus, Release, compare_releases, read

Named = ClauseNumber | crdiff.Term


def compare_files(old: str, new: str) -> Comparison:
    """Compare two files, and look at every part of what is said about them."""
    before, after = (read(Path(name).read_bytes(), name) for name in (old, new))
    assert_type(before, Release)
    assert_type(before.effective, date | None)
    assert_type(before.sections, tuple[crdiff.Clause, ...])
    assert_type(before.name, str)
    assert_type(crdiff.walk(before), tuple[crdiff.Node, ...])
    assert_type([(node.number, node.clause.wording) for node in crdiff.walk(before)], list[tuple[ClauseNumber, str]])
    assert_type(ClauseNumber.parse("702.9a") < ClauseNumber.of(702, 10), bool)
    assert_type(ClauseNumber.grammar, crdiff.NumberGrammar)
    other = crdiff.Book(name="go", title="Go", called="Go", short="Go", game="Go", publisher="", notice="")
    assert_type(read(b"1. Go", "go.txt", book=other).book, str)
    assert_type(other.headings, crdiff.Headings)
    assert_type(other.words, crdiff.BookWords)
    assert_type(other.words.cards, crdiff.CardWords | None)
    assert_type(other.words.retired, tuple[crdiff.RetiredWording, ...])
    comparison = compare_releases(before, after)
    assert_type(comparison, Comparison)
    assert_type(comparison.alignment, crdiff.Alignment)
    assert_type(crdiff.compare(comparison.alignment), Comparison)
    assert_type(crdiff.__version__, str)
    assert_type(comparison.alignment.links, tuple[crdiff.Link, ...])
    assert_type(crdiff.to_json(comparison), bytes)
    assert_type(comparison.subsections, tuple[crdiff.SubsectionChange, ...])
    assert_type(comparison.rewordings, tuple[crdiff.Rewording, ...])
    return comparison


def look_into(release: Release) -> None:
    """Look at every kind of value that a release consists of."""
    assert_type([node.kind for node in crdiff.walk(release)], list[crdiff.ClauseKind])
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


def align_texts(raw: bytes, old: Release) -> tuple[crdiff.Link, ...]:
    """Align two releases, a decision by hand heeded, and look at what an alignment consists of."""
    new = read(raw, "new.docx", tracked=crdiff.Tracked.ORIGINAL)
    overrides = crdiff.parse_overrides("")
    assert_type(overrides, tuple[crdiff.Override, ...])
    jump = crdiff.known_jump(old, new)
    assert_type(jump, crdiff.Followed | None)
    found = crdiff.align_releases(old, new, overrides, jump)
    assert_type(found, crdiff.Alignment)
    assert_type(found.links[0].runner_up, crdiff.RunnerUp | None)
    assert_type(found.examples, tuple[crdiff.ExampleLink, ...])
    assert_type(found.examples[0].old, crdiff.ExampleRef | None)
    assert_type(found.glossary, tuple[crdiff.PartLink, ...])
    assert_type(found.breaks, tuple[crdiff.Break, ...])
    assert_type(found.excerpts, tuple[crdiff.Excerpt, ...])
    return found.links


def lint(raw: bytes, old: Release) -> bytes:
    """Check a text against the one before it."""
    release, lines = read(raw, "new.txt"), crdiff.read_lines(raw, "new.txt")
    findings = crdiff.lint_release(release, old, lines=lines)
    assert_type(findings, tuple[crdiff.LintFinding, ...])
    assert_type([(each.level, each.piece) for each in findings], list[tuple[crdiff.Level, crdiff.ClausePiece]])
    assert_type([each.fix for each in findings], list[crdiff.Fix | None])
    return crdiff.findings_to_json(release, findings, old)


def describe(change: Change) -> str:
    """Say what a change is, by its fields."""
    assert_type(change.part, crdiff.Part)
    assert_type(change.structure, crdiff.Structure)
    assert_type(change.facets, tuple[crdiff.Facet, ...])
    assert_type(change.mechanical, bool)
    assert_type(change.for_review, bool)
    assert_type(change.old, tuple[crdiff.Quoted, ...])
    assert_type(change.confidence, float)
    assert_type([segment.op for segment in change.redline], list[crdiff.Op])
    assert_type("".join(segment.text for segment in change.redline), str)
    assert_type(change.redline, tuple[crdiff.Segment, ...])
    assert_type(change.examples, tuple[crdiff.ExampleChange, ...])
    assert_type([example.old for example in change.examples], list[crdiff.ExamplePlace | None])
    assert_type(change.runner_up, crdiff.RunnerUpClause | None)
    assert_type(change.proof, crdiff.Proof | None)
    if change.proof:
        assert_type(change.proof.wording, tuple[crdiff.Step, ...])
        assert_type(change.proof.wording[0].means, crdiff.Means)
    clauses = change.new or change.old
    return f"{clauses[0].number}: {change.summary}"


def ask(folder: Path) -> None:
    """Ask a corpus every kind of question."""
    with Corpus(folder) as corpus:
        assert_type(corpus, Corpus)
        assert_type(corpus.releases, tuple[date, ...])
        lineage = corpus.history("507.3b", at="2004-05-01")
        assert_type(lineage, crdiff.Lineage[Named])
        assert_type(lineage.runs, tuple[crdiff.NumberRun[Named], ...])
        assert_type(lineage.ended, crdiff.Event[Named] | None)
        assert_type([event.how for event in lineage.origin], list[crdiff.How])
        assert_type(lineage.wordings, tuple[crdiff.Worded[Named], ...])
        assert_type(lineage.phrasings, tuple[crdiff.Phrasing[Named], ...])
        assert_type(lineage.phrasings[0].uncounted, tuple[tuple[crdiff.Worded[Named], crdiff.Uncounted], ...])
        assert_type([worded.change for worded in lineage.wordings], list[Change | None])
        assert_type(corpus.entry("Trample"), crdiff.Lineage[crdiff.Term])
        found = corpus.identify("702.19a Trample is a static ability.", as_of="2026-04-17")
        assert_type(found, crdiff.Identified)
        assert_type(found.passages, tuple[crdiff.DatedPassage, ...])
        assert_type(found.quotations, tuple[crdiff.IdentifiedClause, ...])
        assert_type(found.quotations[0].before, tuple[crdiff.EarlierPlace, ...])
        assert_type(found.hints, tuple[crdiff.Hint, ...])
        assert_type(found.passages[0].spans, tuple[crdiff.ReleaseSpan[date], ...])
        assert_type([slip.kind for slip in found.passages[0].slips], list[crdiff.SlipKind])
        assert_type(found.quotations[0].slips, tuple[crdiff.Slip, ...])
        assert_type(found.quotations[0].misprints, tuple[crdiff.Misprint, ...])
        checked = corpus.check("702.19a", "Trample is a static ability.", "2026-04-17")
        assert_type((checked, checked.verdict), tuple[crdiff.CheckedQuotation, crdiff.QuotationVerdict])
        assert_type(checked.days, tuple[crdiff.DaysInForce, ...])
        assert_type(checked.days[0].last, date | None)
        assert_type(crdiff.identified_to_json(found, "lesson.md"), bytes)
        assert_type(corpus.words, crdiff.MappedWords | crdiff.KnownSentences)
        assert_type([each.known_until for each in corpus.lineages()], list[date])
        renumbering = corpus.renumbering("2003-10-01", "2014-05-01")
        assert_type(renumbering, crdiff.Renumbering)
        assert_type(renumbering.rows, tuple[crdiff.Row, ...])
        assert_type({row.old: row.became for row in renumbering.rows}, dict[ClauseNumber, crdiff.Became])
        blame, passage, news = corpus.blame("720.1"), corpus.show("720"), corpus.news("2024-06-07")
        assert_type(blame, crdiff.Blame[Named])
        assert_type(blame.sentences, tuple[crdiff.Sentence[Named], ...])
        assert_type(blame.ended, tuple[crdiff.EndedSentence[Named], ...])
        assert_type((passage, passage.clauses), tuple[crdiff.Passage, tuple[crdiff.Shown, ...]])
        assert_type(passage.entry, crdiff.Entry | None)
        assert_type((news, news.releases), tuple[crdiff.News, tuple[crdiff.ReleaseNews, ...]])
        assert_type([describe(change) for change in corpus.diff("2009-05-01", "2009-07-11").changes], list[str])


def write(corpus: Corpus) -> tuple[bytes, ...]:
    """Write answers as JSON, and the schema of one."""
    answers: list[crdiff.Answer] = [corpus.release("latest"), corpus.history("507.3b"), corpus.show("720")]
    hits, uses, sizes = corpus.search("mana burn", ever=True), corpus.number("507.3"), corpus.stats()
    assert_type(hits, tuple[crdiff.Hit, ...])
    assert_type(uses, tuple[crdiff.Use, ...])
    assert_type(sizes, tuple[crdiff.Size, ...])
    assert_type(crdiff.schema("history"), str)
    lists = (crdiff.hits_to_json("mana burn", hits), crdiff.uses_to_json("507.3", uses), crdiff.sizes_to_json(sizes))
    return (*map(crdiff.to_json, answers), *lists)


def keep(folder: Path, failed: crdiff.Failed, progress: crdiff.Progress) -> None:
    """Look after the texts of a corpus."""
    corpus = Corpus(folder, progress=progress)
    added = corpus.add("downloads", failed=failed)
    assert_type(added, tuple[crdiff.Added, ...])
    assert_type([each.outcome for each in added], list[crdiff.Outcome])
    assert_type([each.text.identity for each in added], list[crdiff.Identity])
    assert_type(corpus.fetch("2024-01-01"), tuple[crdiff.Fetched, ...])
    assert_type(corpus.remove("2009-07-11"), tuple[crdiff.HeldText, ...])
    assert_type(corpus.verify(), tuple[crdiff.FileMismatch, ...])
    assert_type(corpus.texts, crdiff.TextFolder)
    assert_type(corpus.known(), tuple[crdiff.KnownRelease, ...])
    assert_type([each.addresses for each in corpus.known()], list[tuple[crdiff.Address, ...]])
    assert_type(corpus.build(), crdiff.Built)
    assert_type(corpus.archive, crdiff.Archive)


def read_as_one_row(change: Change, held: crdiff.HeldText) -> tuple[crdiff.Bond, ...]:
    """Ask what a change is read with, and how a text came into the corpus."""
    assert_type(change.company, crdiff.Company | None)
    assert_type(held.given, tuple[crdiff.Given, ...])
    return () if change.company is None else (change.company.bond,)


def first_line(error: crdiff.CrdiffError) -> str:
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
