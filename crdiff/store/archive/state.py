"""State what a store was built from, and what one built now would be built from. No text is read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from crdiff.model.book import MAGIC
from crdiff.output.fingerprints import code_fingerprint
from crdiff.store.text_file import read_text
from crdiff.store.texts.books import STATED, book_folder, book_of
from crdiff.store.texts.overrides import overrides
from crdiff.version import __version__

STORE = "store.sqlite"
"""Name of the store in the folder of a corpus."""
INDEX = "store.index"
"""Name of the published part of the store."""

TEXTS = "texts"
MANIFEST = ".json"
CHOICES = "choices.json"
"""Name of the file that states which text is read of each release with several."""


def listing(corpus: Path) -> tuple[str, ...]:
    """Return the names of the manifests of all texts, sorted. The names carry the content: equal names, equal texts.

    Raises `OSError` for a folder of texts that cannot be read.
    """
    try:
        # a glob would pass over a folder that cannot be read, as if it held no texts
        names = os.listdir(corpus / TEXTS)  # noqa: PTH208 - each question asks five times: a Path for each name is slow
    except FileNotFoundError:
        return ()
    return tuple(sorted(name for name in names if name.endswith(MANIFEST)))


class StoreState(NamedTuple):
    """What a store is built from: fingerprints of its `texts` with their overrides and of the `code`.

    `version` is the version of crdiff that the code belongs to, for a person to read.
    """

    texts: str
    code: str
    version: str

    def __str__(self) -> str:
        return "/".join(self)


def read_state(written: str) -> StoreState:
    """Return the state that an index states."""
    texts, _, made_by = written.partition("/")
    code, _, version = made_by.partition("/")
    return StoreState(texts, code, version)


def state_of(corpus: Path) -> StoreState:
    """Return what a store of `corpus` built now would be built from."""
    parts = list(listing(corpus))
    for name, decisions in overrides(corpus).items():
        parts += [name, decisions.fingerprint]
    with suppress(FileNotFoundError):
        parts.append((corpus / CHOICES).read_text("utf-8", "replace"))
    code = code_fingerprint()
    if (book := book_of(corpus)) != MAGIC:  # what its folder says decides how the texts are read
        parts += [book, read_text(book_folder(book) / STATED)]
        code = _digest([code, *parts[-2:]])
    return StoreState(_digest(parts), code, __version__)


def _digest(parts: Iterable[str]) -> str:
    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
