"""What a page of the site says, as text that people can review: its main part, line by line, and where links lead."""

from __future__ import annotations

import re
from html.parser import HTMLParser

# Elements that begin a line.
_LINES = re.compile(
    "article|aside|blockquote|button|caption|d[dlt]|details|div|fieldset|fig(caption|ure)|form|h[1-6r]|label|legend|li|main"
    "|nav|ol|option|output|p|pre|section|select|summary|svg|table|tr|ul"
)
_BEFORE = {"li": "- ", "td": "| ", "th": "| ", "ins": "{+", "del": "[-", "a": "[", "summary": "> ", "option": "- "}
_AFTER = {"ins": "+}", "del": "-]"}
# Elements that are apart from what stands before them.
_PARTS = {"title", "text", "tspan", "td", "th", "span", "b"}
_SILENT = {"script", "style", "g", "defs"}


class _Teller(HTMLParser):
    """Writes down the text between the tags of the main part."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.told = ""
        self._is_main = False
        self._silent = 0
        self._leads_to: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_main |= tag == "main"
        self._silent += tag in _SILENT
        if not self._is_main or self._silent:
            return
        has = {name: value or "" for name, value in attrs}
        self.told += "\n" if _LINES.fullmatch(tag) else " " * (tag in _PARTS)
        self.told += f"#{has['id']} " if "id" in has and tag != "main" else ""
        self.told += "#" * int(tag[1]) + " " if re.fullmatch("h[1-6]", tag) else ""
        self.told += _BEFORE.get(tag, "")
        self.told += f"<{has.get('type', tag)} {has.get('name', '')} {has.get('value', '')}>" if tag == "input" else ""
        if tag == "a":
            self._leads_to.append(has.get("href", ""))

    def handle_endtag(self, tag: str) -> None:
        self._is_main &= tag != "main"
        if self._is_main and not self._silent:
            self.told += f"]({self._leads_to.pop()})" if tag == "a" else _AFTER.get(tag, "")
            self.told += "\n" if _LINES.fullmatch(tag) else ""
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if self._is_main and not self._silent:
            self.told += re.sub(r"\s+", " ", data)


def page_told(page: bytes) -> str:
    """Return the lines of the main part of a page: marked headings, rows and items, after ids; links with addresses."""
    teller = _Teller()
    teller.feed(page.decode())
    lines = (re.sub(r" +", " ", line).strip() for line in teller.told.split("\n"))
    return "".join(f"{line}\n" for line in lines if line)
