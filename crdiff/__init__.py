"""crdiff: the Magic: The Gathering Comprehensive Rules, parsed, aligned, compared and linked to checks.

The public names, imported when they are first used, so that ``crdiff --version`` pays for none of them:

    from pathlib import Path
    from crdiff import compare_releases, read

    old, new = (read(Path(name).read_bytes(), name) for name in ("2009-05-01.txt", "2009-07-11.txt"))
    for change in compare_releases(old, new).changes:
        print(change.structure, change.summary)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from crdiff.version import __version__

if TYPE_CHECKING:
    from crdiff.align.alignment import (
        Alignment,
        Break,
        ExampleLink,
        ExampleRef,
        Excerpt,
        Followed,
        Link,
        PartLink,
        RunnerUp,
    )
    from crdiff.align.engine import align_releases
    from crdiff.align.overrides import Override, parse_overrides
    from crdiff.changes.change import (
        Bond,
        Change,
        Company,
        Comparison,
        ExampleChange,
        ExamplePlace,
        Facet,
        Op,
        Part,
        Quoted,
        Rewording,
        RunnerUpClause,
        Segment,
        Structure,
        SubsectionChange,
    )
    from crdiff.changes.compare import compare, compare_releases
    from crdiff.changes.proof.steps import Means, Proof, Step
    from crdiff.corpus import Corpus
    from crdiff.dialects.registry import read, read_lines
    from crdiff.errors import (
        CorpusError,
        CrdiffError,
        DownloadError,
        IllegalAction,
        NoStoreError,
        OverrideError,
        StoreError,
        UnknownNumber,
        UnknownRelease,
        UnknownTitle,
        UnreadableText,
        UnrecognisedText,
        UnresolvedHost,
        UsageError,
    )
    from crdiff.history.blame import Blame, EndedSentence, Sentence
    from crdiff.history.lineage import Event, How, Lineage, NumberRun, Phrasing, Term, Uncounted, Use, Worded
    from crdiff.history.news import Entry, Hit, News, Passage, ReleaseNews, Shown, Size
    from crdiff.history.renumbering import Became, Renumbering, Row
    from crdiff.identify.check import CheckedQuotation, QuotationVerdict
    from crdiff.identify.identified import (
        DatedPassage,
        Identified,
        IdentifiedClause,
        Misprint,
        Slip,
        SlipKind,
    )
    from crdiff.importers.document import Tracked
    from crdiff.lint.finding import ClausePiece, Fix, LintFinding
    from crdiff.lint.run import lint_release
    from crdiff.model.clause import Clause, ClauseKind, Placement, Span
    from crdiff.model.corpus import Address, KnownRelease
    from crdiff.model.number import ClauseNumber
    from crdiff.model.release import (
        Aside,
        AsideKind,
        Coverage,
        Damage,
        DaysInForce,
        Fact,
        Finding,
        GlossaryEntry,
        Level,
        Paragraph,
        Quotation,
        Release,
        ReleaseSpan,
        Source,
    )
    from crdiff.model.tree import Node, walk
    from crdiff.output.progress import Progress
    from crdiff.reports.as_json import Answer, findings_to_json, to_json
    from crdiff.reports.identified_forms import identified_to_json
    from crdiff.reports.passage import hits_to_json, uses_to_json
    from crdiff.reports.schemas import schema
    from crdiff.reports.whatsnew import sizes_to_json
    from crdiff.store.archive.archive import Archive
    from crdiff.store.archive.words import MappedWords
    from crdiff.store.build.build import Built
    from crdiff.store.embedded.known_sentences import KnownSentences
    from crdiff.store.embedded.lives import known_jump
    from crdiff.store.texts.adding import Failed
    from crdiff.store.texts.fetch import Fetched
    from crdiff.store.texts.folder import Added, FileMismatch, Outcome, TextFolder
    from crdiff.store.texts.held_text import Given, HeldText, Identity

__all__ = [
    "Added",
    "Address",
    "Alignment",
    "Answer",
    "Archive",
    "Aside",
    "AsideKind",
    "Became",
    "Blame",
    "Bond",
    "Break",
    "Built",
    "Change",
    "CheckedQuotation",
    "Clause",
    "ClauseKind",
    "ClauseNumber",
    "ClausePiece",
    "Company",
    "Comparison",
    "Corpus",
    "CorpusError",
    "Coverage",
    "CrdiffError",
    "Damage",
    "DatedPassage",
    "DaysInForce",
    "DownloadError",
    "EndedSentence",
    "Entry",
    "Event",
    "ExampleChange",
    "ExampleLink",
    "ExamplePlace",
    "ExampleRef",
    "Excerpt",
    "Facet",
    "Fact",
    "Failed",
    "Fetched",
    "FileMismatch",
    "Finding",
    "Fix",
    "Followed",
    "Given",
    "GlossaryEntry",
    "HeldText",
    "Hit",
    "How",
    "Identified",
    "IdentifiedClause",
    "Identity",
    "IllegalAction",
    "KnownRelease",
    "KnownSentences",
    "Level",
    "Lineage",
    "Link",
    "LintFinding",
    "MappedWords",
    "Means",
    "Misprint",
    "News",
    "NoStoreError",
    "Node",
    "NumberRun",
    "Op",
    "Outcome",
    "Override",
    "OverrideError",
    "Paragraph",
    "Part",
    "PartLink",
    "Passage",
    "Phrasing",
    "Placement",
    "Progress",
    "Proof",
    "Quotation",
    "QuotationVerdict",
    "Quoted",
    "Release",
    "ReleaseNews",
    "ReleaseSpan",
    "Renumbering",
    "Rewording",
    "Row",
    "RunnerUp",
    "RunnerUpClause",
    "Segment",
    "Sentence",
    "Shown",
    "Size",
    "Slip",
    "SlipKind",
    "Source",
    "Span",
    "Step",
    "StoreError",
    "Structure",
    "SubsectionChange",
    "Term",
    "TextFolder",
    "Tracked",
    "Uncounted",
    "UnknownNumber",
    "UnknownRelease",
    "UnknownTitle",
    "UnreadableText",
    "UnrecognisedText",
    "UnresolvedHost",
    "UsageError",
    "Use",
    "Worded",
    "__version__",
    "align_releases",
    "compare",
    "compare_releases",
    "findings_to_json",
    "hits_to_json",
    "identified_to_json",
    "known_jump",
    "lint_release",
    "parse_overrides",
    "read",
    "read_lines",
    "schema",
    "sizes_to_json",
    "to_json",
    "uses_to_json",
    "walk",
]

_NAMES = {
    "crdiff.align.alignment": "Alignment Break ExampleLink ExampleRef Excerpt Followed Link PartLink RunnerUp",
    "crdiff.align.engine": "align_releases",
    "crdiff.align.overrides": "Override parse_overrides",
    "crdiff.changes.change": "Bond Change Company Comparison ExampleChange ExamplePlace "
    "Facet Op Part Quoted Rewording RunnerUpClause Segment "
    "Structure SubsectionChange",
    "crdiff.changes.compare": "compare compare_releases",
    "crdiff.changes.proof.steps": "Means Proof Step",
    "crdiff.corpus": "Corpus",
    "crdiff.dialects.registry": "read read_lines",
    "crdiff.errors": "CorpusError CrdiffError DownloadError IllegalAction "
    "NoStoreError OverrideError StoreError UnknownNumber "
    "UnknownRelease UnknownTitle UnreadableText UnrecognisedText "
    "UnresolvedHost UsageError",
    "crdiff.history.blame": "Blame EndedSentence Sentence",
    "crdiff.history.lineage": "Event How Lineage NumberRun Phrasing Term Uncounted Use Worded",
    "crdiff.history.news": "Entry Hit News Passage ReleaseNews Shown Size",
    "crdiff.history.renumbering": "Became Renumbering Row",
    "crdiff.identify.check": "CheckedQuotation QuotationVerdict",
    "crdiff.identify.identified": "DatedPassage Identified IdentifiedClause Misprint Slip SlipKind",
    "crdiff.importers.document": "Tracked",
    "crdiff.lint.finding": "ClausePiece Fix LintFinding",
    "crdiff.lint.run": "lint_release",
    "crdiff.model.clause": "Clause ClauseKind Placement Span",
    "crdiff.model.corpus": "Address KnownRelease",
    "crdiff.model.number": "ClauseNumber",
    "crdiff.model.release": "Aside AsideKind Coverage Damage DaysInForce Fact Finding "
    "GlossaryEntry Level Paragraph Quotation Release ReleaseSpan "
    "Source",
    "crdiff.model.tree": "Node walk",
    "crdiff.output.progress": "Progress",
    "crdiff.reports.as_json": "Answer findings_to_json to_json",
    "crdiff.reports.identified_forms": "identified_to_json",
    "crdiff.reports.passage": "hits_to_json uses_to_json",
    "crdiff.reports.schemas": "schema",
    "crdiff.reports.whatsnew": "sizes_to_json",
    "crdiff.store.archive.archive": "Archive",
    "crdiff.store.archive.words": "MappedWords",
    "crdiff.store.build.build": "Built",
    "crdiff.store.embedded.known_sentences": "KnownSentences",
    "crdiff.store.embedded.lives": "known_jump",
    "crdiff.store.texts.adding": "Failed",
    "crdiff.store.texts.fetch": "Fetched",
    "crdiff.store.texts.folder": "Added FileMismatch Outcome TextFolder",
    "crdiff.store.texts.held_text": "Given HeldText Identity",
}
"""Module -> the public names that it defines; a test compares them with the imports for type checkers above."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
"""Public name -> the module that defines it."""


if not TYPE_CHECKING:  # to a type checker a name that is not above is a mistake

    def __getattr__(name: str) -> object:
        """Return a public name, importing its module."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
