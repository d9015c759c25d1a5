from crdiff.align.alignment import (
    Alignment as Alignment,
    Break as Break,
    ExampleLink as ExampleLink,
    ExampleRef as ExampleRef,
    Excerpt as Excerpt,
    Followed as Followed,
    Link as Link,
    PartLink as PartLink,
    RunnerUp as RunnerUp,
)
from crdiff.align.engine import align_releases as align_releases
from crdiff.align.overrides import Override as Override, parse_overrides as parse_overrides
from crdiff.changes.change import (
    Bond as Bond,
    Change as Change,
    Company as Company,
    Comparison as Comparison,
    ExampleChange as ExampleChange,
    ExamplePlace as ExamplePlace,
    Facet as Facet,
    Means as Means,
    Op as Op,
    Part as Part,
    Proof as Proof,
    Quoted as Quoted,
    Rewording as Rewording,
    RunnerUpClause as RunnerUpClause,
    Segment as Segment,
    Step as Step,
    Structure as Structure,
    SubsectionChange as SubsectionChange,
)
from crdiff.changes.compare import compare as compare, compare_releases as compare_releases
from crdiff.corpus import Corpus as Corpus
from crdiff.dialects.registry import read as read, read_lines as read_lines
from crdiff.errors import (
    CorpusError as CorpusError,
    CrdiffError as CrdiffError,
    DownloadError as DownloadError,
    IllegalAction as IllegalAction,
    NoStoreError as NoStoreError,
    NotModelled as NotModelled,
    OverrideError as OverrideError,
    StoreError as StoreError,
    UnknownNumber as UnknownNumber,
    UnknownRelease as UnknownRelease,
    UnknownTitle as UnknownTitle,
    UnreadableText as UnreadableText,
    UnrecognisedText as UnrecognisedText,
    UnresolvedHost as UnresolvedHost,
    UsageError as UsageError,
)
from crdiff.history.blame import Blame as Blame, EndedSentence as EndedSentence, Sentence as Sentence
from crdiff.history.lineage import (
    Event as Event,
    How as How,
    Lineage as Lineage,
    NumberRun as NumberRun,
    Phrasing as Phrasing,
    Term as Term,
    Uncounted as Uncounted,
    Use as Use,
    Worded as Worded,
)
from crdiff.history.news import (
    Entry as Entry,
    Hit as Hit,
    News as News,
    Passage as Passage,
    ReleaseNews as ReleaseNews,
    Shown as Shown,
    Size as Size,
)
from crdiff.history.renumbering import Became as Became, Renumbering as Renumbering, Row as Row
from crdiff.identify.check import CheckedQuotation as CheckedQuotation, QuotationVerdict as QuotationVerdict
from crdiff.identify.identified import (
    DatedPassage as DatedPassage,
    Identified as Identified,
    IdentifiedClause as IdentifiedClause,
    EarlierPlace as EarlierPlace,
    Hint as Hint,
    Misprint as Misprint,
    Slip as Slip,
    SlipKind as SlipKind,
)
from crdiff.importers.document import Tracked as Tracked
from crdiff.lint.finding import ClausePiece as ClausePiece, Fix as Fix, LintFinding as LintFinding
from crdiff.lint.run import lint_release as lint_release
from crdiff.model.clause import Clause as Clause, ClauseKind as ClauseKind, Placement as Placement, Span as Span
from crdiff.model.corpus import Address as Address, KnownRelease as KnownRelease
from crdiff.model.book import (
    Book as Book,
    BookWords as BookWords,
    CardWords as CardWords,
    Headings as Headings,
    RetiredWording as RetiredWording,
)
from crdiff.model.number import ClauseNumber as ClauseNumber, NumberGrammar as NumberGrammar
from crdiff.model.release import (
    Aside as Aside,
    AsideKind as AsideKind,
    Coverage as Coverage,
    Damage as Damage,
    DaysInForce as DaysInForce,
    Fact as Fact,
    Finding as Finding,
    GlossaryEntry as GlossaryEntry,
    Level as Level,
    Paragraph as Paragraph,
    Quotation as Quotation,
    Release as Release,
    ReleaseSpan as ReleaseSpan,
    Source as Source,
)
from crdiff.model.tree import Node as Node, walk as walk
from crdiff.output.long_work import Progress as Progress
from crdiff.reports.as_json import Answer as Answer, findings_to_json as findings_to_json, to_json as to_json
from crdiff.reports.identified import identified_to_json as identified_to_json
from crdiff.reports.passage import hits_to_json as hits_to_json, uses_to_json as uses_to_json
from crdiff.reports.schemas import schema as schema
from crdiff.reports.whatsnew import sizes_to_json as sizes_to_json
from crdiff.store.archive.archive import Archive as Archive
from crdiff.store.archive.words import MappedWords as MappedWords
from crdiff.store.build.build import Built as Built
from crdiff.store.archive.words import KnownSentences as KnownSentences
from crdiff.store.embedded.lives import known_jump as known_jump
from crdiff.store.texts.adding import Failed as Failed
from crdiff.store.texts.fetch import Fetched as Fetched
from crdiff.store.texts.folder import (
    Added as Added,
    FileMismatch as FileMismatch,
    Outcome as Outcome,
    TextFolder as TextFolder,
)
from crdiff.store.texts.folder import Given as Given, HeldText as HeldText, Identity as Identity

__version__: str
