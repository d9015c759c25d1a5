"""What a project is told on the day of a release: each edit with its reason, and what somebody has to decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from urllib.parse import quote

from crdiff.cite.checking import CheckedTree
from crdiff.cite.editing import LeftCitation, TextUpdate, WhyLeft
from crdiff.cite.numbering import Numbering
from crdiff.reports.cite import CitePlace, Places, characters, message
from crdiff.reports.formats import MarkdownTable, escaped_line

# Why something is edited on which nothing is found: a pin, a number that follows another, a tree that was moved.
_BESIDE = "what it is read together with is edited, or speaks for it then"


def edits_table(updates: Iterable[TextUpdate], tree: CheckedTree, numbering: Numbering, pages: str) -> MarkdownTable:
    """Return every edit with its reason; `pages` is the address under which the files of the tree are shown."""
    found, places = defaultdict[tuple[str, int], list[str]](list), Places()
    for each in tree.numbers:
        if not each.judgement.needs_nothing:
            found[each.text.name, each.item.start].append(message(each, numbering))
    rows = [
        _row(place, pages, f"{place.printed} → {characters(edit.new)}", "; ".join(reasons))
        for update in updates
        for edit in update.edits
        for place in [places.of(update.text, edit.start, edit.stop)]
        for reasons in [found.get((update.text.name, edit.start), [_BESIDE])]
    ]
    return MarkdownTable("Edits", ("where", "edit", "reason"), rows)


def left_table(left: Iterable[LeftCitation], numbering: Numbering, pages: str) -> MarkdownTable:
    """Return every citation that somebody has to decide on, with why nobody else did."""
    places = Places()
    rows = [_row(places.number(each.checked), pages, message(each.checked, numbering), each.why) for each in left]
    return MarkdownTable("To decide", ("where", "finding", "why it is left"), rows)


def _row(place: CitePlace, pages: str, *cells: str) -> tuple[str, ...]:
    link = f"{pages}{quote(place.file, errors='surrogateescape')}#L{place.line}"
    return f"[{escaped_line(f'{place.file}:{place.line}')}]({link})", *map(escaped_line, cells)


def to_decide(moves: Iterable[TextUpdate], repairs: Iterable[TextUpdate]) -> list[LeftCitation]:
    """Return what neither the move nor the repairs of a tree edit, with the reason of the one that would have to."""
    of_repairs = {_key(each): each for update in repairs for each in update.left}
    both = ((each, of_repairs.get(_key(each))) for update in moves for each in update.left)
    return [second if first.why is WhyLeft.SLIP else first for first, second in both if second]


def _key(left: LeftCitation) -> tuple[str, int, str]:
    return left.checked.text.name, left.checked.item.start, str(left.checked.number)
