"""Which old number is which new one, as an alignment links them, and which headings were renamed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from itertools import product
from operator import ne
from string import ascii_lowercase, digits

from msgspec import Struct, field

from crdiff.align.alignment import Alignment
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography


class NumberMap(Struct, frozen=True):
    """Old numbers and their heirs in the new text, main heir first.

    `staying`: numbers whose clause kept them. `heirs`: the new numbers of other old numbers; one that kept its number
    and has other heirs besides lists itself first. `gone`: old numbers that were removed and whose number now names
    another clause, or none. `shaky`: old numbers whose heir could not be decided. `titles`: new number -> (old title,
    new title), folded, where a cited heading was renamed. `stale`: old numbers, as printed, that a new text can no
    longer use for what the old text meant by them. `labels`: old label of a layer -> new one, "" where its clause is
    gone; none at all where no layer was relabelled. `by_title`: old title, folded -> the new number of its clause,
    where only one has it. `known`: all old numbers, none where the old text may lack some; `living`: the new numbers
    of clauses that were there before.
    """

    staying: frozenset[ClauseNumber]
    heirs: Mapping[ClauseNumber, tuple[ClauseNumber, ...]]
    gone: frozenset[ClauseNumber]
    shaky: frozenset[ClauseNumber]
    titles: Mapping[ClauseNumber, tuple[str, str]]
    stale: frozenset[str]
    labels: Mapping[str, str] = field(default_factory=dict)
    by_title: Mapping[str, ClauseNumber] = field(default_factory=dict)
    known: frozenset[ClauseNumber] = frozenset()
    living: frozenset[ClauseNumber] = frozenset()
    numbers: type[ClauseNumber] = ClauseNumber

    def became(self, old: ClauseNumber) -> ClauseNumber | None:
        """Return the number by which the new text should cite `old`: `old` itself if unknown, None if removed."""
        if old in self.gone:
            return None
        heirs = self.heirs.get(old)
        return heirs[0] if heirs else old

    def allows(self, old: ClauseNumber, new: ClauseNumber) -> bool:
        """Whether a reference to `old` may read `new` now."""
        if old == new:
            return str(old) not in self.stale
        return new in self.heirs.get(old, ())

    def corrects(self, old: ClauseNumber, new: ClauseNumber) -> bool:
        """Whether `new` puts right a number that no clause had, one character of it: 405.3c -> 405.6c of 2010-02-01."""
        if not self.known or old in self.known or new not in self.living:
            return False
        one, other = str(old), str(new)
        return len(one) == len(other) and sum(map(ne, one, other)) == 1


def number_map(alignment: Alignment) -> NumberMap:
    """Return the numbers that `alignment` links. A number printed twice has the heirs of both its clauses."""
    staying: set[ClauseNumber] = set()
    heirs: dict[ClauseNumber, dict[ClauseNumber, None]] = {}
    shaky: set[ClauseNumber] = set()
    titles: dict[ClauseNumber, tuple[str, str]] = {}
    for link in alignment.links:
        if not (link.old and link.new):
            continue
        olds = [alignment.old_nodes[index].number for index in link.old]
        news = [alignment.new_nodes[index].number for index in link.new]
        if len(olds) == len(news) == 1:
            _note_title(titles, alignment.old_nodes[link.old[0]], alignment.new_nodes[link.new[0]])
        for old, new in product(olds, news):
            if old == new:
                staying.add(old)
            else:
                heirs.setdefault(old, {})[new] = None
        if link.undetermined:
            shaky.update(olds)
    gone = _gone(alignment, staying | heirs.keys())
    is_whole = not (alignment.breaks or alignment.excerpts)
    return NumberMap(
        staying=frozenset(staying),
        heirs={old: (old, *found) if old in staying else tuple(found) for old, found in heirs.items()},
        gone=gone,
        shaky=frozenset(shaky),
        titles=titles,
        stale=frozenset(map(str, (heirs.keys() - staying - shaky) | gone)),
        labels=_labels(alignment),
        by_title=_by_title(alignment),
        known=frozenset(node.number for node in alignment.old_nodes) if is_whole else frozenset(),
        living=frozenset(staying.union(*heirs.values())),
        numbers=alignment.new.numbers,
    )


def _by_title(alignment: Alignment) -> dict[str, ClauseNumber]:
    """Return the new number of each clause whose old title no other one has."""
    titled = Counter(fold_typography(node.clause.title) for node in alignment.old_nodes if node.clause.title)
    found: dict[str, ClauseNumber] = {}
    for link in alignment.links:
        title = fold_typography(alignment.old_nodes[link.old[0]].clause.title) if link.old and link.new else ""
        if title and titled[title] == 1 and not link.undetermined:
            found[title] = alignment.new_nodes[link.new[0]].number
    return found


_LABEL = re.compile(r"(Layer) ([0-9]+)([a-z]?):")


def _labels(alignment: Alignment) -> dict[str, str]:
    """Return what became of the labels of layers, as their clauses are linked; none if all stayed.

    A label is believed where the new ones count up without a gap: a lone one that differs is another label.
    Source: 613.3e of 2020-01-24, "Layer 7e: Effects that switch …", is 613.4d of 2020-04-17, "Layer 7d: …".
    """
    printed = [_label(node) for node in alignment.new_nodes]
    if not _count_up(filter(None, printed)):
        return {}
    found: dict[str, str] = {}
    for link in alignment.links:
        for index in link.old:
            before = _label(alignment.old_nodes[index])
            if before:
                is_sure = bool(link.new) and index == link.old[0] and not link.undetermined
                found[before] = printed[link.new[0]] if is_sure else ""
    return found if any(old != new for old, new in found.items()) else {}


def _label(node: Node) -> str:
    """Return the label that a clause begins with: "7e"."""
    label = _LABEL.match(node.clause.text) if node.clause.text.startswith("Layer ") else None
    return label[2] + label[3] if label else ""


def _count_up(labels: Iterable[str]) -> bool:
    """Whether labels are 1, 2, 3 and so on, and those with letters a, b, c after their number."""
    counted: dict[str, int] = {}
    for label in labels:
        number, letter = label.rstrip(ascii_lowercase), label.lstrip(digits)
        group, place = (number, ascii_lowercase.index(letter) + 1) if letter else ("", int(number))
        if place != counted.get(group, 0) + 1:
            return False
        counted[group] = place
    return True


def _gone(alignment: Alignment, surviving: Container[ClauseNumber]) -> frozenset[ClauseNumber]:
    """Return the removed numbers that no longer name the same clause: another took them, or none.

    A number that a clause without origin took may well name the same thing rewritten.
    """
    removed = {alignment.old_nodes[at].number for link in alignment.links if not link.new for at in link.old}
    fresh = {alignment.new_nodes[at].number for link in alignment.links if not link.old for at in link.new}
    return frozenset(number for number in removed - fresh if number not in surviving)


def _note_title(titles: dict[ClauseNumber, tuple[str, str]], old: Node, new: Node) -> None:
    if old.clause.title and new.clause.title and old.clause.title != new.clause.title:
        before, after = fold_typography(old.clause.title), fold_typography(new.clause.title)
        if before != after:
            titles[new.number] = before, after
