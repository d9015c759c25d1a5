"""The values an alignment consists of, read the other way round too, and clauses followed between far releases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.model.release import Release
from crdiff.model.tree import Node

# The tier of links that were followed through the releases between.
FOLLOWED = "followed"
# The tier of links that two texts show although those between do not lead there.
NOT_FOLLOWED = "not followed"


class ExampleRef(NamedTuple):
    """An example: index of its clause in document order, and which of its examples, both from 0."""

    clause: int
    example: int


class RunnerUp(Struct, frozen=True):
    """The next best partner of a clause, where one was weighed, by index in document order, with its score 0.0-1.0."""

    old: int | None
    new: int | None
    score: float


class Link(Struct, frozen=True):
    """One statement: these old clauses became these new ones. Indices in document order, the main one first.

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


_MIRRORED_TIERS = {"added": "removed", "removed": "added"}
_NOWHERE = ExampleRef(-1, -1)


def in_order(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return `links` in the order of the new text, a removed clause after the link of the old clause before it.

    A link that names a clause second comes after the link that names it first, so that the first partner met for a
    clause is its main one.
    """
    ranked = sorted(links, key=lambda link: (link.old or (-1,), link.new))
    keys: dict[Link, tuple[int, int, int]] = {}
    last = -1
    for link in ranked:
        last = link.new[0] if link.new and link.old else last
        keys[link] = (link.new[0], 0, link.old[0] if link.old else -1) if link.new else (last, 2, link.old[0])
    home_old = {link.old[0]: keys[link][0] for link in ranked if link.old and link.new}
    home_new = {link.new[0]: link.new[0] for link in ranked if link.new}
    for link in ranked:
        if len(link.old) + len(link.new) > 2:
            homes = [home_old.get(old, -1) for old in link.old[1:]] + [home_new.get(new, -1) for new in link.new[1:]]
            if max(homes) > keys[link][0]:
                keys[link] = (max(homes), 1, keys[link][2])
    return tuple(sorted(ranked, key=keys.__getitem__))


def mirrored(alignment: Alignment) -> Alignment:
    """Return the same alignment from new to old: what was added is removed, a split is a merge."""
    return Alignment(
        old=alignment.new,
        new=alignment.old,
        old_nodes=alignment.new_nodes,
        new_nodes=alignment.old_nodes,
        links=in_order([_mirrored_link(link) for link in alignment.links]),
        examples=examples_in_order(ExampleLink(link.new, link.old) for link in alignment.examples),
        glossary=_mirrored_parts(alignment.glossary),
        front=_mirrored_parts(alignment.front),
        credits=_mirrored_parts(alignment.credits),
        breaks=tuple(replace(each, is_new=not each.is_new) for each in alignment.breaks),
        excerpts=tuple(replace(each, is_new=not each.is_new) for each in alignment.excerpts[::-1]),
    )


def examples_in_order(links: Iterable[ExampleLink]) -> tuple[ExampleLink, ...]:
    """Return example links in the order of the new text, those removed at the end in the order of the old."""
    return tuple(sorted(links, key=lambda link: (link.new is None, link.new or _NOWHERE, link.old or _NOWHERE)))


def parts_in_order(links: Iterable[PartLink]) -> tuple[PartLink, ...]:
    """Return part links in the order of the new text, those removed at the end in the order of the old."""
    return tuple(sorted(links, key=lambda link: (link.new is None, link.new or 0, link.old or 0)))


def _mirrored_link(link: Link) -> Link:
    second = link.runner_up and RunnerUp(link.runner_up.new, link.runner_up.old, link.runner_up.score)
    tier = _MIRRORED_TIERS.get(link.tier, link.tier)
    return Link(link.new, link.old, tier, link.evidence, link.confidence, link.undetermined, second)


def _mirrored_parts(links: Iterable[PartLink]) -> tuple[PartLink, ...]:
    return parts_in_order(PartLink(link.new, link.old, link.evidence, link.confidence) for link in links)


class Followed(Struct, frozen=True):
    """What following gives for two releases, by index in document order.

    `pairs` are (old, new) that are one clause, or of which the old one was wholly merged into the new one; `parts` are
    (old, new) where text of the old one went into a new one besides. Clauses in neither came or went in between.
    `through` counts the releases between the two.
    """

    pairs: tuple[tuple[int, int], ...]
    parts: tuple[tuple[int, int], ...]
    through: int

    def mirrored(self) -> Followed:
        """Return the same, asked for in the other direction."""
        pairs, parts = (tuple((new, old) for old, new in each) for each in (self.pairs, self.parts))
        return Followed(pairs, parts, self.through)

    @property
    def evidence(self) -> str:
        """What speaks for its links, in words."""
        return f"followed through {self.through} releases between"
