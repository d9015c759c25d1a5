"""A text of a corpus as its manifest states it, and which of several texts of a release is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, structs

from crdiff.errors import CorpusError
from crdiff.history.nearest import is_date
from crdiff.store.text_file import json_bytes, read_json, read_table, read_text
from crdiff.store.texts.books import book_folder, book_of
from crdiff.store.texts.corpus_folder import CHOICES, MANIFEST, known_releases

_SCHEMA = "crdiff.text/2"
# Digits of the checksum in the name of a file.
_NAMED_BY = 16


@dataclass(frozen=True, slots=True)
class Identity:
    """What identifies a text in the corpus.

    `release` is the ISO date printed in it. `content` is equal for texts that say the same whatever their encoding,
    line ends and layout. `damage` counts characters lost by the carrier, `clauses` the numbered clauses. `breaks_off`
    says whether it ends before the parts that its contents list last, `lacks` in words what it is known not to have at
    its end, "" for a whole text. `credits` are the paragraphs of its credits, () where it was not read but is held.
    """

    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    breaks_off: bool = False
    lacks: str = ""
    credits: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def beginning(self) -> str:
        """What the names of a text and of its manifest begin with, whatever the file was called."""
        return f"{self.release}.{self.sha256[:_NAMED_BY]}"


@dataclass(frozen=True, slots=True)
class Given:
    """How a file came into the corpus: its `name`, the `address` it was fetched from or "", and when it was `added`.

    `added` is a time in UTC as ISO writes it, "" where a crdiff that wrote no dates added it.
    """

    name: str
    address: str = ""
    added: str = ""


@dataclass(frozen=True, slots=True)
class HeldText:
    """A text of the corpus: its identity, its file in the folder of texts, and each way in which it was `given`.

    The first of these is the oldest. The same bytes under another name, or from another address, are another one.
    """

    identity: Identity
    file: str
    given: tuple[Given, ...]

    @property
    def release(self) -> str:
        """The ISO date of the release this is a text of."""
        return self.identity.release

    @property
    def name(self) -> str:
        """The name of the file it was."""
        return self.given[0].name

    @property
    def address(self) -> str:
        """The address it was fetched from, "" for none."""
        return next((given.address for given in self.given if given.address), "")

    @property
    def added(self) -> str:
        """When it was first added, as `Given` has it."""
        return self.given[0].added

    def is_called(self, name: str) -> bool:
        """Whether `name` is the release (``2009-07-11``) or the beginning of the file's name (``2009-07-11.3f1c``)."""
        return name == self.release or (name.startswith(f"{self.release}.") and self.file.startswith(name))

    def lacking(self, what: str) -> HeldText:
        """Return the text, known to lack at its end `what` is said in words."""
        return replace(self, identity=replace(self.identity, lacks=what))

    def given_again(self, given: Given) -> HeldText:
        """Return the text with one more way in which it was given, itself where that is not a new one."""
        known = {(each.name, each.address) for each in self.given}
        return self if (given.name, given.address) in known else replace(self, given=(*self.given, given))


class _Manifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="schema", tag=_SCHEMA):
    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    breaks_off: bool = False
    lacks: str = ""
    given: tuple[Given, ...] = ()


def read_manifest(path: Path) -> HeldText:
    """Return the text whose manifest is at `path`. Raises `CorpusError` where it cannot be trusted."""
    stated = structs.asdict(read_json(path, _Manifest, "a manifest of a text"))
    given = stated.pop("given")
    identity = Identity(**stated)
    file = path.name.removesuffix(MANIFEST)
    if not (is_date(identity.release) and file.startswith(identity.beginning) and given):
        what = f"its release ({identity.release!a}) or its checksum does not match its name"
        raise CorpusError(what, "a file that crdiff wrote", path=str(path))
    return HeldText(identity, file, given)


def manifest(text: HeldText) -> bytes:
    """Return the bytes of the manifest of a text."""
    stated = {each.name: getattr(text.identity, each.name) for each in fields(Identity) if each.compare}
    return json_bytes(_Manifest(**stated, given=text.given))


def host_of(address: str) -> str:
    """Return the host of an address, "" where it is malformed."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


_CHECKSUMS = "checksums.txt"
# How the publisher calls a release: "MagicCompRules_20090708.txt", "Comprehensive Rules 20221007.txt".
_NAME = re.compile(r"(Magic[ _]?Comp|Comprehensive).{0,8}Rules.*\d{6}", re.IGNORECASE)


class KnownBy(IntEnum):
    """Why a text is believed to be the publisher's own bytes, the surest reason first."""

    CHECKSUM = 0
    ADDRESS = 1
    NAME = 2
    UNKNOWN = 3

    @property
    def said(self) -> str:
        """The reason in a word, "" where there is none."""
        return "" if self is KnownBy.UNKNOWN else self.name.lower()


class TextChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The `file` that is read of a release; `by_hand` says that a person chose it."""

    file: str
    by_hand: bool = False


class Publisher:
    """What is known of the publisher's files: the checksums of those that have been seen, and the hosts they came from.

    Both are read from the folder `corpus` where it has them, else from the embedded corpus.
    """

    def __init__(self, corpus: Path) -> None:
        own = corpus / _CHECKSUMS
        path = own if own.is_file() else book_folder(book_of(corpus)) / _CHECKSUMS
        lines = read_text(path).splitlines() if path.is_file() else []
        self._checksums = frozenset(line.split()[0] for line in lines if line.strip())
        self._hosts = {host_of(one.url) for known in known_releases(corpus) for one in known.addresses}

    def known_by(self, text: HeldText) -> KnownBy:
        """Return how sure it is that `text` is as the publisher gave it out."""
        if text.identity.sha256 in self._checksums:
            return KnownBy.CHECKSUM
        return min(map(self._believed, text.given))

    def _believed(self, given: Given) -> KnownBy:
        if given.address and host_of(given.address) in self._hosts:
            return KnownBy.ADDRESS
        return KnownBy.NAME if _NAME.match(given.name) else KnownBy.UNKNOWN


def in_order(
    texts: Iterable[HeldText], publisher: Publisher, choice: TextChoice | None, *, anew: bool = False
) -> list[HeldText]:
    """Return the texts of a release, the one that is read first.

    That is the text of the `choice` made before; `anew`, of one made by hand only. Else a whole text comes before one
    that breaks off, then what the publisher gave out, then the one with least damage, then the one with most clauses.
    Between equals the one that was read before stays, else the first added is read.

    Source: the .txt of 2013-02-01 breaks off, its .docx does not.
    """
    before = choice.file if choice else ""
    fixed = before if choice and (choice.by_hand or not anew) else ""

    def rank(text: HeldText) -> tuple[object, ...]:
        found = text.identity
        quality = found.breaks_off or bool(found.lacks), publisher.known_by(text), found.damage, -found.clauses
        since = text.file != before, text.added, not text.file.endswith(".txt"), found.sha256
        return text.file != fixed, *quality, *since

    return sorted(texts, key=rank)


def read_choices(corpus: Path) -> dict[str, TextChoice]:
    """Return the choices made, by the ISO dates of releases. Raises `CorpusError` for a spoiled file."""
    return read_table(corpus / CHOICES, dict[str, TextChoice], "a list of choices")
