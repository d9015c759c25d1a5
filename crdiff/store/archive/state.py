"""Whether a store says what its corpus holds now, found out without reading a text."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from crdiff.output.code import code_fingerprint
from crdiff.store.texts.overrides import overrides

STORE = "store.sqlite"
"""Name of the store in the folder of a corpus."""
INDEX = "store.index"
"""Name of the published part of the store."""

TEXTS = "texts"
MANIFEST = ".json"


def listing(corpus: Path) -> tuple[str, ...]:
    """Return the names of the manifests of all texts, sorted. They carry the content: equal names, equal texts.

    Raises `OSError` for a folder of texts that cannot be looked into.
    """
    try:
        # a glob would pass over a folder that cannot be read, as if it held no texts
        names = [path.name for path in (corpus / TEXTS).iterdir()]
    except FileNotFoundError:
        return ()
    return tuple(sorted(name for name in names if name.endswith(MANIFEST)))


def state_of(corpus: Path) -> str:
    """Return what a store is built from, as one fingerprint: the texts, the overrides, the code."""
    parts = [code_fingerprint(), *listing(corpus)]
    for name, decisions in overrides(corpus).items():
        parts += [name, decisions.fingerprint]
    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
