"""How large the rooms of crdiff and its tests are, as a table in Markdown.

    python -m benchmarks.sizes             print the table of today, with the ceilings beside it
    python -m benchmarks.sizes --raise     write it into CONTRIBUTING.md, each ceiling that is too low raised

Lines are those of code: no comments, no docstrings, no blank lines. The table in CONTRIBUTING.md holds ceilings, which
`tests/form/test_sizes.py` keeps.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- sizes -->\n", "<!-- /sizes -->\n"
_STEPS = (100, 1, 10, 5)
"""What a ceiling is rounded up to: lines, modules, lines of a module, lines of a function."""


class Size(NamedTuple):
    """The size of a room: lines of code, modules, lines of the longest module and of the longest function."""

    lines: int
    modules: int
    module: int
    function: int


def measured(source: str) -> tuple[int, int]:
    """Return how many lines of code a module has, and the longest function in it."""
    lines = {at for at, line in enumerate(source.split("\n"), 1) if line.strip() and line.lstrip()[0] != "#"}
    docstrings: list[range] = []
    functions: list[range] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr | ast.FunctionDef | ast.Constant | ast.JoinedStr):
            span = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if isinstance(node, ast.FunctionDef):
                functions.append(span)
            elif not isinstance(node, ast.Expr):
                lines.update(span)  # a string of several lines has blank ones, and some that look like comments
            elif isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                docstrings.append(span)
    lines.difference_update(*docstrings)
    return len(lines), max((len(lines.intersection(function)) for function in functions), default=0)


def sizes() -> dict[str, Size]:
    """Return room -> size: the folders of the package, its other modules as one, all of it, and the tests."""
    rooms: dict[str, list[tuple[int, int]]] = {}
    for path in sorted((ROOT / "crdiff").rglob("*.py")):
        parts = path.relative_to(ROOT / "crdiff").parts
        found = measured(path.read_text("utf-8"))
        rooms.setdefault(f"crdiff/{parts[0]}" if len(parts) > 1 else "crdiff/*.py", []).append(found)
    rooms = dict(sorted(rooms.items()))
    rooms["crdiff"] = [found for room in rooms.values() for found in room]
    rooms["tests"] = [measured(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("*.py")]
    return {
        room: Size(sum(lines for lines, _ in found), len(found), *(max(each) for each in zip(*found, strict=True)))
        for room, found in rooms.items()
    }


def ceilings(text: str = "") -> dict[str, Size]:
    """Return room -> the most that it may be, as CONTRIBUTING.md, or `text`, has it."""
    table = (text or GUIDE.read_text("utf-8")).partition(BEGIN)[2].partition(END)[0]
    rows = re.findall(r"^\| `(.+?)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", table, re.MULTILINE)
    return {room: Size(*(int(number.replace(",", "")) for number in numbers)) for room, *numbers in rows}


def raised(now: dict[str, Size], before: dict[str, Size]) -> dict[str, Size]:
    """Return the ceilings for sizes: those of before where they are kept, else a round number some 2 % above."""
    none = Size(0, 0, 0, 0)
    return {
        room: Size(
            *(
                old if old >= new else -(-(new + new // 50) // step) * step
                for new, old, step in zip(size, before.get(room, none), _STEPS, strict=True)
            )
        )
        for room, size in now.items()
    }


def written(table: dict[str, Size]) -> str:
    """Return the table in Markdown."""
    head = "| room | lines of code | modules | longest module | longest function |\n|---|--:|--:|--:|--:|\n"
    rows = (f"| `{room}` | {' | '.join(f'{number:,}' for number in size)} |\n" for room, size in table.items())
    return head + "".join(rows)


def main() -> None:
    """Print the table, or write the ceilings."""
    now = sizes()
    if "--raise" in sys.argv[1:]:
        text = GUIDE.read_text("utf-8")
        before, rest = text.split(BEGIN)
        after = rest.split(END)[1]
        GUIDE.write_text(f"{before}{BEGIN}{written(raised(now, ceilings(text)))}{END}{after}", "utf-8")
    print(written(now), end="")


if __name__ == "__main__":
    main()
