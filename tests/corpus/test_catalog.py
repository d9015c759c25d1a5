"""The catalog agrees with the list of releases it was made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from crdiff.model.clause import Clause
from crdiff.store.embedded.corpus import EmbeddedCorpus


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


def test_every_release_of_the_last_years_is_named_but_that_of_which_the_list_knows_the_date_alone(
    corpus: EmbeddedCorpus, shared: Path
) -> None:
    listed = json.loads((shared / "catalog/releases.json").read_text("utf-8"))
    dated = [entry["effective"] for entry in listed if "note" in entry and not entry["name"]]
    recent = [release for release in corpus.releases if release.effective.year >= 2025]
    assert [release.effective.isoformat() for release in recent if not release.name] == dated == ["2026-09-25"]


def test_the_kind_of_an_address_is_its_ending(corpus: EmbeddedCorpus) -> None:
    addresses = [address for release in corpus.releases for address in release.addresses]
    assert len(addresses) > 300
    assert all(address.url.lower().endswith("." + address.kind) for address in addresses)


def test_every_text_at_hand_is_in_the_catalog(
    corpus: EmbeddedCorpus, archive: Mapping[date, Mapping[str, Clause]]
) -> None:
    known = {release.effective for release in corpus.releases}
    assert set(archive) <= known
    recorded = max(corpus.lives.dates)
    assert tuple(release for release in sorted(archive) if release <= recorded) == corpus.lives.dates
