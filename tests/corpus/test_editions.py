"""Catalog and editions agree with what they were made from: they quote what the pages quote, and no more."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from crdiff.dialects.excerpt import quoted_coverage
from crdiff.dialects.registry import choose, read
from crdiff.model.clause import Clause
from crdiff.model.release import Level
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.text.decode import decode
from crdiff.text.normalise import fold_typography
from tests.corpus.conftest import Archive


def test_every_known_release_is_in_the_catalog_with_its_addresses(corpus: EmbeddedCorpus, shared: Path) -> None:
    listed = json.loads((shared / "catalog/releases.json").read_text("utf-8"))
    assert len(listed) == 135
    assert [
        (release.effective.isoformat(), sorted(address.url for address in release.addresses))
        for release in corpus.releases
    ] == [(entry["effective"], sorted(entry["addresses"].values())) for entry in listed]


def test_names_of_sets_are_those_of_the_list(corpus: EmbeddedCorpus, shared: Path) -> None:
    listed = json.loads((shared / "catalog/releases.json").read_text("utf-8"))
    named = {release.effective.isoformat(): release for release in corpus.releases}
    for entry in listed:
        if entry.get("name"):
            release = named[entry["effective"]]
            assert release.name.startswith(entry["name"])  # the list says Ikoria for Ikoria: Lair of Behemoths
            assert release.code == entry["set"]


def test_every_late_release_is_named_but_one_known_by_its_date_alone(corpus: EmbeddedCorpus, shared: Path) -> None:
    listed = json.loads((shared / "catalog/releases.json").read_text("utf-8"))
    dated = [entry["effective"] for entry in listed if "note" in entry and not entry["name"]]
    recent = [release for release in corpus.releases if release.effective.year >= 2025]
    assert [release.effective.isoformat() for release in recent if not release.name] == dated == ["2026-09-25"]


def test_the_kind_of_an_address_is_its_ending(corpus: EmbeddedCorpus) -> None:
    addresses = [address for release in corpus.releases for address in release.addresses]
    assert len(addresses) > 300
    assert all(address.url.lower().endswith("." + address.kind) for address in addresses)


def test_editions_and_lives_are_as_they_were_declared(corpus: EmbeddedCorpus) -> None:
    """Bytes, dialect, coverage and releases of each edition are those stated; every clause of it is followed."""
    known = {release.effective for release in corpus.releases}
    assert corpus.lives.is_as_made
    assert known.issuperset(corpus.lives.dates)
    for edition in corpus.editions:
        raw, text = corpus.raw(edition), corpus.text(edition)
        assert sha256(raw).hexdigest() == edition.sha256
        assert choose(decode(raw).text)[0] == edition.dialect
        assert quoted_coverage(text).numbers == tuple(sorted(edition.coverage.numbers))
        assert [finding for finding in text.findings if finding.level is Level.ERROR] == []
        assert all(corpus.lineage_of(edition.release, each.number) for each in text.placements)
        assert known.issuperset((edition.first, edition.release, edition.last))
    declared = {file for edition in corpus.editions for file in (edition.file, f"editions/{edition.id}/edition.toml")}
    files = (path for path in corpus.folder.glob("editions/**/*") if path.is_file())
    assert {path.relative_to(corpus.folder).as_posix() for path in files} == declared
    assert len({lineage.id for lineage in corpus.lineages}) == len(corpus.lineages)


def test_every_text_at_hand_is_in_the_catalog(corpus: EmbeddedCorpus, archive: Archive) -> None:
    known = {release.effective for release in corpus.releases}
    assert set(archive) <= known
    recorded = max(corpus.lives.dates)
    assert tuple(release for release in sorted(archive) if release <= recorded) == corpus.lives.dates


# the committed editions quote what the pages quote, no more, and the releases that they say


SEEDS = {
    "507-crystal-keep": "004",
    "712-judge-school": "002",
    "718-markdown": "000",
    "720-mtg-wiki": "001",
    "player-mtg-wiki": "003",
}

_SLIP = re.compile(r"n's\b")


def _folded(clause: Clause) -> tuple[str, ...]:
    """Return title, text and examples as one release may differ from another of the same wording.

    2008-05-01 lost its quotes and apostrophes, the 712 page misspells "not", capitals differ in a heading and in
    "See Rule".
    """
    parts = (clause.title, clause.text, *clause.examples)
    return tuple(_SLIP.sub("n't", fold_typography(part).replace("?", "'").replace('"', "'")).lower() for part in parts)


@pytest.mark.parametrize("edition_id", SEEDS)
def test_an_edition_keeps_the_lines_of_the_page(edition_id: str, corpus: EmbeddedCorpus, shared: Path) -> None:
    (page,) = (file for file in (shared / "seeds").iterdir() if file.name.startswith(f"{SEEDS[edition_id]}_"))
    lines = page.read_text("utf-8").split("\n")
    kept = corpus.raw(corpus.edition(edition_id)).decode("utf-8").split("\n")
    remaining = iter(lines)
    assert all(line in remaining for line in kept if line), "a line that the page does not have, or in another order"


@pytest.mark.parametrize("edition_id", SEEDS)
def test_an_edition_has_every_clause_that_the_page_has(edition_id: str, corpus: EmbeddedCorpus, shared: Path) -> None:
    (page,) = (file for file in (shared / "seeds").iterdir() if file.name.startswith(f"{SEEDS[edition_id]}_"))
    whole = read(page.read_bytes(), edition_id)
    quoted = corpus.text(corpus.edition(edition_id))
    assert quoted.sections == whole.sections
    assert (quoted.glossary == ()) == (whole.glossary == ())
    assert [finding.check for finding in quoted.findings] == [
        finding.check for finding in whole.findings if finding.check != "unexpanded-template"
    ]


@pytest.mark.parametrize("edition_id", SEEDS)
def test_an_edition_holds_no_words_of_the_pages_author(edition_id: str, corpus: EmbeddedCorpus) -> None:
    release = corpus.text(corpus.edition(edition_id))
    kept = {aside.text.split("\n")[0] for aside in release.asides}
    allowed = {
        "507-crystal-keep": {"This search based on the March 17, 2008 release of the Rulings."},
        "712-judge-school": {"Sideboard", next((text for text in kept if text.startswith("(...)")), "")},
    }
    assert kept == allowed.get(edition_id, set())


@pytest.mark.parametrize("edition_id", SEEDS)
def test_the_window_of_an_edition_is_exact(edition_id: str, corpus: EmbeddedCorpus, archive: Archive) -> None:
    """The first and last release equal to the quotation are those stated; the release taken is one of those equal."""
    edition = corpus.edition(edition_id)
    quoted = {str(node.number): _folded(node.clause) for node in walk(corpus.text(edition))}
    equal = [
        release
        for release, clauses in archive.items()
        if all(number in clauses and _folded(clauses[number]) == wording for number, wording in quoted.items())
    ]
    assert (equal[0], equal[-1]) == (edition.first, edition.last)
    assert edition.release in equal
