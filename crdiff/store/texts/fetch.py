"""Fetch releases from the publisher, one at a time, politely.

Waiting for the network blocks nobody: only adding a text takes the lock for writers. The part of a file that arrived
before its download broke off stays in the folder ``fetching``, and the next run resumes it as long as it can.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from crdiff.errors import CrdiffError, DownloadError, StoreError, UnrecognisedText, UnresolvedHost
from crdiff.model.corpus import KnownRelease
from crdiff.output.lock import fetching, writing
from crdiff.output.progress import Progress
from crdiff.store.texts.adding import sweep
from crdiff.store.texts.download import UNRESOLVED, PartialFile, Patience, download
from crdiff.store.texts.folder import Added, TextFolder, identify
from crdiff.store.texts.held_text import host_of
from crdiff.text.hidden import shown_on_a_line

PUBLISHED_AT = "https://magic.wizards.com/en/rules"
"""The publisher's page with the newest release, and links to it as plain text, Word and PDF."""

_FOLDER = "fetching"
_KINDS = ("txt", "docx", "rtf", "pdf")
"""Endings of files to fetch, best first: of 2014-05-01, 2014-06-01 and 2014-07-18 no plain text was published."""
_PATIENCE = 120.0
"""Seconds to wait for a build to end before a text is added."""
_STALE_DAYS = 30
"""Days after which no run resumes a part of a file."""


class WantedFile(Struct, frozen=True):
    """A file to fetch: its `address`, and the `release` expected in it, "" for any."""

    release: str
    address: str

    @property
    def host(self) -> str:
        """The host to ask."""
        return host_of(self.address)

    @property
    def part(self) -> str:
        """The name of the file for the part that has arrived."""
        return self.release or blake2b(self.address.encode(), digest_size=8).hexdigest()


class Fetched(Struct, frozen=True):
    """The outcome of fetching a file: the text as added, or the failure; both for a text that is cut.

    `release` is the ISO date, "" where a file asked for by its address did not arrive. `address` is "" where none is
    known.
    """

    release: str
    address: str
    added: Added | None
    failure: CrdiffError | None = None

    @property
    def host(self) -> str:
        """The host of the address."""
        return host_of(self.address)


class MissingReleases(Struct, frozen=True):
    """The known releases that a corpus lacks, oldest first.

    `wanted` can be fetched, `unaddressed` have no known address, and `gone` are older than all that the publisher still
    offers. Releases are ISO dates.
    """

    wanted: tuple[WantedFile, ...]
    unaddressed: tuple[str, ...]
    gone: tuple[str, ...]


def missing_releases(corpus: Path, known: Sequence[KnownRelease], since: str) -> MissingReleases:
    """Return what `corpus` lacks of the `known` releases from `since` on (ISO date, "" for all).

    A release is lacking too of which all texts are cut.
    """
    held = TextFolder(corpus).whole()
    addresses = {release.effective.isoformat(): address_of(release) for release in known}
    oldest = min((day for day, address in addresses.items() if address), default="")
    absent = {day: address for day, address in addresses.items() if day >= since and day not in held}
    return MissingReleases(
        tuple(WantedFile(day, address) for day, address in absent.items() if address),
        tuple(day for day, address in absent.items() if not address and day > oldest),
        tuple(day for day, address in absent.items() if not address and day <= oldest),
    )


def without_address(release: str) -> Fetched:
    """Return the failure of a release without a known address."""
    failure = DownloadError(f"release {release} has no known address", f"a file added from {PUBLISHED_AT}")
    return Fetched(release, "", None, failure)


def address_of(release: KnownRelease) -> str:
    """Return where to fetch a release from, "" where no address is known that still answers."""
    living = {address.kind: address.url for address in release.addresses if not address.is_dead}
    return next((living[kind] for kind in _KINDS if kind in living), "")


def fetch(
    corpus: Path, wanted: Sequence[WantedFile], *, patience: Patience, pause: float, progress: Progress | None = None
) -> Iterator[Fetched]:
    """Fetch and add `wanted`, one after another, `pause` seconds between them; yield the outcome of each.

    `progress` is called before each and at the end. A file that cannot be fetched is one failure and does not
    stop the others; a host that cannot be resolved is not asked again. Raises `StoreError` and `OSError` where the
    corpus cannot be written.
    """
    folder = corpus / _FOLDER
    unresolved: set[str] = set()
    with fetching(corpus):
        if folder.is_symlink():
            raise StoreError(
                "is a symbolic link", "a folder of our own: what is not resumed is removed", path=str(folder)
            )
        folder.mkdir(exist_ok=True)
        _sweep(folder, wanted, {text.release for text in TextFolder(corpus).held()})
        for place, one in enumerate(wanted):
            if progress:
                progress(place, len(wanted))
            if one.host in unresolved:
                failure = UnresolvedHost(UNRESOLVED, path=shown_on_a_line(one.address))
                yield Fetched(one.release, one.address, None, failure)
                continue
            if place:
                time.sleep(pause)
            fetched = _fetch_one(corpus, one, folder, patience)
            if isinstance(fetched.failure, UnresolvedHost):
                unresolved.add(one.host)
            yield fetched
        if progress:
            progress(len(wanted), len(wanted))
        if not any(folder.iterdir()):
            folder.rmdir()


def _sweep(folder: Path, wanted: Sequence[WantedFile], held: Container[str]) -> None:
    """Remove what earlier runs left that no run will resume."""
    asked, stale = {one.part for one in wanted}, time.time() - _STALE_DAYS * 86_400
    for path in sorted(folder.iterdir()):
        part = PartialFile(folder / path.name.removesuffix(PartialFile.VERSION))
        is_useless = part.path.name in held or not part.can_be_resumed or path.stat().st_mtime < stale
        if part.path.name not in asked and is_useless:
            path.unlink(missing_ok=True)


def _fetch_one(corpus: Path, one: WantedFile, folder: Path, patience: Patience) -> Fetched:
    try:
        raw = download(one.address, folder / one.part, patience)
        name = one.address.rsplit("/", 1)[-1] or "release.txt"
        identity = identify(raw, name)
        if one.release and identity.release != one.release:
            raise UnrecognisedText(f"what came is the release {identity.release}", one.release)
        with writing(corpus, _PATIENCE):
            sweep(corpus)
            added = TextFolder(corpus).add(raw, identity, name, one.address)
    except StoreError:
        raise
    except DownloadError as error:
        return Fetched(one.release, one.address, None, error)
    except CrdiffError as error:
        return Fetched(one.release, one.address, None, error.at(shown_on_a_line(one.address)))
    cut = TextFolder(corpus).cut(added.text, shown_on_a_line(one.address))
    return Fetched(identity.release, one.address, added, cut)
