"""List every sentence that readers of the site can be shown, one a line with its file and line, to be read as prose.

    python benchmarks/sentences.py [--kind templates|scripts|python|notes|prose ...] [--stilted]

Templates give the words between their tags and in attributes that are read aloud; Python gives the strings of the pages
and of the layers whose words pages print, without docstrings; scripts give their strings; notes and hand-written pages
are given paragraph by paragraph. What is filled in is written {name}. A string counts as said where it has a space
between two words, or stands in a template as text. With --stilted only those with words that
nobody says: each is to be put in the words of `site/reading.md`, or left for a reason.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "crdiff" / "pages"
SAYING = (
    PAGES, ROOT / "crdiff" / "changes" / "description", ROOT / "crdiff" / "reports" / "phrases.py",
    ROOT / "crdiff" / "reports" / "breaks.py", ROOT / "crdiff" / "reports" / "gist.py", ROOT / "crdiff" / "align",
)  # fmt: skip
"""Python whose strings reach a page: the pages, what describes a change, and the evidence of a link."""
SPOKEN = ("title", "alt", "aria-label", "placeholder", "content", "data-th", "summary")
"""Attributes that a reader sees or hears."""

STILTED = re.compile(
    r"\b(its (whole )?life|the life of|lives of|reads? so|stands? so|stood (here|there|under)|"
    r"held (here|text|releases?)|(text|texts|release|releases|copy) held|not held|is held|are held|this very|"
    r"meant when|the letter of|cut anew|is told|are told|told of|told elsewhere|all there is|took in|came of|"
    r"reads? otherwise|to the letter|proved)\b",
    re.IGNORECASE,
)
"""Words for which the field has its own: history, unchanged since, text in this copy, not in force."""

Told = tuple[Path, int, str]

_WORDS = re.compile(r"[A-Za-z’']{2,}[,:;.]? +[(“‘]?[A-Za-z{’']")
_INLINE = {"a", "b", "i", "em", "strong", "span", "time", "code", "kbd", "q", "small", "ins", "del"}


def main() -> None:
    """Print the sentences of the kinds asked for."""
    listed: dict[str, Callable[[], Iterable[Told]]]
    listed = {"templates": templates, "scripts": scripts, "python": python, "notes": notes, "prose": prose}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", nargs="+", choices=listed, default=list(listed))
    parser.add_argument("--stilted", action="store_true")
    asked = parser.parse_args()
    for kind in asked.kind:
        seen: set[tuple[Path, str]] = set()
        for file, line, said in listed[kind]():
            if (file, said) not in seen and (STILTED.search(said) or not asked.stilted):
                seen.add((file, said))
                sys.stdout.write(f"{file.relative_to(ROOT)}:{line}: {said}\n")


# templates


class _Text(HTMLParser):
    """Gathers the texts of a template whose expressions were replaced by names in braces."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[tuple[int, str]] = []
        self._said, self._line = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """End a text where a block begins; take the attributes that are read."""
        if tag not in _INLINE:
            self.end()
        self.found += [(self.getpos()[0], value) for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        """End a text where a block ends."""
        if tag not in _INLINE:
            self.end()

    def handle_data(self, data: str) -> None:
        """Take a piece of text."""
        if data.strip() and not self._said:
            self._line = self.getpos()[0]
        self._said += data

    def end(self) -> None:
        """Close the text that is open."""
        if said := " ".join(self._said.split()):
            self.found.append((self._line, said))
        self._said = ""


def templates() -> Iterator[Told]:
    """Yield what templates say, and the strings in their expressions."""
    environment = Environment(autoescape=True)
    for file in sorted(PAGES.rglob("*.html")):
        source = file.read_text("utf-8")
        reader = _Text()
        reader.feed(_plain(source, environment))
        reader.end()
        texts = [(line, unescape(said)) for line, said in reader.found if re.search(r"[A-Za-z]{2}", _unfilled(said))]
        strings = [
            (const.lineno, const.value)
            for const in environment.parse(source).find_all(nodes.Const)
            if isinstance(const.value, str) and _WORDS.search(const.value)
        ]
        for line, said in sorted((*texts, *strings)):
            yield file, line, said


def _plain(source: str, environment: Environment) -> str:
    """Return a template with its statements taken out and its expressions named in braces; lines stay lines."""
    pieces, inside = [], ""
    for _, kind, value in environment.lex(source):
        if kind in {"variable_begin", "block_begin"}:
            inside, opened = kind, ""
        elif kind in {"variable_end", "block_end"}:
            lines = "\n" * opened.count("\n")
            pieces.append(f"{{{_called(opened)}}}{lines}" if inside == "variable_begin" else f"{lines}")
            inside = ""
        elif inside:
            opened += value
        elif kind == "data":
            pieces.append(value)
        else:
            pieces.append("\n" * value.count("\n"))
    return "".join(pieces)


def _called(expression: str) -> str:
    """Return a short name for an expression that may hold no mark of HTML."""
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\"[^\"]*\"|'[^']*'", "", expression))
    return names[1] if names[:1] == ["view"] and len(names) > 1 else names[0] if names else "…"


def _unfilled(said: str) -> str:
    return re.sub(r"\{[^{}]*\}", "", said)


# Python, scripts, prose


def python() -> Iterator[Told]:
    """Yield the strings of Python that are sentences or parts of them; f-strings with names in braces."""
    files = (file for place in SAYING for file in ([place] if place.suffix else sorted(place.rglob("*.py"))))
    for file in files:
        if not file.exists():
            continue
        tree = ast.parse(file.read_text("utf-8"))
        skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            said = "" if id(node) in skipped else _string(node)
            if _WORDS.search(said) and "</" not in said:
                yield file, getattr(node, "lineno", 0), " ".join(said.split())


def _string(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str() as value):
            return value
        case ast.JoinedStr(values=parts):
            return "".join(part.value if isinstance(part, ast.Constant) else _filled(part) for part in parts)
    return ""


def _filled(part: ast.expr) -> str:
    return f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else ""


_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


def scripts() -> Iterator[Told]:
    """Yield the strings of scripts that are sentences or parts of them."""
    for file in sorted(PAGES.rglob("*.js")):
        for line, text in enumerate(file.read_text("utf-8").split("\n"), 1):
            for match in _QUOTED.finditer("" if text.lstrip().startswith("//") else text):
                said = match[1] or match[2] or ""
                if _WORDS.search(said):
                    yield file, line, said


def notes() -> Iterator[Told]:
    """Yield titles, leads and paragraphs of our notes, and the titles we gave to clauses."""
    for file in sorted((ROOT / "corpus" / "annotations").glob("*.md")):
        head, _, body = file.read_text("utf-8").removeprefix("+++\n").partition("\n+++\n")
        for line, said in _told_in(head):
            yield file, line + 1, said
        yield from ((file, line + head.count("\n") + 2, said) for line, said in _paragraphs(body))
    lineages = ROOT / "corpus" / "lineages.toml"
    for line, said in _told_in(lineages.read_text("utf-8")):
        yield lineages, line, said


def _told_in(toml: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a table that are words for readers: titles, leads and what a stretch says."""
    for line, text in enumerate(toml.split("\n"), 1):
        if match := re.match(r'(?:title|lead|says|theme)\s*=\s*"(.*)"$', text):
            yield line, match[1].replace('\\"', '"')


def prose() -> Iterator[Told]:
    """Yield the paragraphs of hand-written pages, without listings."""
    for file in sorted((ROOT / "site").rglob("*.md")):
        yield from ((file, line, said) for line, said in _paragraphs(file.read_text("utf-8")))


def _paragraphs(markdown: str) -> Iterator[tuple[int, str]]:
    is_listing, begun, said = False, 0, ""
    for line, text in enumerate([*markdown.split("\n"), ""], 1):
        if text.startswith("```"):
            is_listing = not is_listing
        if is_listing or not text.strip() or text.startswith("```"):
            if said:
                yield begun, " ".join(said.split())
            said = ""
        else:
            begun = begun if said else line
            said += f" {text}"


if __name__ == "__main__":
    main()
