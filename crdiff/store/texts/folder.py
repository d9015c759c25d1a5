"""The texts of a user's corpus: a folder of files as they were given, each with a manifest beside it.

The folder is the truth and the only thing that cannot be computed again, so a text is only ever added or removed
whole. The manifest is written last and removed first: a text without one was never added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b, sha256
from pathlib import Path, PurePath

import msgspec

from crdiff.dialects.registry import read
from crdiff.errors import CorpusError, CrdiffError, UnknownRelease, UnrecognisedText
from crdiff.history.nearest import HOW_TO_GET, dated, is_date, nearest_dates
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.output.atomic_file import write_whole
from crdiff.store.archive.state import MANIFEST, TEXTS, listing

_NAMED_BY = 16
"""Digits of the checksum in the name of a file."""
_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")


@dataclass(frozen=True, slots=True)
class Identity:
    """What identifies a text in the corpus.

    `release` is the ISO date printed in it. `content` is equal for texts that say the same whatever their encoding,
    line ends and layout. `damage` counts characters lost by the carrier, `clauses` the numbered clauses. `breaks_off`
    says whether it ends before the parts that its contents list last.
    """

    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    breaks_off: bool = False


@dataclass(frozen=True, slots=True)
class HeldText:
    """A text of the corpus: its identity, the `name` of the file it was, the `address` it was fetched from or ""."""

    identity: Identity
    name: str
    address: str
    file: str

    @property
    def release(self) -> str:
        """The ISO date of the release this is a text of."""
        return self.identity.release

    def is_called(self, name: str) -> bool:
        """Whether `name` is the release (``2009-07-11``) or the beginning of the file's name (``2009-07-11.3f1c``)."""
        return name == self.release or (name.startswith(f"{self.release}.") and self.file.startswith(name))

    @property
    def preference(self) -> tuple[bool, int, int, bool, str]:
        """What decides between several texts of a release: the whole one, least damage, most clauses, their carrier.

        Source: the .txt of 2013-02-01 breaks off, its .docx does not.
        """
        return self.identity.breaks_off, self.identity.damage, -self.identity.clauses, *self.carrier

    @property
    def carrier(self) -> tuple[bool, str]:
        """What decides between texts that say the same: plain text before documents, then the smaller checksum."""
        return not self.file.endswith(".txt"), self.identity.sha256


class Outcome(StrEnum):
    """The outcome of adding a text."""

    ADDED = "added"
    HELD = "already held"
    VARIANT = "added as a variant"


@dataclass(frozen=True, slots=True)
class Added:
    """A text after adding: the one now in the corpus, from another file if that had the same content."""

    outcome: Outcome
    text: HeldText


@dataclass(frozen=True, slots=True)
class FileMismatch:
    """A file of the corpus that is not as its manifest says; `path` is inside the corpus folder."""

    path: str
    what: str


class _Manifest(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="schema",
    tag="crdiff.text/1",
):
    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    name: str
    address: str
    breaks_off: bool = False


def identify(raw: bytes, name: str) -> Identity:
    """Return the identity of the text in `raw`; `name` is what errors call it.

    Raises `UnreadableText` and `UnrecognisedText` as reading does, and `UnrecognisedText` where no effective date is
    printed, where the text sets out to quote a part of the rules only, and where it lacks its beginning or breaks off
    in its rules.
    """
    release = read(raw, PurePath(name).name)
    if release.effective is None:
        raise UnrecognisedText("prints no effective date", "a line such as 'These rules are effective as of…'")
    if release.lacks_beginning:
        first = release.placements[0].number
        raise UnrecognisedText(f"lacks its beginning: its rules begin with {first}", "the text of a whole release")
    if not release.coverage.is_whole:
        quoted = ", ".join(map(str, release.coverage.numbers))
        raise UnrecognisedText(f"quotes a part of the rules only ({quoted})", "the text of a whole release")
    if release.missing and not (release.glossary or release.credits):
        last = release.placements[-1].number
        raise UnrecognisedText(f"breaks off in its rules after {last}", "the text of a whole release")
    return Identity(
        release=release.effective.isoformat(),
        sha256=release.source.sha256,
        size=release.source.size,
        content=_content(release),
        clauses=len(release.placements),
        damage=sum(damage.count for damage in release.source.damage),
        breaks_off=bool(release.missing),
    )


def _content(release: Release) -> str:
    said = [f"{node.number} {raw_fingerprint(node.clause)}" for node in walk(release)]
    said += [f"{entry.term}\x1f{entry.text}" for entry in release.glossary]
    said += [paragraph.text for paragraph in (*release.front, *release.credits)]
    return blake2b("\x1e".join(said).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class TextFolder:
    """The folder ``texts`` of the corpus in the folder `corpus`. Nothing is created before the first text is added."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.folder = corpus / TEXTS

    def held(self) -> tuple[HeldText, ...]:
        """Return every text, oldest release first, the preferred text of a release before its variants.

        Raises `CorpusError` for a manifest that cannot be read.
        """
        texts = [self._read_manifest(path) for path in self._manifests()]
        return tuple(sorted(texts, key=lambda text: (text.release, text.preference)))

    def chosen(self) -> tuple[HeldText, ...]:
        """Return one text for each release in the folder, oldest first."""
        return tuple({text.release: text for text in reversed(self.held())}.values())[::-1]

    def listing(self) -> tuple[str, ...]:
        """Return the names of all manifests, sorted: equal listings, equal texts (names carry the content)."""
        return listing(self.corpus)

    def text_of(self, release: str) -> HeldText:
        """Return the chosen text of `release`: an ISO date, ``latest`` or ``previous``.

        Raises `UnknownRelease`, naming the nearest ones.
        """
        chosen = {text.release: text for text in self.chosen()}
        wanted = dated(release, tuple(chosen))
        if wanted not in chosen:
            what = f"release {wanted} is not held"
            raise UnknownRelease(what, f"{_nearest(wanted, chosen.values())}; {HOW_TO_GET} adds more")
        return chosen[wanted]

    def read_bytes(self, text: HeldText) -> bytes:
        """Return the bytes of `text` as they were given. Raises `CorpusError` where they are gone or changed."""
        path = self.folder / text.file
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            raise CorpusError("the text is gone", "the file that its manifest names", path=str(path)) from None
        if sha256(raw).hexdigest() != text.identity.sha256:
            raise CorpusError("the text was changed since it was added", "its bytes as given", path=str(path))
        return raw

    def add(self, raw: bytes, identity: Identity, name: str, address: str = "") -> Added:
        """Put in the text with the bytes `raw` and the `identity` read from them.

        `name` is the file it comes from, `address` where it was fetched, "" for nowhere.

        Of two that say the same one is kept, whichever came first: plain text rather than a document, then the
        smaller checksum. Raises `OSError` where the folder cannot be written; the corpus is then as it was.
        """
        text = HeldText(identity, PurePath(name).name, address, _file_name(identity, name))
        siblings = [self._read_manifest(path) for path in self._manifests(f"{identity.release}.")]
        for held in siblings:
            if held.identity.content == identity.content:
                return Added(Outcome.HELD, self._better(held, text, raw))
        self._write(text, raw)
        return Added(Outcome.VARIANT if siblings else Outcome.ADDED, text)

    def _better(self, held: HeldText, text: HeldText, raw: bytes) -> HeldText:
        """Return the one to keep of two texts that say the same, and replace the other."""
        if text.carrier >= held.carrier:
            return held
        self._write(text, raw)
        self._delete(held)
        return text

    def _write(self, text: HeldText, raw: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / text.file, raw)
        write_whole(self.folder / (text.file + MANIFEST), _manifest(text))

    def _delete(self, text: HeldText) -> None:
        (self.folder / (text.file + MANIFEST)).unlink()
        (self.folder / text.file).unlink(missing_ok=True)

    def remove(self, name: str) -> tuple[HeldText, ...]:
        """Remove and return the texts called `name`: those of a release (``2009-07-11``) or one (``2009-07-11.3f1c``).

        Raises `UnknownRelease` where there is none.
        """
        gone = tuple(text for text in self.held() if text.is_called(name))
        if not gone:
            raise UnknownRelease(f"no text {name!r} is held", _nearest(name, self.chosen()))
        for text in gone:
            self._delete(text)
        return gone

    def verify(self) -> Iterator[FileMismatch]:
        """Yield every file that is not as it was added, and every file that nobody added."""
        known: set[str] = set()
        for path in self._manifests():
            known |= {path.name, path.name.removesuffix(MANIFEST)}
            try:
                text = self._read_manifest(path)
                printed = identify(self.read_bytes(text), text.file).release
            except CrdiffError as error:
                yield FileMismatch(f"{TEXTS}/{PurePath(error.path or path).name}", error.what)
                continue
            if printed != text.release:
                yield FileMismatch(
                    f"{TEXTS}/{path.name}", f"states the release {text.release}; its text prints {printed}"
                )
        for path in self._files():
            if path.name not in known:
                yield FileMismatch(
                    f"{TEXTS}/{path.name}", "no manifest names this file; left over from an interrupted run"
                )

    def _manifests(self, beginning: str = "") -> list[Path]:
        return [path for path in self._files() if path.suffix == MANIFEST and path.name.startswith(beginning)]

    def _files(self) -> list[Path]:
        try:
            return sorted(self.folder.iterdir())
        except FileNotFoundError:
            return []

    def _read_manifest(self, path: Path) -> HeldText:
        try:
            facts = msgspec.json.decode(path.read_bytes(), type=_Manifest)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise CorpusError("is not a manifest of a text", "a file that crdiff wrote", path=str(path)) from None
        identity = Identity(**{field: getattr(facts, field) for field in Identity.__dataclass_fields__})
        file = path.name.removesuffix(MANIFEST)
        if not (is_date(identity.release) and file.startswith(_beginning(identity))):
            what = f"its release ({identity.release!a}) or its checksum does not match its name"
            raise CorpusError(what, "a file that crdiff wrote", path=str(path))
        return HeldText(identity, facts.name, facts.address, file)


def _file_name(identity: Identity, name: str) -> str:
    suffix = PurePath(name).suffix.lower() or ".txt"
    return _beginning(identity) + (suffix if _SUFFIX.fullmatch(suffix) else ".text")


def _beginning(identity: Identity) -> str:
    """Return what the names of a text and of its manifest begin with, whatever the file was called."""
    return f"{identity.release}.{identity.sha256[:_NAMED_BY]}"


def _manifest(text: HeldText) -> bytes:
    facts = _Manifest(
        **{field: getattr(text.identity, field) for field in Identity.__dataclass_fields__},
        name=text.name,
        address=text.address,
    )
    return msgspec.json.format(msgspec.json.encode(facts), indent=1) + b"\n"


def _nearest(release: str, held: Iterable[HeldText]) -> str:
    """Return, in words, the releases just before and after `release` in the corpus."""
    near = nearest_dates(release, [text.release for text in held])
    if not near:
        return "a corpus that is not empty"
    return "a release that is held, such as " + " or ".join(near)
