"""A release as JSON and as lines, and what a corpus holds: editions, releases, what was done with texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct, field

from crdiff.model.clause import Clause, ClauseKind, Placement
from crdiff.model.corpus import Edition, KnownRelease
from crdiff.model.number import DOTTED, MARKED, NUMBERS
from crdiff.model.release import AsideKind, Finding, Level, Paragraph, Release, Source
from crdiff.model.tree import GLOSSARY_HEADING, Node, print_clause, walk
from crdiff.reports.answer import AnswerRow, Count, Day, Document, IsoDay, Line, json_of, one_of, row_of
from crdiff.reports.phrases import counted, cut_short, in_lines, listed


class ShelvedText(AnswerRow, frozen=True):
    """A text of the corpus."""

    # In the folder of texts.
    file: str
    # What the file was called.
    name: str
    # Where it was fetched, or empty.
    address: str
    # The day, or empty where it was not written down.
    added: str
    # By what it is known as the publisher's own bytes.
    known_by: Annotated[str, one_of("checksum", "address", "name", "")]


class ListedEdition(AnswerRow, frozen=True):
    """An edition that comes with crdiff."""

    id: str
    # Effective date.
    release: Day
    title: str
    publisher: str
    # Numbers quoted, each with all under it.
    coverage: tuple[str, ...]


class ListedRelease(AnswerRow, frozen=True):
    """A release that is known, and the texts of it that are held."""

    # Effective date.
    release: IsoDay
    # Of the set it came with, or empty.
    code: str
    name: str
    # How many texts are held.
    texts: Count
    # These texts, the one that is read first.
    files: tuple[ShelvedText, ...] = ()


class CorpusAnswer(Document, frozen=True, tag="crdiff.corpus/1"):
    """What can be named as a text, as crdiff corpus list --format json writes it."""

    main = "releases"
    editions: tuple[ListedEdition, ...]
    releases: tuple[ListedRelease, ...]


class Shelf(Struct, frozen=True):
    """Known releases and editions, oldest first, and the texts held of each release by its ISO date.

    The first of these texts is the one that is read.
    """

    releases: Sequence[KnownRelease]
    editions: Sequence[Edition]
    held: Mapping[str, Sequence[ShelvedText]]

    @property
    def dates(self) -> list[tuple[str, str, str]]:
        """Every release known or held, as ISO date, code and name of its set ("" where not known)."""
        named = {known.effective.isoformat(): (known.code, known.name) for known in self.releases}
        return [(day, *named.get(day, ("", ""))) for day in sorted({*named, *self.held})]


@in_lines
def corpus_text(shelf: Shelf) -> Iterator[str]:
    """Return the list as lines of text."""
    yield "Editions, each a part of a release as somebody quotes it"
    width = max((len(edition.id) for edition in shelf.editions), default=0)
    for edition in shelf.editions:
        quoted = ", ".join(map(str, edition.coverage.numbers)) or "everything"
        yield f"  {edition.id:{width}}  {edition.release}  {edition.publisher}; quotes {quoted}"
    dates = shelf.dates
    yield ""
    amount = sum(map(len, shelf.held.values()))
    yield f"Releases: {len(dates)} known, {len(shelf.held)} held" + (f" in {counted(amount, 'text')}" if amount else "")
    for day, code, name in dates:
        texts = shelf.held.get(day, ())
        state = "-" if not texts else "held" if len(texts) == 1 else f"held in {len(texts)} texts"
        yield f"  {day}  {code:4}  {name:45}  {state}".rstrip()
        if len(texts) > 1:
            yield from map(_text_line, texts, ("read", *("-" for _ in texts[1:])))


def _text_line(text: ShelvedText, state: str) -> str:
    """Return a text of a release with several: "    read  2009-07-11.3f1c….txt  'rules.txt', added 2026-08-07"."""
    said = (repr(text.name), text.address, f"added {text.added}" if text.added else "")
    known_by = f"the publisher's own by its {text.known_by}" if text.known_by else ""
    return f"    {state:4}  {text.file}  {', '.join(filter(None, (*said, known_by)))}"


def corpus_answer(shelf: Shelf) -> CorpusAnswer:
    """Return the list of all that can be named."""
    editions = tuple(row_of(ListedEdition, each, coverage=each.coverage.numbers) for each in shelf.editions)
    held = {day: tuple(texts) for day, texts in shelf.held.items()}
    releases = (ListedRelease(*named, len(held.get(named[0], ())), held.get(named[0], ())) for named in shelf.dates)
    return CorpusAnswer(editions, tuple(releases))


class Handled(AnswerRow, frozen=True):
    """A text and what was done with it."""

    release: IsoDay
    outcome: Annotated[
        str, one_of("added", "already held", "added in another form", "added as a variant", "read", "removed")
    ]
    # In the folder of texts.
    file: str
    # The file that is read of the release, or empty.
    read: str
    # What the text lacks at its end, or empty for a whole one.
    lacks: str


class HandledAnswer(Document, frozen=True, tag="crdiff.added/1"):
    """What came of texts, as crdiff corpus add, fetch and remove --format json write it."""

    main = "texts"
    texts: tuple[Handled, ...]
    # A line each.
    failures: tuple[str, ...]


@in_lines
def handled_text(texts: Sequence[Handled]) -> Iterator[str]:
    """Return a line for each text, the counts last."""
    for text in texts:
        cut = f"; it breaks off: it lacks {text.lacks}" if text.lacks else ""
        other = f"; {text.read} is read" if text.read not in {"", text.file} else ""
        yield f"{text.release}  {text.outcome}: {text.file}{cut}{other}"
    counts = Counter(text.outcome for text in texts)
    said = [f"{count:,} {outcome}" for outcome, count in counts.items()]
    yield f"{counted(len(texts), 'text')}: {listed(said)}" if texts else "nothing added"
    if "added" in counts:
        yield "The next question builds the store from them first; 'crdiff corpus build' does it now."


class BuiltAnswer(Document, frozen=True, tag="crdiff.built/1"):
    """What a build did, as crdiff corpus build --format json writes it."""

    texts_read: Count
    pairs_aligned: Count
    # In the store.
    releases: Count


def built_text(built: BuiltAnswer) -> str:
    """Return one line of counts."""
    done = f"{counted(built.texts_read, 'text')} read, {counted(built.pairs_aligned, 'pair')} aligned"
    return f"{done}, {counted(built.releases, 'release')} in the store\n"


class MismatchRow(AnswerRow, frozen=True):
    """A file that does not agree."""

    # Relative to the corpus.
    file: str
    what: str


class VerifyAnswer(Document, frozen=True, tag="crdiff.verify/1"):
    """What a check of the corpus found, as crdiff corpus verify --format json writes it."""

    main = "mismatches"
    # Texts of the corpus checked.
    texts: Count
    mismatches: tuple[MismatchRow, ...]


@in_lines
def mismatches_text(checked: VerifyAnswer) -> Iterator[str]:
    """Return the outcome as lines of text, the count last."""
    yield from (f"{each.file}: {each.what}" for each in checked.mismatches)
    wrong = len(checked.mismatches)
    found = counted(wrong, "mismatch", "mismatches") if wrong else "no mismatch"
    yield f"{counted(checked.texts, 'text')} checked, {found}"


_UNDER = f"{NUMBERS.subsection}({NUMBERS.stop}{NUMBERS.digits})?{NUMBERS.any_letters}"
_LETTERED = f"{NUMBERS.subsection}{NUMBERS.stop}{NUMBERS.letters}"
_SECTION = f"{NUMBERS.section}|[1-9][0-9]|[IVXLC]{{1,7}}"
# A clause number without trailing full stop, as ordered.
_Number = Annotated[str, Meta(pattern=f"^({_SECTION}|{_UNDER}|{_LETTERED}|{MARKED}|{DOTTED})$")]


class _Placed(AnswerRow, frozen=True, kw_only=True):
    # Line of the file on which it begins, from 1.
    line: Line


class ParsedClause(AnswerRow, frozen=True):
    """A clause."""

    kind: ClauseKind
    number: _Number
    # A heading such as Flying, or empty.
    title: str
    # Paragraphs and list items separated by a newline.
    text: str
    # As printed, with the word Example.
    examples: tuple[str, ...]
    # Line of the file on which it begins, from 1.
    line: Line
    # One level down, in printed order.
    children: tuple[ParsedClause, ...]


class ParsedEntry(_Placed, frozen=True):
    """A glossary entry."""

    term: str
    # Paragraphs separated by a newline.
    text: str


class ParsedParagraph(_Placed, frozen=True):
    """A paragraph outside the clauses."""

    text: str


class ParsedAside(_Placed, frozen=True):
    """Text of a page that is no rule text."""

    kind: AsideKind
    # The clause it follows.
    about: str | None
    # Its own number or heading, or empty.
    label: str
    text: str


class ParsedFact(_Placed, frozen=True):
    """What a page states of a clause."""

    number: str
    # Index from 0; null: the clause itself.
    example: Count | None
    name: str
    value: str


class ParsedQuotation(_Placed, frozen=True):
    """A line that dates the passages after it."""

    effective: Day = field(name="release")
    name: str


class ParsedFinding(AnswerRow, frozen=True):
    """What is odd about a text."""

    # Stable id in kebab-case.
    check: Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    level: Level
    # The clause at fault as printed, or empty.
    number: str
    # 0: the whole text.
    line: Count
    message: str


class ParsedDamage(AnswerRow, frozen=True):
    """What the carrier of a text lost or changed."""

    what: str
    # Characters.
    count: Line


class ParsedSource(AnswerRow, frozen=True):
    """What the file was."""

    # Name of the file, without folders.
    name: str
    # Of the bytes.
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    # Bytes.
    size: Count
    # Lines after line ends were made one.
    lines: Count
    encoding: str
    encoding_reason: str
    line_ends: Annotated[str, one_of("CRLF", "LF", "CR", "mixed", "none")]
    dialect: str
    dialect_reason: str
    # What the carrier of the text lost or changed.
    damage: tuple[ParsedDamage, ...]


class ReleaseAnswer(Document, frozen=True, tag="crdiff.release/1"):
    """A text of rules as crdiff parse --format json writes it."""

    # The effective date printed in the text; null where none is printed.
    effective: Day | None = field(name="release")
    # The title as printed.
    title: str
    # What the file was.
    source: ParsedSource
    # The numbers the text set out to quote, each with all under it; empty: the whole rules.
    coverage: tuple[_Number, ...]
    # The parts that the contents list last and the text does not have: it breaks off before them.
    missing: tuple[str, ...]
    # Whether the text has lost its first rules: it has parts of a whole text, but does not begin with rule 100.
    lacks_beginning: bool
    # The top of the tree: sections, or what stands highest in an excerpt.
    sections: tuple[ParsedClause, ...]
    glossary: tuple[ParsedEntry, ...]
    # Title and introduction.
    front: tuple[ParsedParagraph, ...]
    # The list of contents.
    contents: tuple[ParsedParagraph, ...]
    # Credits and what else follows the rules.
    credits: tuple[ParsedParagraph, ...]
    # Text of a page that is no rule text.
    asides: tuple[ParsedAside, ...]
    # What a page states of a clause or of an example, such as the release it dates it to.
    facts: tuple[ParsedFact, ...]
    # Lines that date the passages after them.
    quotations: tuple[ParsedQuotation, ...]
    # What is odd about the text.
    findings: tuple[ParsedFinding, ...]


def release_json(release: Release) -> bytes:
    """Return `release` as indented UTF-8 JSON. Lines count from 1, numbers have no full stop."""
    placements = iter(release.placements)
    answer = row_of(
        ReleaseAnswer,
        release,
        coverage=release.coverage.numbers,
        sections=(_node(clause, placements) for clause in release.sections),
        glossary=(row_of(ParsedEntry, each, line=each.lines.start) for each in release.glossary),
        front=_paragraphs(release.front),
        contents=_paragraphs(release.contents),
        credits=_paragraphs(release.credits),
        asides=(row_of(ParsedAside, each, line=each.lines.start) for each in release.asides),
    )
    return json_of(answer)


def _node(clause: Clause, placements: Iterator[Placement]) -> ParsedClause:
    place = next(placements)
    children = (_node(child, placements) for child in clause.children)
    return row_of(ParsedClause, clause, number=place.number, line=place.lines.start, children=children)


def _paragraphs(paragraphs: Iterable[Paragraph]) -> Iterator[ParsedParagraph]:
    return (ParsedParagraph(each.text, line=each.lines.start) for each in paragraphs)


_PLURALS = {"section": "sections", "subsection": "subsections", "rule": "rules", "subrule": "subrules"}


@in_lines
def release_tree(release: Release, width: int = 100) -> Iterator[str]:
    """Return the outline of `release`, a clause a line, cut at `width` columns."""
    nodes = walk(release)
    lines = [
        release.title or release.name,
        *_provenance(release),
        f"  holds     {_contents(release, nodes)}",
        "",
        *_outline(nodes),
        *_findings(release.findings),
    ]
    return (cut_short(line, width) for line in lines)


def release_text(release: Release) -> str:
    """Return the text of `release` as the newest official releases lay it out, whatever its file looked like.

    A blank line stands between clauses, an example on the line after its clause, a glossary entry under its term.
    """
    blocks = [
        paragraph.text for paragraph in sorted(release.front + release.contents, key=lambda each: each.lines.start)
    ]
    blocks += ["\n".join(print_clause(node.clause, node.placement)) for node in walk(release)]
    if release.glossary:
        blocks += [GLOSSARY_HEADING, *(f"{entry.term}\n{entry.text}".strip() for entry in release.glossary)]
    blocks += [paragraph.text for paragraph in release.credits]
    return "\n\n".join(blocks) + "\n"


def _provenance(release: Release) -> Iterator[str]:
    source: Source = release.source
    yield f"  release   {release.effective or 'the text prints no date'}"
    yield f"  file      {source.name}, {counted(source.size, 'byte')}, {counted(source.lines, 'line')}"
    yield f"  encoding  {source.encoding} ({source.encoding_reason}), line ends {source.line_ends}"
    yield f"  dialect   {source.dialect} ({source.dialect_reason})"
    for damage in source.damage:
        yield f"  damage    {damage.what}: {counted(damage.count, 'time')}"
    if release.lacks_beginning:
        yield f"  begins    with {release.placements[0].number}: what stands before it is lost"
    elif release.coverage.numbers:
        yield f"  quotes    {', '.join(map(str, release.coverage.numbers))}"


def _contents(release: Release, nodes: tuple[Node, ...]) -> str:
    kinds = Counter(node.kind.value for node in nodes)
    parts = [counted(kinds[kind], kind, many) for kind, many in _PLURALS.items() if kinds[kind]]
    examples = sum(len(node.clause.examples) for node in nodes)
    others = ((examples, "example", ""), (len(release.glossary), "glossary entry", "glossary entries"))
    return ", ".join(parts + [counted(*other) for other in others if other[0]])


def _outline(nodes: tuple[Node, ...]) -> Iterator[str]:
    depths: dict[int, int] = {-1: -1}
    for node in nodes:
        depth = depths[node.index] = depths[node.parent] + 1
        clause = node.clause
        examples = f" [{counted(len(clause.examples), 'example')}]" if clause.examples else ""
        yield f"{'  ' * depth}{node.number}{examples} {clause.wording}".replace("\n", " / ")


def _findings(findings: tuple[Finding, ...]) -> Iterator[str]:
    if findings:
        yield ""
        yield counted(len(findings), "finding")
    for finding in findings:
        where = f"line {finding.line}: " if finding.line else ""
        yield f"  {finding.level} {finding.check}: {where}{finding.message}"
