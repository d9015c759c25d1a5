"""Answers of the commands on the corpus, as text and as JSON: what is held, what was done with texts, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Struct

from crdiff.model.corpus import Edition, KnownRelease
from crdiff.reports.answer import AnswerRow, Count, Day, Document, IsoDay, json_of, one_of, row_of
from crdiff.reports.phrases import counted, in_lines, listed


class ShelvedText(AnswerRow, frozen=True):
    """A text of the corpus."""

    file: str
    """In the folder of texts."""
    name: str
    """What the file was called."""
    address: str
    """Where it was fetched, or empty."""
    added: str
    """The day, or empty where it was not written down."""
    known_by: Annotated[str, one_of("checksum", "address", "name", "")]
    """By what it is known as the publisher's own bytes."""


class ListedEdition(AnswerRow, frozen=True):
    """An edition that comes with crdiff."""

    id: str
    release: Day
    """Effective date."""
    title: str
    publisher: str
    coverage: tuple[str, ...]
    """Numbers quoted, each with all under it."""


class ListedRelease(AnswerRow, frozen=True):
    """A release that is known, and the texts of it that are held."""

    release: IsoDay
    """Effective date."""
    code: str
    """Of the set it came with, or empty."""
    name: str
    texts: Count
    """How many texts are held."""
    files: tuple[ShelvedText, ...] = ()
    """These texts, the one that is read first."""


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


def corpus_json(shelf: Shelf) -> bytes:
    """Return the same as indented UTF-8 JSON."""
    return json_of(corpus_answer(shelf))


class Handled(AnswerRow, frozen=True):
    """A text and what was done with it."""

    release: IsoDay
    outcome: Annotated[
        str, one_of("added", "already held", "added in another form", "added as a variant", "read", "removed")
    ]
    file: str
    """In the folder of texts."""
    read: str
    """The file that is read of the release, or empty."""
    lacks: str
    """What the text lacks at its end, or empty for a whole one."""


class HandledAnswer(Document, frozen=True, tag="crdiff.added/1"):
    """What came of texts, as crdiff corpus add, fetch and remove --format json write it."""

    main = "texts"
    texts: tuple[Handled, ...]
    failures: tuple[str, ...]
    """A line each."""


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


class BuiltAnswer(Document, frozen=True, tag="crdiff.built/1"):
    """What a build did, as crdiff corpus build --format json writes it."""

    texts_read: Count
    pairs_aligned: Count
    releases: Count
    """In the store."""


def built_text(built: BuiltAnswer) -> str:
    """Return one line of counts."""
    done = f"{counted(built.texts_read, 'text')} read, {counted(built.pairs_aligned, 'pair')} aligned"
    return f"{done}, {counted(built.releases, 'release')} in the store\n"


class MismatchRow(AnswerRow, frozen=True):
    """A file that does not agree."""

    file: str
    """Relative to the corpus."""
    what: str


class VerifyAnswer(Document, frozen=True, tag="crdiff.verify/1"):
    """What a check of the corpus found, as crdiff corpus verify --format json writes it."""

    main = "mismatches"
    texts: Count
    """Texts of the corpus checked."""
    editions: Count
    """Editions that come with crdiff checked."""
    mismatches: tuple[MismatchRow, ...]


@in_lines
def mismatches_text(checked: VerifyAnswer) -> Iterator[str]:
    """Return the outcome as lines of text, the count last."""
    yield from (f"{each.file}: {each.what}" for each in checked.mismatches)
    amount = f"{counted(checked.texts, 'text')} and {counted(checked.editions, 'edition')} checked"
    wrong = len(checked.mismatches)
    yield f"{amount}, {counted(wrong, 'mismatch', 'mismatches') if wrong else 'no mismatch'}"
