"""The values an alignment consists of: links between clauses, between examples, between other parts."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from crdiff.model.release import Release
from crdiff.model.tree import Node

FOLLOWED = "followed"
"""The tier of links that were followed through the releases between."""
NOT_FOLLOWED = "not followed"
"""The tier of links that two texts show although those between do not lead there."""


class ExampleRef(NamedTuple):
    """An example: index of its clause in document order, and which of its examples, both from 0."""

    clause: int
    example: int


class RunnerUp(Struct, frozen=True):
    """The next best partner of an undecided clause, by index in document order, with its score 0.0-1.0."""

    old: int | None
    new: int | None
    score: float


class Link(Struct, frozen=True):
    """One statement: these old clauses became these new ones. Indices in document order, main one first.

    Empty `old`: added; empty `new`: removed; several on one side: merged or split. `tier` names the pass that made
    the link, `evidence` says why in words a person can check, `confidence` is 0.0-1.0, calibrated on links
    checked by hand.
    """

    old: tuple[int, ...]
    new: tuple[int, ...]
    tier: str
    evidence: tuple[str, ...]
    confidence: float
    undetermined: bool = False
    runner_up: RunnerUp | None = None


class ExampleLink(Struct, frozen=True):
    """An old example and the new one it became; None on one side where it was added or removed."""

    old: ExampleRef | None
    new: ExampleRef | None


class PartLink(Struct, frozen=True):
    """The same for glossary entries and paragraphs of front matter and credits: indices into the release's tuples."""

    old: int | None
    new: int | None
    evidence: tuple[str, ...]
    confidence: float


class Break(Struct, frozen=True):
    """A text that breaks off, and how much of the other text is beyond its end and so in no link.

    `release` is the name of the one that breaks off and `is_new` whether it is the new text; `part` is where it ends
    (``rules``, ``glossary`` or ``credits``) and `after` what it ends with: a number, a term or ``credits:N``. `other`
    is the name of the other text; `clauses`, `entries` and `paragraphs` count its clauses, glossary entries and credits
    that are not compared. Where a third text stands in for what is missing, `instead` names it and the counts are its
    own.
    """

    release: str
    is_new: bool
    part: str
    after: str
    other: str
    clauses: int
    entries: int
    paragraphs: int
    instead: str = ""


class Excerpt(Struct, frozen=True):
    """A text that has only a part of the other one, without a declared coverage: only that part is compared.

    `release` is its name and `is_new` whether it is the new text; `numbers` are the highest in it. `clauses` counts
    the clauses of the other text that are outside these and in no link. `lacks_beginning`: not an excerpt on purpose,
    its carrier lost the text before the first of its numbers.
    """

    release: str
    is_new: bool
    numbers: tuple[str, ...]
    other: str
    clauses: int
    lacks_beginning: bool


class Alignment(Struct, frozen=True):
    """All links between two releases, in the order of the new text (removed clauses where they were).

    `old_nodes` and `new_nodes` are the walks that the indices count in. `breaks` lists the texts that break off,
    `excerpts` those that contain only a part of the other text.
    """

    old: Release
    new: Release
    old_nodes: tuple[Node, ...]
    new_nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    examples: tuple[ExampleLink, ...] = ()
    glossary: tuple[PartLink, ...] = ()
    front: tuple[PartLink, ...] = ()
    credits: tuple[PartLink, ...] = ()
    breaks: tuple[Break, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
