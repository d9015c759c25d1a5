"""The rows of a comparison before their wording is described: the clauses on both sides, and what became of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from crdiff.align.alignment import Alignment, ExampleRef, Link, PartLink
from crdiff.changes.change import ExamplePlace, Part, Quoted, RunnerUpClause, Structure
from crdiff.model.book import MAGIC
from crdiff.model.release import GlossaryEntry, Paragraph
from crdiff.model.tree import Node


class ExamplePair(Struct, frozen=True):
    """An example on both sides, with its texts; None and "" on a side that does not have it."""

    old: ExamplePlace | None
    new: ExamplePlace | None
    old_text: str
    new_text: str


class DepartedExample(NamedTuple):
    """An example that is under another clause now: its old place, from 0, and the number of that clause."""

    at: int
    now_under: str


class QuotedLink(Struct, frozen=True):
    """One link of an alignment, quoted.

    `old_text` and `new_text` are the wordings of the clauses on a side, each from a new line. `items`: how many
    clauses the old and the new clause have under them.
    """

    part: Part
    structure: Structure
    old: tuple[Quoted, ...]
    new: tuple[Quoted, ...]
    old_text: str
    new_text: str
    examples: tuple[ExamplePair, ...]
    confidence: float
    evidence: tuple[str, ...]
    undetermined: bool = False
    runner_up: RunnerUpClause | None = None
    items: tuple[int, int] = (0, 0)
    departed: tuple[DepartedExample, ...] = ()

    @property
    def name(self) -> str:
        """The name of the row: the number of its first new clause, or else of its first old one."""
        return (self.new or self.old)[0].number

    @property
    def follows_its_part(self) -> bool:
        """Whether it is a paragraph or an entry, not a clause, that only has another place in its part."""
        return self.structure is Structure.RENUMBERED and self.part is not Part.RULES

    @property
    def is_pair(self) -> bool:
        """Whether one clause became one clause."""
        return len(self.old) == len(self.new) == 1


def clause_rows(alignment: Alignment, places: Sequence[Structure]) -> list[QuotedLink]:
    """Return a row for each link of clauses, in order. `places` are the structures of the links."""
    olds, news = [[_quoted(node) for node in nodes] for nodes in (alignment.old_nodes, alignment.new_nodes)]
    examples, departed = _examples_by_link(alignment)
    return [
        QuotedLink(
            part=Part.RULES,
            structure=places[at],
            old=(old := tuple([olds[index] for index in link.old])),
            new=(new := tuple([news[index] for index in link.new])),
            old_text="\n".join([clause.wording for clause in old]),
            new_text="\n".join([clause.wording for clause in new]),
            examples=tuple(examples.get(at, ())),
            confidence=link.confidence,
            evidence=link.evidence,
            undetermined=link.undetermined,
            runner_up=_runner_up(alignment, link),
            items=(_children(alignment.old_nodes, link.old), _children(alignment.new_nodes, link.new)),
            departed=tuple(departed.get(at, ())),
        )
        for at, link in enumerate(alignment.links)
    ]


def _quoted(node: Node) -> Quoted:
    clause = node.clause
    return Quoted(str(node.number), clause.title, clause.text, clause.examples, node.placement.lines.start)


def _children(nodes: Sequence[Node], indices: Sequence[int]) -> int:
    return len(nodes[indices[0]].clause.children) if indices else 0


def _runner_up(alignment: Alignment, link: Link) -> RunnerUpClause | None:
    other = link.runner_up
    if other is None:
        return None
    old = str(alignment.old_nodes[other.old].number) if other.old is not None else ""
    new = str(alignment.new_nodes[other.new].number) if other.new is not None else ""
    return RunnerUpClause(old, new, other.score)


def _examples_by_link(alignment: Alignment) -> tuple[dict[int, list[ExamplePair]], dict[int, list[DepartedExample]]]:
    """Return the examples of each link by its index, and which examples departed from it.

    An example is listed with its new clause, or with its old one where it was removed; one of a clause that takes
    part in several links, with the first of them.
    """
    of_old = _first_links(link.old for link in alignment.links)
    of_new = _first_links(link.new for link in alignment.links)
    listed: dict[int, list[ExamplePair]] = defaultdict(list)
    departed: dict[int, list[DepartedExample]] = defaultdict(list)
    for link in alignment.examples:
        old_at = of_old.get(link.old.clause) if link.old else None
        new_at = of_new.get(link.new.clause) if link.new else None
        at = old_at if new_at is None else new_at
        if at is None:
            continue
        old, old_text = _example(alignment.old_nodes, link.old)
        new, new_text = _example(alignment.new_nodes, link.new)
        listed[at].append(ExamplePair(old, new, old_text, new_text))
        if old and new and old_at is not None and link.old and link.old.clause not in alignment.links[at].old:
            departed[old_at].append(DepartedExample(old.at, new.clause))
    return listed, departed


def _first_links(sides: Iterable[Sequence[int]]) -> dict[int, int]:
    """Return the first link of each clause, by the clause's index."""
    found: dict[int, int] = {}
    for at, indices in enumerate(sides):
        for index in indices:
            found.setdefault(index, at)
    return found


def _example(nodes: Sequence[Node], place: ExampleRef | None) -> tuple[ExamplePlace | None, str]:
    if place is None:
        return None, ""
    node = nodes[place.clause]
    return ExamplePlace(str(node.number), place.example), node.clause.examples[place.example]


def other_rows(alignment: Alignment) -> Iterator[QuotedLink]:
    """Yield a row for each link of glossary entries and of paragraphs of the front matter and the credits.

    What stands there in other rules than Magic's are appendices: people read them again when they change.
    """
    old, new = alignment.old, alignment.new
    behind = Part.CREDITS if new.book == MAGIC else Part.APPENDIX
    yield from _part_rows(Part.GLOSSARY, alignment.glossary, _entries(old.glossary), _entries(new.glossary))
    for part, links, before, after in (
        (Part.FRONT, alignment.front, old.front, new.front),
        (behind, alignment.credits, old.credits, new.credits),
    ):
        yield from _part_rows(part, links, _paragraphs(part, before), _paragraphs(part, after))


def _part_rows(
    part: Part, links: Iterable[PartLink], olds: Sequence[Quoted], news: Sequence[Quoted]
) -> Iterator[QuotedLink]:
    for link in links:
        old = () if link.old is None else (olds[link.old],)
        new = () if link.new is None else (news[link.new],)
        structure = Structure.SAME
        if not (old and new):
            structure = Structure.REMOVED if old else Structure.ADDED
        elif part is not Part.GLOSSARY and link.old != link.new:
            structure = Structure.RENUMBERED
        old_text, new_text = ("".join([quoted.wording for quoted in side]) for side in (old, new))
        yield QuotedLink(part, structure, old, new, old_text, new_text, (), link.confidence, link.evidence)


def _entries(entries: Sequence[GlossaryEntry]) -> list[Quoted]:
    return [Quoted(entry.term, entry.term, entry.text, (), entry.lines.start) for entry in entries]


def _paragraphs(part: Part, paragraphs: Sequence[Paragraph]) -> list[Quoted]:
    return [Quoted(f"{part}:{at}", "", each.text, (), each.lines.start) for at, each in enumerate(paragraphs, 1)]
