"""A change of which a test says only what matters to it."""

from __future__ import annotations

import re

from crdiff.changes.change import Change, Facet, Op, Part, Segment, Structure


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


def redlined(text: str) -> tuple[Segment, ...]:
    """Return the segments of a text such as ``Draw «a|two» cards.``."""
    pieces = re.split(r"«(.*?)\|(.*?)»", text, flags=re.DOTALL)
    ops = (Op.KEPT, Op.DELETED, Op.INSERTED)
    return tuple(Segment(ops[at % 3], piece) for at, piece in enumerate(pieces) if piece)
