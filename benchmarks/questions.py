"""How often a built site answers what players type: the right one among the first three hits, or the first.

    python -m benchmarks.questions SITE

Asked are the questions of `tests/site/queries.txt`, every term of the glossary that names a rule, and the name of every
release. Prints each question that failed, and how many did not.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

QUESTIONS = Path(__file__).parents[1] / "tests" / "site" / "queries.txt"
FIRST = 3
"""Hits that count."""
_READ = """() => ({
  title: document.getElementById("asked").textContent,
  says: document.getElementById("says").textContent,
  hits: [...document.querySelectorAll(".hits > li, [aria-labelledby=answer] .more a")].slice(0, 12).map((hit) => ({
    number: hit.querySelector(".num")?.textContent ?? "",
    text: hit.textContent,
    to: [hit, ...hit.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? ""),
  })),
})"""
_ASK = """(asked) => {
  const form = document.querySelector("form.ask");
  form.elements.q.value = asked;
  document.activeElement.blur();
  form.dispatchEvent(new CustomEvent("ask", { cancelable: true }));
}"""
_NAMED = re.compile(r"See (?:also )?rules? (.*)", re.DOTALL)
_NUMBER = re.compile(r"\b\d{3}(?:\.\d+[a-z]*)?")

Case = tuple[str, Sequence[str]]
"""A question, and what it has to find, one of which is enough."""


def answers(page: Page, questions: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield what the page for searching answers to each question: title, sentence, the first hits in their order."""
    page.goto("/search/")
    for asked in questions:
        page.evaluate(_ASK, asked)
        page.locator("#asked:focus").wait_for()
        yield page.evaluate(_READ)


def tables() -> dict[str, list[Case]]:
    """Return the questions of the file, by its headings."""
    found: dict[str, list[Case]] = {}
    for line in QUESTIONS.read_text("utf-8").splitlines():
        if line.startswith("==="):
            rows = found.setdefault(line.strip("= ").partition(":")[0], [])
        elif "|" in line and not line.startswith("#"):
            asked, _, sought = line.rpartition(" | ")
            rows.append((asked, (sought,)))
    return found


def terms(texts: Iterable[Sequence[str]]) -> list[Case]:
    """Return the terms of the glossary whose entries, among the `texts` of the index, name a rule."""
    found: dict[str, list[str]] = {}
    for term, _, text, *_ in texts:
        if named := _NAMED.search(text):
            found.setdefault(term, []).extend(f"rule {number}" for number in _NUMBER.findall(named[1]))
    return [(term, sought) for term, sought in found.items() if sought]


def releases(names: Iterable[tuple[str, str, str, str]]) -> list[Case]:
    """Return the names of releases, of which the first hit has to be one called so."""
    found: dict[str, list[str]] = {}
    for day, name, *_ in names:
        if name:
            found.setdefault(name, []).append(f"release {day}")
    return list(found.items())


def is_found(sought: str, answer: Mapping[str, Any], first: int = FIRST) -> bool:
    """Whether what is `sought` is among the first hits: ``rule 702.19``, ``release 2008-02-01``, ``words Mindslaver``.

    A rule under the one that is named will do, since a heading alone says nothing.
    """
    kind, _, what = sought.partition(" ")
    hits = answer["hits"][:first]
    match kind:
        case "nothing":
            return not hits
        case "words":
            return any(_plain(what) in _plain(hit["text"]) for hit in hits)
        case "rule":
            own = re.compile(re.escape(what) + r"(?![\d])")
            return any(own.match(hit["number"] or hit["text"]) for hit in hits)
        case "release":
            return any(f"releases/{what}/" in to or f"#d{what}" in to for hit in hits for to in hit["to"])
        case _:
            return any(re.search(rf"/(?:history-of|played)/{what}/", to) for hit in hits for to in hit["to"])


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def failed(page: Page, cases: Sequence[Case], first: int = FIRST) -> list[str]:
    """Return a line for each question whose answer lacks what is sought."""
    found = zip(cases, answers(page, (asked for asked, _ in cases)), strict=True)
    return [
        f"{asked}: sought {' or '.join(sought[:3])}, found {[hit['text'][:30] for hit in answer['hits'][:first]]}"
        for (asked, sought), answer in found
        if not any(is_found(each, answer, first) for each in sought)
    ]


def main(site: Path) -> None:
    """Ask the site in a folder."""
    from pictures import chromium, served

    search = site / "search"
    index = json.loads((search / "index.json").read_bytes())
    blocks = sorted(search.glob("texts-*.json"), key=lambda file: int(file.stem[6:]))
    texts = [text for block in blocks for text in json.loads(block.read_bytes())["texts"]]
    parts = index["parts"]
    asked = {name: (cases, FIRST) for name, cases in tables().items()}
    asked["terms of the glossary"] = (terms(texts[parts["glossary"] : parts["earlier"]]), FIRST)
    asked["names of releases"] = (releases(json.loads((search / "releases.json").read_bytes())["releases"]), 1)
    with served(site) as host, chromium() as browser:
        page = browser.new_page(base_url=host)
        for name, (cases, first) in asked.items():
            faults = failed(page, cases, first)
            print(*faults, f"{name}: {len(cases) - len(faults)} of {len(cases)}", sep="\n")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(Path(sys.argv[1]))
