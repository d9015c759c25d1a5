"""The editions read: each text with its tree and its neighbours, and whether the corpus agrees with itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from hashlib import sha256
from itertools import pairwise

from msgspec import Struct, structs

from crdiff.align.engine import align_releases
from crdiff.changes.change import Change, Comparison, Part
from crdiff.changes.compare import compare
from crdiff.dialects.excerpt import quoted_coverage
from crdiff.dialects.oddities import without_slips
from crdiff.dialects.registry import choose
from crdiff.errors import CrdiffError
from crdiff.history.lineage import Lineage
from crdiff.history.stories import bears_out
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Edition
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Level, Release
from crdiff.model.tree import Node, by_number, walk
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.text.decode import decode
from crdiff.text.groups import by_key


class EditionText(Struct, frozen=True, dict=True):
    """An edition: what the corpus states of it, and its tree, named by the release that it is taken to quote."""

    edition: Edition
    release: Release

    @property
    def id(self) -> str:
        """The edition's id."""
        return self.edition.id

    @property
    def effective(self) -> date:
        """The release that it quotes."""
        return self.edition.release

    @cached_property
    def rules(self) -> Release:
        """Its tree as the rules read: the slips of its copyist are mended. Comparisons are made of this."""
        return without_slips(self.release)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every clause in printed order."""
        return walk(self.release)

    @cached_property
    def subsections(self) -> tuple[ClauseNumber, ...]:
        """The subsections that it has clauses of, ascending."""
        return tuple(sorted({node.number.subsection for node in self.nodes if not node.number.is_section}))

    @cached_property
    def heading(self) -> Node | None:
        """The heading of the one subsection it quotes; None where it quotes several, or one without its heading."""
        headings = [node for node in self.nodes if node.kind is ClauseKind.SUBSECTION]
        return headings[0] if len(headings) == 1 and len(self.subsections) == 1 else None

    @cached_property
    def _by_number(self) -> Mapping[ClauseNumber, Node]:
        return by_number(walk(self.rules))

    def clause(self, number: ClauseNumber) -> Node | None:
        """Return the first clause of that number, as the rules read."""
        return self._by_number.get(number)


class QuotedClause(Struct, frozen=True):
    """A clause as an edition quotes it.

    `change` describes how it came from the text of the edition `before`, the nearest earlier one that it was compared
    with. Both are None for the oldest.
    """

    text: EditionText
    number: ClauseNumber
    before: EditionText | None
    change: Change | None


def edition_texts(corpus: EmbeddedCorpus) -> tuple[EditionText, ...]:
    """Return the editions of `corpus` with their texts, by release and id."""
    read = ((edition, corpus.text(edition)) for edition in corpus.editions)
    texts = (EditionText(edition, structs.replace(text, effective=edition.release)) for edition, text in read)
    return tuple(sorted(texts, key=lambda text: (text.effective, text.id)))


def compare_editions(corpus: EmbeddedCorpus, texts: Iterable[EditionText]) -> tuple[Comparison, ...]:
    """Return the comparisons of neighbours in time among the texts of one subsection, then of its oldest and newest."""
    headed = ((text, corpus.lineage_of(text.effective, text.heading.number)) for text in texts if text.heading)
    sections = by_key((lineage.id, text) for text, lineage in headed if lineage)
    pairs = [pair for together in sections.values() for pair in _pairs(together)]
    return tuple(compare(align_releases(old.rules, new.rules)) for old, new in pairs)


def _pairs(texts: Sequence[EditionText]) -> Iterator[tuple[EditionText, EditionText]]:
    yield from pairwise(texts)
    if len(texts) > 2:
        yield texts[0], texts[-1]


def quoted_clauses(
    lineage: Lineage[ClauseNumber], texts: Iterable[EditionText], comparisons: Iterable[Comparison]
) -> tuple[QuotedClause, ...]:
    """Return what the editions quote of a clause, oldest first, each with its change since the text before."""
    found: list[QuotedClause] = []
    for text in texts:
        number = lineage.number_in(text.effective)
        if number is None or text.clause(number) is None:
            continue
        earlier = (quoted.text for quoted in reversed(found))
        compared = ((before, _comparison(before, text, comparisons)) for before in earlier)
        before, comparison = next(((one, other) for one, other in compared if other), (None, None))
        change = _change_of(number, comparison) if comparison else None
        found.append(QuotedClause(text, number, before, change))
    return tuple(found)


def _comparison(old: EditionText, new: EditionText, comparisons: Iterable[Comparison]) -> Comparison | None:
    sides = ((each.alignment.old, each.alignment.new, each) for each in comparisons)
    return next((each for before, after, each in sides if before is old.rules and after is new.rules), None)


def _change_of(number: ClauseNumber, comparison: Comparison) -> Change | None:
    printed = str(number)
    rules = (change for change in comparison.changes if change.part is Part.RULES)
    return next((change for change in rules if any(clause.number == printed for clause in change.new)), None)


class Mismatch(Struct, frozen=True):
    """Something that does not agree: `file` relative to the corpus, `message` in words."""

    file: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


def verify(corpus: EmbeddedCorpus) -> tuple[Mismatch, ...]:
    """Return everything that does not agree, in the order of the files; nothing for a sound corpus."""
    found = (
        *(mismatch for edition in corpus.editions for mismatch in _edition(corpus, edition)),
        *_strays(corpus),
        *(Mismatch("lineages.toml", message) for message in _lineages(corpus)),
        *_lives(corpus),
        *_annotations(corpus),
    )
    return tuple(sorted(found, key=lambda mismatch: mismatch.file))


def _lives(corpus: EmbeddedCorpus) -> Iterator[Mismatch]:
    if corpus.lives.dates and not corpus.lives.is_as_made:
        yield Mismatch("lives.txt", "was changed since it was made from texts")
    yield from _uncatalogued(corpus, "lives.txt", corpus.lives.dates)


def _edition(corpus: EmbeddedCorpus, edition: Edition) -> Iterator[Mismatch]:
    named = (edition.first, edition.release, edition.last)
    yield from _uncatalogued(corpus, f"editions/{edition.id}/edition.toml", named)
    try:
        yield from (Mismatch(edition.file, message) for message in _bytes(corpus.raw(edition), edition))
        release = corpus.text(edition)
    except CrdiffError as error:
        yield Mismatch(edition.file, error.what)
    else:
        yield from (Mismatch(edition.file, message) for message in _text(corpus, edition, release))


def _bytes(raw: bytes, edition: Edition) -> Iterator[str]:
    checksum = sha256(raw).hexdigest()
    if checksum != edition.sha256:
        yield f"its sha256 is {checksum}, edition.toml says {edition.sha256}"
    dialect, reason = choose(decode(raw).text)
    if dialect != edition.dialect:
        yield f"looks like the dialect {dialect} ({reason}), edition.toml says {edition.dialect}"


def _text(corpus: EmbeddedCorpus, edition: Edition, release: Release) -> Iterator[str]:
    quoted = quoted_coverage(release).numbers
    if quoted != tuple(sorted(edition.coverage.numbers)):
        declared = ", ".join(map(str, edition.coverage.numbers))
        yield f"quotes {', '.join(map(str, quoted))}, edition.toml declares {declared}"
    for finding in release.findings:
        if finding.level is Level.ERROR:
            yield f"line {finding.line}: {finding.message}"
    for placement in release.placements:
        if corpus.lineage_of(edition.release, placement.number) is None:
            yield f"{placement.number} has no lineage in {edition.release}"


def _strays(corpus: EmbeddedCorpus) -> Iterator[Mismatch]:
    """Yield the files among the editions that belong to none."""
    known = {f"editions/{edition.id}/edition.toml" for edition in corpus.editions}
    known |= {edition.file for edition in corpus.editions}
    for path in sorted(corpus.folder.glob("editions/**/*")):
        file = path.relative_to(corpus.folder).as_posix()
        if path.is_file() and file not in known:
            yield Mismatch(file, "belongs to no edition")


def _lineages(corpus: EmbeddedCorpus) -> Iterator[str]:
    for lineage, other in pairwise(corpus.lineages):  # they are ordered by id
        if lineage.id == other.id:
            yield f"{lineage.id} stands in the file twice"


def _annotations(corpus: EmbeddedCorpus) -> Iterator[Mismatch]:
    known = {life.id: life for life in corpus.noted()}
    told = {annotation.id for annotation in corpus.annotations if annotation.story == annotation.id}
    for annotation in corpus.annotations:
        for name in annotation.spoken_of:
            if name not in known:
                yield Mismatch(annotation.file, f"is about {name}, which is not recorded")
        if annotation.story not in told and not annotation.plays:
            yield Mismatch(annotation.file, f"is a part of the story {annotation.story}, which is not told")
        began = (stretch.first for stretch in annotation.stretches)
        claimed = (claim.release for claim in annotation.claims)
        yield from _uncatalogued(corpus, annotation.file, (*annotation.releases, *began, *claimed))
        for claim in annotation.claims:
            if claim.id in known and not bears_out(known[claim.id], claim):
                what = f"claims that {claim.id} was {claim.happened} in {claim.release}"
                yield Mismatch(annotation.file, f"{what}, which the lives do not confirm")


def _uncatalogued(corpus: EmbeddedCorpus, file: str, releases: Iterable[date]) -> Iterator[Mismatch]:
    for release in sorted(set(releases)):
        if corpus.known_release(release) is None:
            yield Mismatch(file, f"names the release {release}, which is not in the catalog")
