"""Choose which of several texts of a release is read, and keep the choices in a file beside the folder of texts.

All texts given are kept, so this decides nothing that cannot be decided anew: a choice that is missing, or that names a
text that is gone, is made again from the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import IntEnum
from pathlib import Path

import msgspec

from crdiff.errors import CorpusError
from crdiff.output.atomic_file import write_whole
from crdiff.store.archive.state import CHOICES
from crdiff.store.text_file import read_raw, read_text
from crdiff.store.texts.held_text import Given, HeldText, host_of
from crdiff.store.texts.home import embedded_folder
from crdiff.store.texts.set_names import known_releases

_CHECKSUMS = "checksums.txt"
_NAME = re.compile(r"(Magic[ _]?Comp|Comprehensive).{0,8}Rules.*\d{6}", re.IGNORECASE)
"""How the publisher calls a release: "MagicCompRules_20090708.txt", "Comprehensive Rules 20221007.txt"."""


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


class TextChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The `file` that is read of a release; `by_hand` says that a person chose it."""

    file: str
    by_hand: bool = False


class Publisher:
    """What is known of the publisher's files: the checksums of those that have been seen, and the hosts they came from.

    Both are read from the folder `corpus` where it has them, else from the embedded corpus.
    """

    def __init__(self, corpus: Path) -> None:
        own = corpus / _CHECKSUMS
        lines = read_text(own if own.is_file() else embedded_folder() / _CHECKSUMS).splitlines()
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
    path = corpus / CHOICES
    try:
        return msgspec.json.decode(read_raw(path), type=dict[str, TextChoice])
    except FileNotFoundError:
        return {}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CorpusError("is not a list of choices", "a file that crdiff wrote", path=str(path)) from None


def write_choices(corpus: Path, choices: Mapping[str, TextChoice]) -> None:
    """Write the choices down, in the order of the releases."""
    written = msgspec.json.format(msgspec.json.encode(dict(sorted(choices.items()))), indent=1)
    write_whole(corpus / CHOICES, written + b"\n")
