"""The hand decisions on alignments that apply to a corpus: crdiff's own, then the user's for the same two releases."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from crdiff.store.embedded import embedded_folder

_NAMED = "????-??-??__????-??-??.toml"


def overrides(corpus: Path) -> Mapping[str, str]:
    """Return ``OLD__NEW`` -> the text of its file, sorted; a file of the user's replaces one that comes with crdiff."""
    found: dict[str, str] = {}
    for folder in (embedded_folder() / "overrides", corpus / "overrides"):
        found |= {path.stem: path.read_text("utf-8") for path in folder.glob(_NAMED)}
    return dict(sorted(found.items()))
