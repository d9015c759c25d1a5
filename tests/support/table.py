"""Tables of cases: a text file beside the tests, with a section for each test that has one, named as the test is."""

from __future__ import annotations

import inspect
import re
from ast import literal_eval
from collections.abc import Callable, Iterator
from datetime import date
from enum import EnumType
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from every import every

from crdiff.model.number import ClauseNumber

Test = Callable[..., None]


def table(test: Test) -> Test:
    """Give a test each row of its table in turn: a case each.

    Under ``=== name of the test`` comes either a line of names and then a line for each row, its values apart by bars,
    or the rows themselves, with a line ``name: value`` for each value and a blank one between two. What a test takes as
    text, date, number of a clause or member of an enumeration is written as it is; a text for each of some names, on
    indented lines below; everything else, and a text with a line feed or a blank at an end, as Python has it. The value
    "case" says what a row is about, and a line after "# " is a remark.
    """
    names, rows = _section(test)
    cases = [pytest.param(*values, id=case or None) for case, values in rows]
    return pytest.mark.parametrize(names, cases)(test)


def table_at_once(test: Test) -> Test:
    """Give a test each row of its table, as `table` does, but in one case: for what costs little."""
    names, rows = _section(test)
    values = [values if len(names) > 1 else values[0] for _, values in rows]
    return every(", ".join(names), values)(test)


def rows_of(module: str, name: str) -> list[dict[str, str]]:
    """Return the rows of a section beside a module, by its file, for other uses: name -> value."""
    return [*_rows(_sections(Path(module).with_suffix(".txt"))[f"test_{name.replace(' ', '_')}"])]


def _section(test: Test) -> tuple[list[str], list[tuple[str, tuple[Any, ...]]]]:
    """Return the names that a table has values for, and of each row what it is about and the values."""
    rows = list(_rows(_sections(Path(inspect.getfile(test)).with_suffix(".txt"))[test.__name__]))
    names = [name for name in rows[0] if name != "case"]
    types = test.__annotations__
    known = test.__globals__
    found = [tuple(_value(row[name], types[name], known.get(types[name])) for name in names) for row in rows]
    return names, [(row.get("case", ""), values) for row, values in zip(rows, found, strict=True)]


@cache
def _sections(path: Path) -> dict[str, str]:
    parts = path.read_text("utf-8").split("\n=== ")[1:]
    return {f"test_{name.strip().replace(' ', '_')}": lines for name, _, lines in (p.partition("\n") for p in parts)}


def _rows(section: str) -> Iterator[dict[str, str]]:
    lines = [line for line in section.strip("\n").split("\n") if not line.startswith("# ")]
    if not re.match(r"\w+:(?: |$)", lines[0]):
        names = lines[0].split(" | ")
        for line in filter(None, lines[1:]):
            yield dict(zip(names, (cell.strip() for cell in line.split(" | ")), strict=True))
    else:
        for row in "\n".join(lines).split("\n\n"):
            parts = (part.partition(":") for part in re.split(r"\n(?! )", row.strip("\n")))
            yield {name: value if value[:1] == "\n" else value.strip() for name, _, value in parts}


def _value(said: str, kind: str, read: Any) -> Any:
    if kind == "date":
        return date.fromisoformat(said)
    if read is ClauseNumber:
        return ClauseNumber.parse(said)
    if isinstance(read, EnumType):
        return read(said)
    if said[:1] == "\n":
        return dict(line.strip().split(": ", 1) for line in said.strip().split("\n"))
    is_text = kind in {"str", "str | None"} and said != "None"
    return said if is_text and said[:1] + said[-1:] not in {"''", '""'} else literal_eval(said)
