"""One batch of a build: read the texts of neighbouring releases, align each pair and describe its changes.

Bytes go in and values come out, and no file is opened, so any executor can run a batch, on this machine or another. A
batch reads each of its texts once, though a text takes part in two pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise

from msgspec import Struct

from crdiff.align.engine import align_releases
from crdiff.changes.change import Change, Part, Structure
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read
from crdiff.errors import CorpusError
from crdiff.history.chain import stage, step
from crdiff.model.book import MAGIC
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import Node, walk
from crdiff.store.archive.schema import Layout
from crdiff.store.build.recorded import BatchResult, Figures, Pair, PairKey, WordingRow, row_of_change, wording_row
from crdiff.store.embedded.lives import known_jump, known_release
from crdiff.store.texts.books import book_for
from crdiff.store.texts.corpus_folder import Decisions
from crdiff.store.texts.held_text import HeldText
from crdiff.text.normalise import fold_typography
from crdiff.text.words import counted_words


class Station(Struct, frozen=True):
    """A release of the chain: its text, and the pair that leads to it from the release before.

    `overrides` are those of the pair. `stand_in` replaces the missing part of the release before, if that breaks off.
    The first release has no pair. `book` is the name of the rule book.
    """

    text: HeldText
    overrides: Decisions
    pair: PairKey | None
    stand_in: HeldText | None = None
    book: str = MAGIC

    @property
    def sha256(self) -> str:
        """The checksum of the text."""
        return self.text.identity.sha256


class BatchText(Struct, frozen=True):
    """The text of a station with its bytes; `wanted` says whether the batch returns its reading.

    `before` are the bytes of the text that stands in for a part of the one before, b"" for none.
    """

    station: Station
    raw: bytes
    wanted: bool
    before: bytes = b""


def run_batch(texts: Sequence[BatchText]) -> BatchResult:
    """Return the results of a batch: of the texts of neighbouring releases, oldest first.

    Raises `CrdiffError`, which names the text at fault.
    """
    releases = [_read(text) for text in texts]
    wordings: dict[str, WordingRow] = {}
    words: dict[str, int] = {}
    read = zip(texts, releases, strict=True)
    readings = {text.station.sha256: _layout(release, wordings, words) for text, release in read if text.wanted}
    neighbours = zip(texts[1:], pairwise(releases), strict=True)
    pairs = tuple(_pair(text, key, *both) for text, both in neighbours if (key := text.station.pair))
    return BatchResult(readings, tuple(wordings.values()), pairs)


def _read(text: BatchText) -> Release:
    """Return a text, parsed. Raises `CorpusError` where it prints the date of another release than it is stored as."""
    held = text.station.text
    release = read(text.raw, held.file, book=book_for(text.station.book))
    if release.name != held.release:
        raise CorpusError(f"is held as the release {held.release}", f"{release.name}, which it prints", path=held.file)
    return release


def _layout(release: Release, wordings: dict[str, WordingRow], words: dict[str, int]) -> Layout:
    """Return the layout of `release`; add its wordings to `wordings`, and the number of words of each to `words`.

    Neighbouring releases say mostly the same, so words are counted once for each fingerprint.
    """
    nodes = walk(release)
    stays = stage(date.fromisoformat(release.name), nodes)
    for node, fingerprint in zip(nodes, stays.wordings, strict=True):
        if fingerprint not in words:
            clause = node.clause
            words[fingerprint] = words_of(clause)
            wordings.setdefault(fingerprint, wording_row(fingerprint, clause))
    entries = [Clause(ClauseKind.RULE, entry.term, entry.text) for entry in release.glossary]
    fingerprints = tuple(map(raw_fingerprint, entries))
    for entry, fingerprint in zip(entries, fingerprints, strict=True):
        wordings.setdefault(fingerprint, wording_row(fingerprint, entry, Part.GLOSSARY))
    return Layout(
        title=release.title,
        words=sum(words[fingerprint] for fingerprint in stays.wordings),
        numbers=stays.numbers,
        wordings=stays.wordings,
        parents=stays.parents,
        lines=tuple(node.placement.lines.start for node in nodes),
        terms=tuple(entry.term for entry in release.glossary),
        entries=fingerprints,
        known=known_release(release),
    )


def words_of(clause: Clause) -> int:
    """Return how many words a clause has, its examples included."""
    return sum(len(counted_words(fold_typography(text))) for text in (clause.wording, *clause.examples))


def _pair(text: BatchText, key: PairKey, old: Release, new: Release) -> Pair:
    """Return a text, read as `new`, compared with the one before it."""
    stand_in = text.station.stand_in
    before = read(text.before, stand_in.file, book=book_for(text.station.book)) if stand_in else None
    with text.station.overrides.heeded() as found:
        alignment = align_releases(old, new, found, known_jump(old, new), before)
    comparison = compare(alignment)
    changes = tuple(change for change in comparison.changes if _tells(change))
    return Pair(
        key,
        step(alignment.links, len(alignment.new_nodes)),
        tuple(map(row_of_change, changes)),
        _told(alignment.new_nodes, changes),
        comparison.rewordings,
        alignment.breaks,
        figures_of(changes),
    )


def figures_of(changes: Sequence[Change]) -> Figures:
    """Return `changes` in figures."""
    rules = [change.structure for change in changes if change.part is Part.RULES]
    return Figures(
        changes=len(changes),
        added=rules.count(Structure.ADDED),
        removed=rules.count(Structure.REMOVED),
        revoked=rules.count(Structure.REVOKED),
        review=sum(change.for_review for change in changes),
    )


def _tells(change: Change) -> bool:
    """Whether a change says more than that a clause has another number."""
    return bool(change.facets) or change.structure not in {Structure.SAME, Structure.RENUMBERED}


def _told(nodes: Sequence[Node], changes: Iterable[Change]) -> dict[int, int]:
    """Return index of new clause -> ordinal of the first change that quotes it, by its number and line."""
    at = {(str(node.number), node.placement.lines.start): node.index for node in nodes}
    told: dict[int, int] = {}
    for ordinal, change in enumerate(changes):
        for clause in change.new:
            if (index := at.get((clause.number, clause.line))) is not None:
                told.setdefault(index, ordinal)
    return told
