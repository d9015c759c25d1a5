"""The clause tree of a text as a page shows it, and when each sentence of a clause came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from string import ascii_lowercase
from typing import TypeVar

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from crdiff.history.blame import Sentence, blame
from crdiff.history.news import Shown
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Annotation
from crdiff.model.number import SUBRULE, ClauseNumber
from crdiff.model.tree import Node
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.checks import Badge, badge_at
from crdiff.pages.frame import address
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.store.archive.site_contents import Standing
from crdiff.store.embedded.editions import EditionText

Numbered = TypeVar("Numbered", Shown, Standing, Node)


class ClauseView(Struct, frozen=True):
    """A clause on a page; `id` is its permalink there, `life` leads to its life, `remarks` say what is known.

    `examples` come without their word "Example:", which the page says in its own type. `referring` are (number,
    address) of clauses that name it, `also` those beyond the first few, which are folded away.
    """

    id: str
    number: str
    title: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    life: str
    remarks: tuple[str, ...]
    notes: tuple[Annotation, ...]
    badge: Badge | None
    children: tuple[ClauseView, ...] = ()
    referring: tuple[tuple[str, str], ...] = ()
    also: tuple[tuple[str, str], ...] = ()

    @property
    def has_margin(self) -> bool:
        """Whether anything stands beside it."""
        return bool(self.life or self.remarks or self.notes or self.badge)


def grow_tree(text: EditionText, archive: ArchiveIndex) -> list[tuple[ClauseView | None, tuple[ClauseView, ...]]]:
    """Return the clauses of `text` in printed order: rules under one heading, None where the text quotes them without.

    A rule stands under the heading of its own subsection; the "Player" page quotes 506.2 after 102 without a heading.
    """
    nodes = [node for node in text.nodes if not node.number.is_section]
    views = {node.index: _view(permalink, node, text, archive) for permalink, node in permalinks(nodes)}
    groups = []
    for _, same in groupby(nodes, key=lambda node: node.number.subsection):
        together = list(same)
        heading = together[0] if together[0].kind is ClauseKind.SUBSECTION else None
        inside = {node.index for node in together if node is not heading}
        rules = [node for node in together if node is not heading and node.parent not in inside]
        branches = (_branch(node, together, views) for node in rules)
        groups.append((views[heading.index] if heading else None, tuple(branches)))
    return groups


def _branch(node: Node, together: Sequence[Node], views: dict[int, ClauseView]) -> ClauseView:
    children = (_branch(child, together, views) for child in together if child.parent == node.index)
    return replace(views[node.index], children=tuple(children))


def _view(permalink: str, node: Node, text: EditionText, archive: ArchiveIndex) -> ClauseView:
    lineage = archive.lineages.get(archive.lineage_of(node.number, text.effective))
    return ClauseView(
        id=permalink,
        number=str(node.number),
        title=node.clause.title,
        paragraphs=tuple(node.clause.text.split("\n")) if node.clause.text else (),
        examples=tuple(without_label(example) for example in node.clause.examples),
        life=address.clause(lineage.id) if lineage else "",
        remarks=tuple(_remarks(node, text, lineage, archive)),
        notes=archive.annotations_on(lineage.id) if lineage else (),
        badge=badge_at(archive, lineage.id, text.effective) if lineage else None,
    )


def without_label(example: str) -> str:
    """Return an example without its word "Example:"."""
    label, colon, rest = example.partition(":")
    return rest.strip() if colon and label.strip().lower() in {"example", "examples"} else example


def _remarks(node: Node, text: EditionText, lineage: ClauseLineage | None, calendar: Calendar) -> Iterator[str]:
    """Yield the number of a clause in the last release it was followed to, where it is another, or how it ended.

    Then the dates that the page itself gives for it and, where they differ, for its examples.
    """
    if lineage and (ended := lineage.revoked or lineage.removed):
        yield f"{'Revoked' if lineage.revoked else 'Removed'} with {calendar.release_name(ended)}"
    elif lineage and (last := lineage.runs[-1]).number != node.number:
        yield f"{last.number} in {calendar.release_name(last.last)}"
    found = [fact for fact in text.release.facts if fact.number == node.number and fact.name == "dated"]
    own = {fact.value for fact in found if fact.example is None}
    for fact in found:
        if fact.example is None:
            yield f"Dated {fact.value} by the page"
        elif fact.value not in own:
            yield f"Example {fact.example + 1} dated {fact.value} by the page"


def permalinks(clauses: Iterable[Numbered]) -> Iterator[tuple[str, Numbered]]:
    """Yield clauses with their ids on a page, one printed again with its count: ``r501.2``, then ``r501.2-2``."""
    printed: Counter[ClauseNumber] = Counter()
    for each in clauses:
        printed[each.number] += 1
        yield f"r{each.number}{f'-{printed[each.number]}' if printed[each.number] > 1 else ''}", each


def grow(clauses: Iterable[ClauseView]) -> tuple[ClauseView, ...]:
    """Return the clauses as a tree: a subrule stands under its rule where that comes before it."""
    grown: list[tuple[ClauseView, list[ClauseView]]] = []
    for clause in clauses:
        bare = clause.number.rstrip(ascii_lowercase)
        above = bare.rstrip(".") if bare != clause.number else bare.rpartition(".")[0]
        is_subrule = bare != clause.number or clause.number.count(".") == SUBRULE - 1
        if is_subrule and grown and grown[-1][0].number == above:
            grown[-1][1].append(clause)
        else:
            grown.append((clause, []))
    return tuple(replace(top, children=tuple(inside)) if inside else top for top, inside in grown)


Marks = tuple[Mapping[int, Markup], ...]
"""The marks of some texts, of each by their offsets in it."""


def arrivals(
    lineage: str, paragraphs: Sequence[str], examples: Sequence[str], lives: Lives, page: str
) -> tuple[Marks, Marks]:
    """Return the marks of paragraphs and examples of the clause `lineage` in the newest text, for the page at `page`.

    Neighbouring sentences that came together have one mark, before the first of them.
    """
    sentences = blame(lives.lineages[lineage], lives.newest, lives.lineages.__getitem__)
    said = [sentence for sentence in sentences if not sentence.is_example]
    return (
        tuple(dict(_placed(paragraph, said, page)) for paragraph in paragraphs),
        tuple(dict(_example(example, sentences, page)) for example in examples),
    )


def _placed(paragraph: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    """Yield the marks of the sentences found in `paragraph`, each looked for behind the one before it."""
    at = 0
    before: tuple[date, date] | None = None
    for sentence in sentences:
        found = paragraph.find(sentence.text, at)
        if found < 0:
            continue
        if _when(sentence) != before:
            yield found, _mark(sentence, page)
        before = _when(sentence)
        at = found + len(sentence.text)


def _example(example: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    for sentence in sentences:
        if sentence.is_example and without_label(sentence.text) == example:
            yield 0, _mark(sentence, page)
            return


def _when(sentence: Sentence[ClauseNumber]) -> tuple[date, date]:
    return sentence.introduced, sentence.since


def _mark(sentence: Sentence[ClauseNumber], page: str) -> Markup:
    """Return a link to the redline that made the sentence what it is."""
    where = address.relative(f"{address.clause(sentence.lineage)}#w{sentence.since}", page)
    words = str(sentence.introduced)
    if sentence.since != sentence.introduced:
        words += f", in these words since {sentence.since}"
    return Markup('<a class="by" href="{}">{}</a> ').format(where, words)
