"""What a clause says in a release and since when, in Markdown, and the numbers that begin with what is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lsprotocol import types as lsp
from msgspec import Struct

from crdiff.cite.evidence import Said
from crdiff.cite.numbering import Numbering
from crdiff.lsp.text import EditorText
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.reports.formats import escaped
from crdiff.reports.phrases import cut_short

# Characters of a clause that are shown, its examples among them.
_TEXT_MAX = 1_500
# Characters of a clause beside its number in a list.
_WORDS_MAX = 80
# Numbers of a list; an editor asks again once more is typed.
_ITEMS_MAX = 200
_TYPED = re.compile(rb"(?<![0-9.])[1-9][0-9]{0,2}(?:\.(?:[1-9][0-9]{0,2}[a-z]{0,2})?)?\Z")
# Bytes before a number in which its prefix is looked for.
_LOOK_BACK = 64


class Clauses(Struct, frozen=True):
    """The clauses of every release: their numbers, and what they say as far as texts are held."""

    numbering: Numbering
    said: Said | None

    def lines(self, number: ClauseNumber, clause: int, position: int) -> Iterator[str]:
        """Yield what a clause says in a release, as a quotation, and since when it says so and has its number."""
        numbering, dates, found = self.numbering, self.numbering.dates, self._said(clause, position)
        if found:
            title = f"**{escaped(found[0])}** " if found[0] else ""
            yield f"> {title}{cut_short(escaped(found[1]), _TEXT_MAX)}".replace("\n", "\n>\n> ")
        use = covering(numbering.uses(number), position)
        since = [f"{number} since {dates[use.first]}"] if use and use.clause == clause else []
        if says := numbering.wordings(clause, position, position):
            first = position
            while first and numbering.wordings(clause, first - 1, first - 1) == says:
                first -= 1
            since.append(f"{'these' if found else 'its'} words since {dates[first]}")
        if since:
            yield f"{'; '.join(since)}{'' if found else '; its text is not held, see `crdiff corpus fetch`'}"

    def completion(self, text: EditorText, offset: int, prefix: re.Pattern[bytes], position: int) -> lsp.CompletionList:
        """Return the numbers of a release that begin with what is typed behind a prefix, each with its first words."""
        start, _ = text.line(text.line_of(offset))
        before = text.raw[max(start, offset - _LOOK_BACK) : offset]
        typed = _TYPED.search(before)
        if not typed or not prefix.search(before[: typed.start()]):
            return lsp.CompletionList(is_incomplete=False, items=[])
        meant = [each for each in _numbers(self.numbering, position) if each[0].startswith(typed[0].decode())]
        place = text.range(offset - len(typed[0]), offset)
        items = []
        for at, (label, number) in enumerate(meant[:_ITEMS_MAX]):
            words = " ".join(self._said(self.numbering.clause(number, position), position) or ()).split()
            detail, edit = cut_short(" ".join(words), _WORDS_MAX), lsp.TextEdit(place, label)
            items.append(lsp.CompletionItem(label, detail=detail, sort_text=f"{at:03}", text_edit=edit))
        return lsp.CompletionList(len(meant) > _ITEMS_MAX, items)

    def _said(self, clause: int | None, position: int) -> tuple[str, str] | None:
        """Return the title and the text of a clause in a release, None where that is not held."""
        says = () if clause is None else self.numbering.wordings(clause, position, position)
        return self.said(says[0]) if self.said and says else None


@lru_cache(maxsize=8)
def _numbers(numbering: Numbering, position: int) -> Sequence[tuple[str, ClauseNumber]]:
    """Return the numbers of a release, also as printed: headings first, then rules, then subrules."""
    ordered = sorted(numbering.numbers(position), key=lambda number: (number.level, number))
    return [(str(number), number) for number in ordered]
