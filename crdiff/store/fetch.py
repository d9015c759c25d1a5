"""Fetching the releases that the catalog has addresses of, one at a time, politely."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crdiff.errors import CrdiffError, DownloadError, UnrecognisedText
from crdiff.model.corpus import KnownRelease
from crdiff.store.download import download
from crdiff.store.lock import writing
from crdiff.store.progress import Progress
from crdiff.store.texts import Added, TextFolder, identify

_FOLDER = "fetching"
_KINDS = ("txt", "docx", "rtf", "pdf")
"""Endings of files to fetch, best first: of 2014-05-01, 2014-06-01 and 2014-07-18 no plain text was published."""
_PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of a release: the text as added, or why not."""

    release: str
    added: Added | None
    failure: CrdiffError | None = None


def to_fetch(corpus: Path, known: Sequence[KnownRelease], since: str) -> tuple[KnownRelease, ...]:
    """Return the known releases from `since` on (ISO date, "" for all) that are not held and can be fetched."""
    held = {text.release for text in TextFolder(corpus).held()}
    return tuple(
        release
        for release in known
        if release.effective.isoformat() >= since and release.effective.isoformat() not in held and address_of(release)
    )


def address_of(release: KnownRelease) -> str:
    """Return where to fetch a release from, "" where no address is known that still answers."""
    living = {address.kind: address.url for address in release.addresses if not address.is_dead}
    return next((living[kind] for kind in _KINDS if kind in living), "")


def fetch(
    corpus: Path, wanted: Sequence[KnownRelease], *, timeout: float, pause: float, progress: Progress | None = None
) -> Iterator[Fetched]:
    """Fetch and add `wanted`, one after another, `pause` seconds between them; yield what came of each.

    `progress` is called before each and at the end.

    A release that cannot be got is a failure of its own and does not keep the others. Raises `StoreError` and `OSError`
    where the corpus cannot be written.
    """
    folder = corpus / _FOLDER
    with writing(corpus, _PATIENCE):
        folder.mkdir(exist_ok=True)
        for place, release in enumerate(wanted):
            if place:
                time.sleep(pause)
            if progress:
                progress(place, len(wanted))
            yield _fetch_one(corpus, release, folder, timeout)
        if progress:
            progress(len(wanted), len(wanted))
        if not any(folder.iterdir()):
            folder.rmdir()


def _fetch_one(corpus: Path, release: KnownRelease, folder: Path, timeout: float) -> Fetched:
    date, address = release.effective.isoformat(), address_of(release)
    try:
        raw = download(address, folder / date, timeout)
        identity = identify(raw, date)
        if identity.release != date:
            raise UnrecognisedText(f"what came is the release {identity.release}", date)
        return Fetched(date, TextFolder(corpus).add(raw, identity, _name(address), address))
    except DownloadError as error:
        return Fetched(date, None, error)
    except CrdiffError as error:
        return Fetched(date, None, error.at(address))


def _name(address: str) -> str:
    return address.rsplit("/", 1)[-1] or "release.txt"
