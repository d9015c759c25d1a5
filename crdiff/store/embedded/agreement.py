"""Whether the embedded corpus agrees with itself: what is declared with what is read, every name with what it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from crdiff.dialects.coverage import quoted_coverage
from crdiff.dialects.registry import choose
from crdiff.errors import CrdiffError
from crdiff.history.stories import bears_out
from crdiff.model.corpus import Edition
from crdiff.model.release import Level, Release
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.text.decode import decode


@dataclass(frozen=True, slots=True)
class Mismatch:
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
    if not corpus.lives.is_as_made:
        yield Mismatch("lives.txt", "was changed since 'crdiff corpus lives' made it")
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
    seen: set[str] = set()
    for lineage in corpus.lineages:
        if lineage.id in seen:
            yield f"{lineage.id} stands in the file twice"
        seen.add(lineage.id)


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
