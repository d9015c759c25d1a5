"""What was read of texts before, by their content: while a text, or a passage of it, is the same, it is not read again.

Nothing in it says where a text lies or when it was read, so one file serves every checkout, and may be committed. What
the citations of a passage mean beside its words does not depend on its tree; what is made of that does, and is asked
again. What is deleted, altered or cut short is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.citation import CitedGroup
from crdiff.cite.seen import ReadPassage, Seen, SettledTree
from crdiff.errors import StoreError
from crdiff.output.atomic_file import write_whole
from crdiff.output.fingerprints import citing_fingerprint, fingerprint_of, keep_file, recall_file, source_of
from crdiff.store.texts.home import cache_folder

# Trees kept, those asked for last: a person works on a few, each asked about in a few ways.
_TREES_MAX = 16
# Bytes of a tree that is kept; phase-rs/phase with 18,407 citations takes 4 MiB.
_BYTES_MAX = 32 << 20
_ENDING = ".judged"
_DIGEST = 16
# What ends the source: it makes the file one that is no text, which nobody reads for citations.
_END = b"\0"


class ScannedText(Struct, frozen=True, array_like=True, gc=False):
    """The citations of a text, with the fingerprints of what stands beside each group where passages are read.

    `is_rules`: it is an edition of the rules, whose numbers are no citations.
    """

    groups: tuple[CitedGroup, ...] = ()
    passages: tuple[bytes, ...] = ()
    is_rules: bool = False
    digest: bytes = b""


class _Kept(Struct, frozen=True, array_like=True):
    """Texts that cite something and passages by their fingerprints; those of texts that cite nothing, run together."""

    texts: Mapping[bytes, ScannedText]
    passages: Mapping[bytes, ReadPassage]
    silent: bytes
    settled: SettledTree | None


_NOTHING = ScannedText()


class Remembered:
    """What is known of texts and passages, from runs before and of this one, which alone is kept.

    `file` is where it is kept, None: nowhere. It holds for one `source`: the code, and all else that reading rests on.
    """

    def __init__(self, file: Path | None = None, source: str = "") -> None:
        self._file, self._source = file, source
        self.complaint = ""
        """Why a file that is there is of no use, "" where it is."""
        self._body = self._read() if file else None
        kept = self._decoded(self._body) if self._body else None
        silent = (kept.silent[at : at + _DIGEST] for at in range(0, len(kept.silent), _DIGEST)) if kept else ()
        self._before = {**dict.fromkeys(silent, _NOTHING), **(kept.texts if kept else {})}
        self.seen = Seen(dict(kept.passages), kept.settled) if kept else Seen()
        self._texts: dict[bytes, ScannedText] = {}

    def scanned(self, text: bytes, scan: Callable[[], ScannedText]) -> ScannedText:
        """Return the citations of a text; one that is not known is scanned."""
        digest = blake2b(text, digest_size=_DIGEST).digest()
        found = self._before.get(digest) or self._texts.get(digest) or replace(scan(), digest=digest)
        self._texts[digest] = found
        return found

    def keep(self) -> None:
        """Keep what was asked about in this run, the same bytes for the same texts. Raises `StoreError`."""
        if self._file is None:
            return
        used = {passage for text in self._texts.values() for passage in text.passages}
        passages = {digest: self.seen.passages[digest] for digest in sorted(used) if digest in self.seen.passages}
        silent = b"".join(sorted(digest for digest, text in self._texts.items() if not (text.groups or text.is_rules)))
        texts = {digest: text for digest, text in sorted(self._texts.items()) if text.groups or text.is_rules}
        kept = _Kept(texts, passages, silent, self.seen.settled)
        body = self._source.encode() + _END + msgspec.msgpack.encode(kept)
        if body != self._body and len(body) <= _BYTES_MAX:
            self._write(self._file, body)

    def _read(self) -> bytes | None:
        assert self._file is not None
        return recall_file(self._file)

    def _write(self, file: Path, body: bytes) -> None:
        with suppress(StoreError):
            keep_file(file, body, _TREES_MAX)

    def _decoded(self, body: bytes) -> _Kept | None:
        source, _, packed = body.partition(_END)
        if source != self._source.encode():
            return None
        with suppress(ValueError):  # msgspec's errors are values that are wrong
            return msgspec.msgpack.decode(packed, type=_Kept)
        return None


class Committed(Remembered):
    """What is kept in a file of the user's own, which may be damaged or of another version: then it says so."""

    def _read(self) -> bytes | None:
        assert self._file is not None
        if not self._file.exists():
            return None
        body = recall_file(self._file)
        if body is None or not body.startswith(self._source.encode()):
            why = "is damaged" if body is None else "is of another version of crdiff, or of another question"
            self.complaint = f"{self._file} {why}: it is made again"
        return body

    def _write(self, file: Path, body: bytes) -> None:
        write_whole(file, fingerprint_of(body).encode() + b"\n" + body)


def remembered(values: Sequence[object], place: object, file: str | None) -> Remembered:
    """Return what is known of texts that are read by `values`: from a `file`, else from the cache, by a `place`.

    Raises `StoreError` for a file that cannot be read.
    """
    source = source_of(citing_fingerprint(), *values)
    if file:
        return Committed(Path(file), source)
    try:
        return Remembered(cache_folder() / "cite" / f"{source_of(source, place)}{_ENDING}", source)
    except StoreError:
        return Remembered(None, source)
