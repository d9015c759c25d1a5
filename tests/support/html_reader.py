"""Reading a page back: its text, ids, links, and whatever should not be in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "input", "br", "hr", "img", "col", "source"}


@dataclass
class Read:
    """What a page has. `links` are href, src and action values with the tag they stand on."""

    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str]] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    text: str = ""
    unbalanced: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.read = Read()
        self._open: list[str] = []
        self._texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read.tags.append(tag)
        if tag not in _VOID:
            self._open.append(tag)
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.read.headings.append(int(tag[1]))
        for name, value in attrs:
            self.read.attributes.append((name, value or ""))
            if name == "id" and value:
                self.read.ids.append(value)
            if name in {"href", "src", "action"}:
                self.read.links.append((tag, value or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.read.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    def close(self) -> None:
        super().close()
        self.read.text = "".join(self._texts)
        self.read.unbalanced += self._open


def read_html(page: bytes) -> Read:
    """Return what `page` has; elements left open count as unbalanced."""
    reader = _Reader()
    reader.feed(page.decode())
    reader.close()
    return reader.read


def words(page: bytes | Read) -> str:
    """Return what a page says, white space as single spaces."""
    read = page if isinstance(page, Read) else read_html(page)
    return " ".join(read.text.split())


def obeyed(page: Read) -> list[str]:
    """Return what no page of ours has: pictures, events, styles, links that run something, elements left open."""
    runs = [link for _, link in page.links if link.lower().startswith(("javascript", "data:"))]
    events = [name for name, _ in page.attributes if name.startswith("on") or name == "style"]
    return [*runs, *events, *(tag for tag in page.tags if tag == "img"), *page.unbalanced]
