"""The ways in which a wording is quoted: a link, a citation, Markdown, Reddit, a template of wikis, a quotation.

`quoting.js` makes the same texts for the clauses that have no menu of their own; tests hold the two together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from crdiff.pages.frame import english

_QUOTED_MAX = 2_000
"""Characters of a text that is quoted whole in a page without scripts; three rules in a hundred are longer.

Source: 204.3k of 2026-04-17 names every creature type, in 4,000 characters.
"""
_MARKDOWN = re.compile(r"([\\`*_\[\]<>~^])")
"""What Markdown, or the dialect of Reddit, would read as marks."""


@dataclass(frozen=True, slots=True)
class Quotable:
    """A wording to be quoted: what it is called ("CR 702.19b"), its set and date, its paragraphs, its link.

    `label` is its number or term, which stands before the text on Reddit. `release` is "March of the Machine
    (2023-04-14)", or the date alone; `href` its address within the site. `template` is the call of a template of wikis,
    "" for none.
    """

    name: str
    label: str
    release: str
    paragraphs: tuple[str, ...]
    href: str
    template: str

    @property
    def cited(self) -> str:
        """Its name with the release that brought it."""
        return f"{self.name}, {self.release}"

    def forms(self, address: str) -> tuple[tuple[str, str], ...]:
        """Return the texts to copy with their names, other than the link; `address` is whole, "" where not known."""
        cited = self.cited
        at = f", {address}" if address else ""
        linked = f"[{marked(cited)}]({address})" if address else marked(cited)
        is_short = 0 < sum(map(len, self.paragraphs)) <= _QUOTED_MAX
        quoted = "\n>\n".join(f"> {marked(each)}" for each in self.paragraphs).replace("> ", f"> **{self.label}** ", 1)
        forms = [("Citation", f"{cited}{at}"), ("Markdown", linked)]
        if is_short:
            forms.append(("Reddit", f"{quoted}\n>\n> {linked}"))
        if self.template:
            forms.append(("Wiki", self.template))
        if is_short:
            forms.append(("Quotation", f"{english.quoted(' '.join(self.paragraphs))} ({cited})"))
        return tuple(forms)


def marked(text: str) -> str:
    """Return `text` so that Markdown shows it as it is."""
    return _MARKDOWN.sub(r"\\\1", text)
