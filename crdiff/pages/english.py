"""Text on pages: small English for sentences, and text of the rules with italics and links and as others quote it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache

from markupsafe import Markup, escape
from msgspec import Struct

from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber
from crdiff.pages.address import relative
from crdiff.reports import phrases


def counted(count: int, singular: str, plural: str = "") -> str:
    """Return ``one clause``, ``eleven clauses``, ``21 clauses``."""
    return f"{phrases.numeral(count)} {singular if count == 1 else plural or singular + 's'}"


def times(count: int) -> str:
    """Return ``once``, ``twice``, ``three times``."""
    return {1: "once", 2: "twice"}.get(count) or counted(count, "time")


def sentence(text: str) -> str:
    """Return `text` with its first letter upper case and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def years(days: Sequence[date]) -> str:
    """Return the years that dates span: ``2018``, ``2009–2014``."""
    first, last = min(days).year, max(days).year
    return str(first) if first == last else f"{first}–{last}"


def clipped(text: str, width: int) -> str:
    """Return `text` on one line, cut between words to at most `width` characters with an ellipsis."""
    return phrases.cut_short(" ".join(text.split(maxsplit=width)), width)  # so many words are too long


def clipped_lines(lines: Sequence[str], most: int) -> str:
    """Return as many of `lines` as fit into `most` characters, with an ellipsis where there are more."""
    shown = ""
    for line in lines:
        if len(shown) + len(line) + 2 > most:
            return f"{shown}…\n"
        shown += f"{line}\n"
    return shown


# Characters of a text that is quoted whole in a page without scripts; three rules in a hundred are longer.
#
# Source: 204.3k of 2026-04-17 names every creature type, in 4,000 characters.
_QUOTED_MAX = 2_000
# What Markdown, or the dialect of Reddit, would read as marks.
_MARKDOWN = re.compile(r"([\\`*_\[\]<>~^])")


class Quotable(Struct, frozen=True):
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
            forms.append(("Quotation", f"{phrases.quoted(' '.join(self.paragraphs))} ({cited})"))
        return tuple(forms)


def marked(text: str) -> str:
    """Return `text` so that Markdown shows it as it is."""
    return _MARKDOWN.sub(r"\\\1", text)


# Words between underscores, with no letter outside against them: ``test_one_thing`` and ``_____`` have no italics.
#
# An underscore comes first, so that the rest is only tried where one is.
#
# Source: 101 of 2009-07-11, “The _Magic_ Golden Rules”; 123.6a of 2022-10-07 names “Wolf in ________ Clothing”.
_MARKED = re.compile(r"_(?<!\w_)(?=[^\s_])([^_<>\n]+)_(?!\w)")

# In a redline: words that became italics, or ceased to be. Source: 100.6 of 2014-05-01, “Most Magic tournaments”.
_CAME_OR_WENT = re.compile(r"<(ins|del)>_</\1>([^_<>\n]+)<\1>_</\1>")

# An element that is replaced or kept as a whole, a tag with an underscore, or words in italics.
_TOKEN = re.compile(
    r"<(?P<whole>code|pre|kbd|script|style|textarea|title|text|option)\b[^>]*>.*?</(?P=whole)>"
    r"|(?P<tag><[^>_]*_[^>]*>)"
    rf"|{_MARKED.pattern}",
    re.DOTALL,
)

# Elements that have no italics inside: those of a drawing, of the head and of a list to choose from.
_UNSTYLED = frozenset({"title", "text", "option"})

# Attributes with words for readers.
_SPOKEN = re.compile(r' (?:content|aria-label|data-cite)="[^"]*"')


def without_marks(text: str) -> str:
    """Return `text` without the underscores around words in italics, for what is cut short or shown without HTML."""
    return _MARKED.sub(r"\1", text)


def with_italics(page: str) -> str:
    """Return the HTML of `page` with italics for words between underscores, where code does not quote them."""
    if ">_</" in page:
        page = _CAME_OR_WENT.sub(lambda found: f"<i>{found[2]}</i>" if found[1] == "ins" else found[2], page)
    return _TOKEN.sub(_shown, page) if _MARKED.search(page) else page


def _shown(token: re.Match[str]) -> str:
    text = token[0]
    if token["whole"]:
        return _MARKED.sub(r"\1", text) if token["whole"] in _UNSTYLED else text
    if token["tag"]:
        return _SPOKEN.sub(lambda said: _MARKED.sub(r"\1", said[0]), text)
    return f"<i>{text[1:-1]}</i>"


# The same text stands on the pages of many releases.
_references = lru_cache(maxsize=1 << 15)(cross_references)


def linked(
    text: str, targets: Mapping[ClauseNumber, str], page: str, marks: Mapping[int, Markup] | None = None
) -> Markup:
    """Return `text` escaped, each number that it refers to leading to where `targets` says it is read.

    `page` is the address of the page that the text stands on. A reference to what is not there stays plain. Each of
    `marks` is put before the character at its offset, or before the reference that spans it.
    """
    pieces: list[Markup] = []
    at = 0
    for start, stop, link in _links(text, targets, page):
        spanned = (marks[offset] for offset in sorted(marks or ()) if marks and start <= offset < stop)
        pieces += (*_marked(text, at, start, marks), *spanned, link)
        at = stop
    return Markup("").join((*pieces, *_marked(text, at, len(text), marks)))


def _links(text: str, targets: Mapping[ClauseNumber, str], page: str) -> Iterator[tuple[int, int, Markup]]:
    at, numbers = 0, type(next(iter(targets), None))
    for each in _references(text, numbers) if issubclass(numbers, ClauseNumber) else ():
        target = targets.get(each.number)
        if target is not None and each.start >= at:
            at = each.stop
            shown = escape(text[each.start : at])
            yield each.start, at, Markup(f'<a href="{escape(relative(target, page))}">{shown}</a>')


def _marked(text: str, start: int, stop: int, marks: Mapping[int, Markup] | None) -> Iterator[Markup]:
    """Yield a part of `text` with the marks in it, not one right at its end."""
    for offset in sorted(marks or ()):
        if start <= offset < stop and marks:
            yield escape(text[start:offset])
            yield marks[offset]
            start = offset
    yield escape(text[start:stop])
