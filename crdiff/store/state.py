"""Whether a store says what its corpus holds now, found out without reading a text."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from crdiff.store.code import code_fingerprint
from crdiff.store.overrides import overrides

STORE = "store.sqlite"
"""Name of the store in the folder of a corpus."""
INDEX = "store.index"
"""Name of the published part of the store."""

TEXTS = "texts"
MANIFEST = ".json"


def listing(corpus: Path) -> tuple[str, ...]:
    """Return the names of the manifests of all texts, sorted. They carry the content: equal names, equal texts."""
    return tuple(sorted(path.name for path in (corpus / TEXTS).glob(f"*{MANIFEST}")))


def state_of(corpus: Path) -> str:
    """Return what a store is built from, as one fingerprint: the texts, the overrides, the code."""
    parts = [code_fingerprint(), *listing(corpus)]
    for name, decisions in overrides(corpus).items():
        parts += [name, decisions.fingerprint]
    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
