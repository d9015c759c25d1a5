"""What a built site is worth to readers: sizes, links, other hosts, accessibility, answers in time, Lighthouse.

    python benchmarks/site_quality.py SITE [--axe FILE] [--lighthouse COMMAND] [--only PART ...]

Parts: sizes, links, axe, answers, lighthouse. Without ``--axe`` the axe of axe-playwright-python judges; the newest is
the file axe.min.js of the npm package axe-core (``npm pack axe-core``). Lighthouse is a command, such as ``npx
lighthouse`` or a path; where there is none, the part says so. Exits with 1 where a limit is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from pictures import chromium, served

MOST_MEDIAN, MOST_PAGE, MOST_STYLE, MOST_SCRIPTS, MOST_QUERY = 16_000, 200_000, 28_000, 40_000, 200_000
"""Bytes of the median page, of any page, of the style sheet, of the scripts of a page, of the first answer."""
MOST_JUMP = 50
"""Milliseconds from a number to its answer."""
LEAST_SCORES = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
"""Scores of Lighthouse."""
WIDTHS, SCHEMES = (1280, 390, 320), ("light", "dark")
ROUNDS = 5

KINDS = (
    r"", r"rules/", r"rules/704/", r"rules/702\.19/", r"rules/\d{3}/20\d\d-\d\d-\d\d/", r"rules/702/20\d\d-\d\d-\d\d/",
    r"releases/", r"releases/2009-07-11/", r"releases/202\d-\d\d-\d\d/", r"releases/2012-\d\d-\d\d/text/",
    r"clause/1999-04-23-502\.9b/", r"clause/2003-10-01-507\.4/", r"clause/1999-04-23-4\d\d/", r"number/507/",
    r"number/",
    r"glossary/", r"glossary/p/", r"glossary/[^/]*mana-burn[^/]*/", r"compare/", r"compare/20\d\d-\d\d-\d\d/today/",
    r"history-of/", r"history-of/[^/]+/", r"search/", r"stats/", r"data/", r"about/", r"reading/", r"checks/",
    r"editions/[^/]+/", r"history-of/stopped-in-2005/", r"played/mana/", r"identify/", r"checks/all/",
)  # fmt: skip
"""Kinds of pages by their paths: the last page of a site that fits is looked at, so every kind is there that it has."""
MEASURED = (0, 3, 4, 7, 8, 10, 18, 22, 29, 30)
"""The kinds that Lighthouse measures."""
MOST_SHIFT = 0.05
"""Cumulative shift of the layout."""
ASKED = ("search/?q=mana+burn", "search/?q=trample+damage", "search/?q=comes+into+play")
"""Pages with an answer: looked at by axe, and their bytes counted."""

_LINK = re.compile(r'<(\w+)\b[^>]*?\s(?:href|src|action)="([^"]*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_ASSET = re.compile(r'(?:src|href)="[^"]*/?assets/([^"/?]+[.](?:css|js))"')
_FETCHED = {"script", "img", "link", "iframe", "source", "video", "audio"}
_HOST = "https://host.invalid/"


class Report:
    """Prints figures, each with its limit, and remembers whether one was broken."""

    def __init__(self) -> None:
        self.is_broken = False

    def tell(self, what: str, figure: float, most: float | None = None, unit: str = "") -> None:
        """Print a figure; one above `most` is broken."""
        bad = most is not None and figure > most
        self.is_broken |= bad
        limit = f"; at most {most:,}" if most is not None else ""
        print(f"{'BROKEN  ' if bad else ''}{what}: {figure:,.0f}{unit}{limit}", flush=True)

    def list(self, lines: Iterable[str], most: int = 20) -> None:
        """Print the first lines, indented."""
        told = list(lines)
        for line in told[:most]:
            print(f"    {line}")
        if len(told) > most:
            print(f"    and {len(told) - most} more")


def main() -> None:
    """Measure the parts that were asked for, all by default."""
    parts: dict[str, Callable[[argparse.Namespace, Report], None]]
    parts = {"sizes": sizes, "links": links, "axe": axe, "answers": answers, "lighthouse": lighthouse}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--lighthouse", default="lighthouse")
    parser.add_argument("--only", nargs="+", choices=parts, default=list(parts))
    asked, report = parser.parse_args(), Report()
    for part in asked.only:
        print(f"== {part}")
        parts[part](asked, report)
    sys.exit(report.is_broken)


# without a browser


def sizes(asked: argparse.Namespace, report: Report) -> None:
    """Print the bytes of pages, of the style sheet, and of the scripts of the page that has the most."""
    pages = {path: path.stat().st_size for path in asked.site.rglob("*.html")}
    report.tell("pages", len(pages))
    report.tell("median page", median(pages.values()), MOST_MEDIAN, " bytes")
    report.tell("largest page", max(pages.values()), MOST_PAGE, " bytes")
    large = sorted(pages, key=lambda path: -pages[path])[:8]
    report.list(f"{pages[path]:9,} {path.relative_to(asked.site)}" for path in large)
    assets = {path.name: path.stat().st_size for path in (asked.site / "assets").iterdir()}
    report.tell(
        "style sheet", sum(size for name, size in assets.items() if name.endswith(".css")), MOST_STYLE, " bytes"
    )
    views = {frozenset(_ASSET.findall(path.read_text("utf-8"))): path for path in kinds(asked.site)}

    def scripts(names: frozenset[str]) -> int:
        return sum(assets[name] for name in names if name.endswith(".js"))

    heaviest = max(views, key=scripts)
    report.tell(f"scripts of {views[heaviest].relative_to(asked.site)}", scripts(heaviest), MOST_SCRIPTS, " bytes")


def kinds(site: Path) -> list[Path]:
    """Return a page of each kind that the site has."""
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("index.html"))
    chosen = []
    for kind in KINDS:
        fitting = [path for path in paths if re.fullmatch(f"{kind}index.html", path)]
        chosen += [site / fitting[-1]] if fitting else []
    return chosen


def links(asked: argparse.Namespace, report: Report) -> None:
    """Print links within the site that lead nowhere, and what a page fetches from other hosts by itself."""
    ids: dict[str, frozenset[str]] = {}
    found: dict[str, set[tuple[str, str]]] = {}
    outside: Counter[str] = Counter()
    for path in asked.site.rglob("*.html"):
        where = path.relative_to(asked.site).as_posix().removesuffix("index.html")
        text = path.read_text("utf-8")
        ids[where] = frozenset(map(unescape, _ID.findall(text)))
        found[where] = set()
        for tag, link in _LINK.findall(text):
            if tag in _FETCHED and "://" in link and "rel=" not in link:
                outside[link.split("/")[2]] += 1
            elif "://" not in link and where != "404.html":
                found[where].add((where, unescape(link)))
    broken = list(_broken(asked.site, found, ids))
    report.tell("links within the site", sum(map(len, found.values())))
    report.tell("broken links", len(broken), 0)
    report.list(broken)
    report.tell("other hosts that pages fetch from", len(outside))
    report.list(f"{host}: {count}" for host, count in outside.most_common())


def _broken(site: Path, found: dict[str, set[tuple[str, str]]], ids: dict[str, frozenset[str]]) -> Iterator[str]:
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for where, inside in found.items():
        for _, link in inside:
            target, fragment = urldefrag(urljoin(_HOST + where, link))
            path = unquote(target.removeprefix(_HOST).partition("?")[0])
            is_page = path in ids
            if not is_page and path not in files:
                yield f"/{where} -> {link}"
            elif fragment and is_page and unquote(fragment) not in ids[path]:
                yield f"/{where} -> {link} (no such id)"


# in a browser


def axe(asked: argparse.Namespace, report: Report) -> None:
    """Print violations of axe on every kind of page, at three widths, light and dark, folds and menus open."""
    script = (asked.axe or _shipped_axe()).read_text("utf-8")
    found: Counter[tuple[str, str]] = Counter()
    wide, runs = [], 0
    with served(asked.site) as host, chromium() as browser:
        for width in WIDTHS:
            for scheme in SCHEMES:
                context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
                page = context.new_page()
                for where in addresses(asked.site):
                    for rule in _violations(page, f"{host}/{where}", script):
                        found[rule, f"{where} {width} {scheme}"] += 1
                    if (over := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
                        wide.append(f"{where} is {over} px too wide at {width}")
                    runs += 1
                context.close()
    version = re.search(r"axe v([\d.]+)", script[:400])
    report.tell(f"violations, axe {version[1] if version else ''}, {runs} runs", len(found), 0)
    report.list(f"{rule}: {where}" for rule, where in sorted(found))
    report.tell("pages wider than the screen", len(wide), 0)
    report.list(wide)


def addresses(site: Path) -> list[str]:
    """Return the address of a page of each kind, and of answers."""
    pages = [path.parent.relative_to(site).as_posix() for path in kinds(site)]
    there = [f"{page}/" if page != "." else "" for page in pages]
    return [*there, *(ASKED if "search/" in there else ())]


def _violations(page: Any, where: str, script: str) -> list[str]:
    page.goto(where, wait_until="networkidle" if "?" in where else "load")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.evaluate(script)
    told = page.evaluate(
        "axe.run().then(found => found.violations.map(each => [each.id, each.nodes[0].target.join()]))"
    )
    return [f"{rule} at {target}" for rule, target in told]


def _shipped_axe() -> Path:
    import axe_playwright_python

    return Path(axe_playwright_python.__file__).with_name("axe.min.js")


_ANSWERED = """([field, value, answer]) => new Promise((resolve) => {
  const input = document.querySelector(field);
  if (!input) return resolve(-1);
  const begun = performance.now();
  const see = () => { if (document.querySelector(answer)?.textContent) resolve(performance.now() - begun); };
  new MutationObserver(see).observe(document.body, { childList: true, characterData: true, subtree: true });
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(() => resolve(-1), 5000);
})"""


def answers(asked: argparse.Namespace, report: Report) -> None:
    """Print the bytes of first answers, the milliseconds of a number, and requests to other hosts on the way."""
    outside: set[str] = set()
    with served(asked.site) as host, chromium() as browser:
        for where in ASKED if (asked.site / "search" / "index.html").is_file() else ():
            page = _watched(browser, host, outside)
            sizes_: list[int] = []
            page.on("response", lambda answer, sizes_=sizes_: sizes_.append(_bytes_of(answer)))
            page.goto(f"{host}/{where}", wait_until="networkidle")
            report.tell(f"first answer to {where}", sum(sizes_), MOST_QUERY, " bytes")
            page.close()
        times = []
        for _ in range(ROUNDS):
            page = _watched(browser, host, outside)
            page.goto(f"{host}/about/", wait_until="networkidle")
            times.append(page.evaluate(_ANSWERED, ["form.ask input", "507.4", "form.ask output"]))
            page.close()
        report.tell("number jump, first", median(times) if min(times) >= 0 else 5000, MOST_JUMP, " ms")
        for where in addresses(asked.site):
            page = _watched(browser, host, outside)
            page.goto(f"{host}/{where}", wait_until="load")
            page.close()
    report.tell("requests to other hosts", len(outside), 0)
    report.list(sorted(outside))


def _watched(browser: Any, host: str, outside: set[str]) -> Any:
    page = browser.new_page()
    page.on("request", lambda asked: None if asked.url.startswith(host) else outside.add(asked.url))
    return page


def _bytes_of(answer: Any) -> int:
    """Return the bytes of a piece of an index, before any compression; pages, style and scripts are counted apart."""
    return len(answer.body()) if re.search(r"\.json(\?|$)", answer.url) else 0


def lighthouse(asked: argparse.Namespace, report: Report) -> None:
    """Print the four scores of Lighthouse and the shift of the layout on ten kinds of pages, on its simulated phone."""
    command = shlex.split(asked.lighthouse)
    if shutil.which(command[0]) is None:
        print(f"not measured: no {command[0]}; npm install lighthouse, then --lighthouse node_modules/.bin/lighthouse")
        return
    known = {path.parent for path in kinds(asked.site)}
    chosen = [
        path.parent.relative_to(asked.site).as_posix()
        for kind in MEASURED
        for path in kinds(asked.site)
        if path.parent in known and re.fullmatch(KINDS[kind], _address(path.parent, asked.site))
    ]
    with served(asked.site) as host:
        for where in dict.fromkeys(chosen):
            address = f"{host}/{where}/".replace("/./", "/")
            scores = _scores(command, address)
            said = ", ".join(f"{name} {score}" for name, score in scores.items())
            bad = not scores or any(scores[name] < least for name, least in LEAST_SCORES.items())
            bad |= scores.get("layout shift", 0) > MOST_SHIFT
            report.is_broken |= bad
            print(f"{'BROKEN  ' if bad else ''}/{where}: {said or 'not measured'}", flush=True)


def _address(folder: Path, site: Path) -> str:
    path = folder.relative_to(site).as_posix()
    return "" if path == "." else f"{path}/"


def _scores(command: list[str], where: str) -> dict[str, float]:
    chrome = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        flags = ["--quiet", "--output=json", f"--output-path={out}", "--chrome-flags=--headless=new --no-sandbox"]
        subprocess.run([*command, where, *flags], env={**os.environ, "CHROME_PATH": chrome}, check=False)
        if not out.is_file():
            return {}
        told = json.loads(out.read_text("utf-8"))
    shift = told["audits"]["cumulative-layout-shift"].get("numericValue", 0)
    scores = {name: round(100 * (told["categories"][name]["score"] or 0)) for name in LEAST_SCORES}
    return {**scores, "layout shift": round(shift, 3)}


if __name__ == "__main__":
    main()
