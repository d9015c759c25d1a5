"""Take the pictures of the README from a built site, and draw the one that pasted links to the site show.

    python benchmarks/pictures.py SITE    the pictures of the README, from the site of an archive, into pictures/
    python benchmarks/pictures.py --card  the picture of links, into crdiff/pages/frame/card.png

Needs chromium and playwright. The pages are those that a reader of the README finds on any site of a whole archive.
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "pictures"
CARD = ROOT / "crdiff" / "pages" / "frame" / "card.png"
MOST_PICTURE, MOST_CARD = 150_000, 60_000
"""Bytes of a picture of the README, and of that of links."""

SHOTS = {"release": ("/releases/2009-07-11/", 1180, 860), "clause": ("/clause/1999-04-23-502.9b/", 1180, 860)}
"""A picture by its name: the page, and the width and height of the window."""

_CARD = """<!doctype html><meta charset="utf-8"><style>
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; background: #fdfdfb; color: #1a1c20; padding: 76px 84px; font-family: serif }
.mark { font-size: 44px }
.mark span { border-bottom: 5px solid #0969da }
.mark span:first-child { border-color: #bc4c00 }
h1 { font-weight: 400; font-size: 76px; line-height: 1.14; letter-spacing: -.012em; margin-top: 62px }
p { font-size: 42px; line-height: 1.4; margin-top: 58px }
ins, del { padding: 0 6px }
del { color: #5c2400; background: #fff1e5; text-decoration: line-through 3px #bc4c00 }
ins { color: #0a3069; background: #ddf4ff; text-decoration: underline 3px #0969da; text-underline-offset: 8px }
</style><div class="mark"><span>cr</span><span>diff</span></div>
<h1>What the rules of Magic say, and what they used to say</h1>
<p>When that creature <del>comes into play</del> <ins>enters the battlefield</ins></p>"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a built site on loopback and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


@contextmanager
def chromium() -> Iterator[Any]:
    """Give a headless chromium. Exits where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        sys.exit("no chromium: install Debian's package of that name")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def main() -> None:
    """Write the pictures that were asked for, and say how large they are."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with chromium() as browser:
        if sys.argv[1] == "--card":
            page = browser.new_page(viewport={"width": 1200, "height": 630})
            page.set_content(_CARD)
            _take(page, CARD, MOST_CARD)
            return
        PICTURES.mkdir(exist_ok=True)
        with served(Path(sys.argv[1])) as host:
            for name, (where, width, height) in SHOTS.items():
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
                page.goto(host + where)
                page.wait_for_load_state("networkidle")
                _take(page, PICTURES / f"{name}.png", MOST_PICTURE)


def _take(page: Any, file: Path, most: int) -> None:
    page.screenshot(path=file)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size / 1000:.1f} kB; at most {most / 1000:.0f}")
    if size > most:
        sys.exit(f"{file.name} is too large")


if __name__ == "__main__":
    main()
