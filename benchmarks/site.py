"""What the site of a whole archive costs: time, memory, sizes, growth with the releases, and what a reader waits for.

    python benchmarks/site.py [FOLDER OF TEXTS] [RELEASES ...]

Each line has builds from a ready store by fresh processes, wall time and CPU, medians of three: from nothing, over the
site of the same releases, and over that of all but the newest. What the store takes is measured beside them. The folder
is ``../shared/cr`` or what ``$CRDIFF_SHARED`` says; 15, 30, 60 and all releases are taken by default. Where
chromium is installed, the last site is served on loopback and its number jump and search are timed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from archive import Taken, run

SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
MOST_SECONDS, MOST_AGAIN, MOST_MEGABYTES = 25, 9, 1000
MOST_MEDIAN, MOST_LARGEST, MOST_ASSETS = 40, 250, 60
"""Limits: seconds, megabytes of memory, kilobytes of pages and of scripts and style together."""
ROUNDS = 5
BUILDS = 3
"""Builds of a kind, of which the median counts."""

_ASSET = re.compile(r'(?:src|href)="[^"]*/assets/([^"/?]+[.](?:css|js))')


def main() -> None:
    """Print a line of figures for each number of releases asked for, then what a browser measures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "cr"
    if not folder.is_dir():
        print("no folder of official releases: set CRDIFF_SHARED to one")
        return
    texts = sorted(folder.glob("*.txt"))
    counts = [int(each) for each in sys.argv[2:]] or [15, 30, 60, len(texts)]
    print("seconds of wall time / CPU; the store is brought up to date for one more release")
    print(
        "releases  pages   files  from nothing  no change     one more      store        written  memory MB"
        "  median kB  largest kB  all MB"
    )
    for count in counts:
        with TemporaryDirectory() as place:
            print(_line(texts[-count:], Path(place)), flush=True)
            if count == counts[-1]:
                _tell_view(Path(place, "site"))
                _tell_waiting(Path(place, "site"))
    limits = f"{MOST_SECONDS} s, again {MOST_AGAIN} s, {MOST_MEGABYTES} MB, pages {MOST_MEDIAN} and {MOST_LARGEST} kB"
    print(f"at most: {limits}")


def _line(texts: list[Path], place: Path) -> str:
    corpus, site, kept = place / "corpus", place / "site", place / "kept"
    run(("corpus", "add", "--quiet", *texts[:-1]), corpus)
    run(("corpus", "build", "--quiet"), corpus)
    first = [_built(corpus, site, None) for _ in range(BUILDS)]
    same = [_built(corpus, site, site) for _ in range(BUILDS)]
    _copy(site, kept)
    before = {path.relative_to(kept): path.stat().st_ino for path in kept.rglob("*") if path.is_file()}
    store = [run(("corpus", "add", "--quiet", texts[-1]), corpus), run(("corpus", "build", "--quiet"), corpus)]
    again = [_built(corpus, site, kept) for _ in range(BUILDS)]
    files = {path.relative_to(site): path.stat() for path in site.rglob("*") if path.is_file()}
    written = sum(before.get(path) != stat.st_ino for path, stat in files.items())
    pages = sorted(stat.st_size for path, stat in files.items() if path.suffix == ".html")
    everything = sum(stat.st_size for stat in files.values())
    added = f"{sum(each.wall for each in store):.1f} / {sum(each.cpu for each in store):.1f}"
    return (
        f"{len(texts):8}  {len(pages):5}  {len(files):6}  {_seconds(first)}  {_seconds(same)}  {_seconds(again)}"
        f"  {added:11}  {written:7}  {max(each.megabytes for each in (*first, *again)):9.0f}"
        f"  {median(pages) / 1000:9.1f}  {pages[-1] / 1000:10.1f}  {everything / 1e6:6.1f}"
    )


def _built(corpus: Path, site: Path, over: Path | None) -> Taken:
    """Return what a build takes: over the site in `over`, or from nothing."""
    if over is None:
        shutil.rmtree(site, ignore_errors=True)
        _ledger(site).unlink(missing_ok=True)
    elif over != site:
        _copy(over, site)
    return run(("site", "build", "--plain", "--no-checks", "--quiet", "--search", "own", "-o", site), corpus)


def _copy(site: Path, other: Path) -> None:
    """Make `other` the same site, of the same files: a build never writes into one."""
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(site, other, copy_function=os.link)
    shutil.copy(_ledger(site), _ledger(other))


def _ledger(site: Path) -> Path:
    return site.with_name(f".{site.name}.made")


def _seconds(taken: list[Taken]) -> str:
    return f"{median(each.wall for each in taken):4.1f} / {median(each.cpu for each in taken):4.1f}"


def _tell_view(site: Path) -> None:
    """Print the bytes of style and scripts that the first view of the heaviest page reads."""
    sizes = {path.name: path.stat().st_size for path in (site / "assets").iterdir()}
    views = {frozenset(_ASSET.findall(page.read_text("utf-8"))): page for page in site.rglob("*.html")}
    heaviest = max(views, key=lambda names: sum(sizes[name] for name in names))
    size = sum(sizes[name] for name in heaviest) / 1000
    where = views[heaviest].relative_to(site).as_posix()
    print(f"style and scripts of the heaviest view, {where}: {size:.1f} kB; at most {MOST_ASSETS}")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _tell_waiting(site: Path) -> None:
    """Print how long a number jump and a search take in a browser, from the key to the answer on the page."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("number jump and search not timed: no chromium")
        return
    from playwright.sync_api import sync_playwright

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"http://127.0.0.1:{server.server_address[1]}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, at_most, ask in (
            ("number jump, first", 50, partial(_jump, fresh=True)),
            ("number jump, again", 50, partial(_jump, fresh=False)),
            ("search, first", 300, partial(_search, words="trample damage", within="current")),
            ("search in earlier wordings, first", 300, partial(_search, words="mana burn", within="earlier")),
        ):
            print(f"{name}: {_milliseconds(browser, host, ask):.0f} ms; at most {at_most}")
        browser.close()
    server.shutdown()


def _milliseconds(browser: Any, host: str, ask: Callable[[Any, str], float]) -> float:
    found = []
    for _ in range(ROUNDS):
        page = browser.new_page()
        found.append(ask(page, host))
        page.close()
    return median(found)


_ANSWERED = """([field, value, answer]) => new Promise((resolve) => {
  const input = document.querySelector(field);
  const begun = performance.now();
  const see = () => { if (document.querySelector(answer)?.textContent) resolve(performance.now() - begun); };
  new MutationObserver(see).observe(document.body, { childList: true, characterData: true, subtree: true });
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def _jump(page: Any, host: str, *, fresh: bool) -> float:
    page.goto(f"{host}/stats/")
    ask = ["form.jump input", "507.4", "form.jump output"]
    if not fresh:
        page.evaluate(_ANSWERED, [ask[0], "507.3", ask[2]])
        page.evaluate("document.querySelector('form.jump output').textContent = ''")
    return float(page.evaluate(_ANSWERED, ask))


def _search(page: Any, host: str, *, words: str, within: str) -> float:
    page.goto(f"{host}/search/?in={within}")
    return float(page.evaluate(_ANSWERED, ["#search input", words, "#found"]))


if __name__ == "__main__":
    main()
