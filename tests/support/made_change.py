"""A change of which a test says only what matters to it."""

from __future__ import annotations

from crdiff.changes.change import Change, Facet, Part, Structure


def made_change(structure: Structure, *facets: Facet, **parts: object) -> Change:
    """Return a change of the rules for a person to read, certain, without words, but for `parts`."""
    usual: dict[str, object] = {
        **dict.fromkeys(("old", "new", "evidence", "redline", "examples"), ()),
        "part": Part.RULES,
        "mechanical": False,
        "confidence": 1.0,
        "undetermined": False,
        "runner_up": None,
        "summary": "",
    }
    return Change(structure=structure, facets=facets, **{**usual, **parts})  # type: ignore[arg-type]
