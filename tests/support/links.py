"""The links of a built site, each of which has to lead to a page, a file, or a place on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

from html_reader import Read, read_html

HOST = "https://host"


def read_pages(built: Path) -> dict[str, Read]:
    """Return every page below a folder, read, by its address on a host that serves the folder."""
    return {address_of(path.relative_to(built)): read_html(path.read_bytes()) for path in built.rglob("*.html")}


def address_of(path: Path) -> str:
    """Return where a file of the folder is served."""
    return f"{HOST}/{path.as_posix().removesuffix('index.html')}"


def broken_links(pages: Mapping[str, Read], built: Path) -> Iterator[str]:
    """Yield each link of `pages` that leads nowhere."""
    for where, page in pages.items():
        for _, link in page.links:
            if not leads_somewhere(where, link, pages, built):
                yield f"{where} -> {link}"


def leads_somewhere(where: str, link: str, pages: Mapping[str, Read], built: Path) -> bool:
    """Whether a link on the page at `where` leads to a page, a place on a page, a file, or another secure host."""
    target, fragment = urldefrag(urljoin(where, link))
    target = target.partition("?")[0]
    if not target.startswith(f"{HOST}/"):
        return target.startswith("https://")
    if target in pages:
        return not fragment or unquote(fragment) in pages[target].ids
    return not fragment and (built / unquote(target.removeprefix(f"{HOST}/"))).is_file()
