"""Families of texts whose truth is known: pairs checked by hand, rows that were read, two books, made-up releases.

All but crdiff itself is in $CRDIFF_SHARED or in ``../shared``: the hand-checked pairs in ``gold/alignment`` and their
releases in ``cr``, the books in ``books/NAME`` with ``DATE.txt`` and ``DATE.ids.json`` (the authors' id -> number), and
in ``eval`` what scores the pairs and makes a plausible next release. A book is read with numbers of three digits, the
only ones that the official dialect knows.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial, reduce
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from crdiff.dialects.registry import read
from crdiff.model.number import LETTERS
from crdiff.model.release import Release

SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
Partners = Mapping[str, Sequence[str]]
"""Number -> the numbers that it is linked to, the main one first."""
Answer = tuple[Partners, Partners]
"""What an alignment says: the heirs of the old clauses and the origins of the new ones."""
Case = tuple[Release, Release, Callable[[Answer], Mapping[str, int]]]
"""Two releases, and what counts the right decisions of an answer by kind."""
_Reader = Callable[[str, Mapping[str, str], str], tuple[Release, dict[str, str]]]
"""Reads the text of a book, with its ids and its day, as a release; with it the numbers by the ids that it has."""

_MADE = 6
"""Made-up releases (count), one of each seed from 1."""
_HEADING = re.compile(r"(\d+(?:\.\d+)*) (\S.*)")
_PARAGRAPH = re.compile(r"(\d+(?:\.\d+)*):(\d+) (\S.*)")
_RULE = re.compile(r"(\d+(?:\.\d+){0,2}[a-z]*)(\.?)(\s+\S.*)")
_CITED = re.compile(r"\b(rules?|sections?) (\d+\.\d+(?:\.\d+[a-z]*)?)")
_BOOK = """{title}

These rules are effective as of {day:%B} {day.day}, {day.year}.

Introduction

This document holds the rules.

Contents

{contents}

Glossary

Credits

{rules}

Glossary

Term
A word with a meaning.

Credits

The authors
"""


def cases() -> dict[str, list[Case]]:
    """Return the cases of each family, by its name."""
    return {
        "gold": list(_gold()),
        "read": list(_read()),
        "Netrunner": list(_book("netrunner-cr", _netrunner)),
        "Rust": list(_book("rust-fls", _rust)),
        "made up": list(_made_up()),
    }


def _gold() -> Iterator[Case]:
    score = _script("score_alignment").score
    for path in sorted((SHARED / "gold" / "alignment").glob("*__*.json")):
        gold = json.loads(path.read_text())
        yield _release(gold["old"]), _release(gold["new"]), _judge_by_hand(score, gold)


def _judge_by_hand(score: Callable[..., Any], gold: Mapping[str, Any]) -> Callable[[Answer], Mapping[str, int]]:
    def judge(answer: Answer) -> Mapping[str, int]:
        got, _, _, whole = score(gold, *answer)
        return {"decisions": sum(got.values()), "whole": whole[0]}

    return judge


def _read() -> Iterator[Case]:
    found: dict[tuple[str, str], list[list[str]]] = defaultdict(list)
    for line in (Path(__file__).parent / "read_rows.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            old, new, *row = line.split()
            found[old, new].append(row)
    for (old, new), rows in found.items():
        yield _release(old), _release(new), partial(_judge_rows, rows)


def _judge_rows(rows: Sequence[Sequence[str]], answer: Answer) -> Mapping[str, int]:
    """Count by kind the rows of which an answer says what their reader says."""
    heirs, origins = answer
    right: Counter[str] = Counter()
    for kind, number, *read_as in rows:
        found = list((origins if kind in {"added", "origin"} else heirs).get(number, ()))
        if kind in {"main", "origin"}:
            right["main"] += found[:1] == read_as
        elif kind == "whole":
            right[kind] += set(read_as) <= set(found)
        else:
            right["went on" if read_as else "alone"] += bool(set(found) & set(read_as)) if read_as else not found
    return right


def _script(name: str) -> ModuleType:
    spec = spec_from_file_location(name, SHARED / "eval" / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _release(day: str) -> Release:
    path = SHARED / "cr" / f"{day}.txt"
    return read(path.read_bytes(), path.name)


def _book(name: str, numbered: _Reader) -> Iterator[Case]:
    """Yield the pairs of neighbouring releases of a book, and its first with its last."""
    folder = SHARED / "books" / name
    days = sorted(path.name.removesuffix(".ids.json") for path in folder.glob("*.ids.json"))
    found = [
        numbered((folder / f"{day}.txt").read_text(), json.loads((folder / f"{day}.ids.json").read_text()), day)
        for day in days
    ]
    for (old, ids_old), (new, ids_new) in [*pairwise(found), (found[0], found[-1])]:
        yield old, new, _judge_by_id(ids_old, ids_new)


def _judge_by_id(old: Mapping[str, str], new: Mapping[str, str]) -> Callable[[Answer], Mapping[str, int]]:
    def judge(answer: Answer) -> Mapping[str, int]:
        heirs, origins = answer
        both = [(number, new[each]) for each, number in old.items() if each in new]
        return {
            "linked": sum(other in heirs.get(one, ()) for one, other in both),
            "main": sum(heirs.get(one, ())[:1] == [other] for one, other in both),
            "gone": sum(not heirs.get(number) for each, number in old.items() if each not in new),
            "new": sum(not origins.get(number) for each, number in new.items() if each not in old),
        }

    return judge


def _netrunner(text: str, ids: Mapping[str, str], day: str) -> tuple[Release, dict[str, str]]:
    """Read 5.2.1a as 502.1a; what has no such number is left out with its ids."""
    lines: list[str] = []
    heads: list[str] = []
    is_kept = False
    for printed in text.splitlines():
        found, line = _RULE.match(printed), printed
        if found and (found[2] or "." in found[1]):
            number = _three_digits(found[1])
            is_kept = number is not None
            line = f"{number}{'' if found[1][-1].isalpha() else '.'}{found[3]}"
            heads += [line] if is_kept and found[1].count(".") < 2 and len(found[3]) <= 80 else []
        if is_kept:
            lines.append(_CITED.sub(lambda cited: f"{cited[1]} {_three_digits(cited[2]) or cited[2]}", line))
    release = _bound("Netrunner Comprehensive Rules", day, heads, lines)
    return release, {each: number for each, printed in ids.items() if (number := _three_digits(printed))}


def _three_digits(number: str) -> str | None:
    """Return 5.2.1a as 502.1a; None for what has no place among numbers of three digits."""
    found = re.fullmatch(r"([1-9])(?:\.(\d{1,2})(?:\.(\d+)([a-z]*))?)?", number)
    if not found or not found[2]:
        return found and found[1]
    head = f"{found[1]}{int(found[2]):02d}"
    return f"{head}.{found[3]}{_letters(found[4])}" if found[3] else head


def _letters(printed: str) -> str:
    """Return letters of all 26 as those of the Comprehensive Rules, which skip l and o."""
    count = reduce(lambda count, letter: count * 26 + ascii_lowercase.index(letter) + 1, printed, 0)
    found = ""
    while count:
        count, at = divmod(count - 1, len(LETTERS))
        found = LETTERS[at] + found
    return found


def _rust(text: str, ids: Mapping[str, str], day: str) -> tuple[Release, dict[str, str]]:
    """Read the headings of all levels as subsections 100, 101, …, the paragraphs as rules under them."""
    numbers: dict[str, str] = {}
    lines: list[str] = []
    heads: list[str] = []
    count = 100
    for line in text.splitlines():
        if found := _HEADING.fullmatch(line):
            if count > 998:
                break
            if count % 100 == 0:
                heads.append(f"{count // 100}. Part {count // 100}")
                lines.append(heads[-1])
            numbers[found[1]] = str(count)
            heads.append(f"{count}. {found[2][:70]}")
            lines.append(heads[-1])
            count += 1
        elif found := _PARAGRAPH.fullmatch(line):
            numbers[f"{found[1]}:{found[2]}"] = number = f"{numbers[found[1]]}.{found[2]}"
            lines.append(f"{number}. {found[3]}")
        elif numbers:
            lines.append(line)
    release = _bound("FLS Comprehensive Rules", day, heads, lines)
    return release, {each: numbers[printed] for each, printed in ids.items() if printed in numbers}


def _bound(title: str, day: str, heads: Sequence[str], lines: Sequence[str]) -> Release:
    text = _BOOK.format(title=title, day=date.fromisoformat(day), contents="\n".join(heads), rules="\n".join(lines))
    return read(text.encode(), f"{title}.txt")


def _made_up() -> Iterator[Case]:
    newest = max((SHARED / "cr").glob("*.txt"))
    old = read(newest.read_bytes(), newest.name)
    printed = [str(placement.number) for placement in old.placements]
    with TemporaryDirectory() as folder:
        made, answers = Path(folder, "2027-01-08.txt"), Path(folder, "answers.json")
        for seed in range(1, _MADE + 1):
            asked = [*("--date", made.stem, "--seed", str(seed)), *("-o", str(made), "--answers", str(answers))]
            command = [sys.executable, str(SHARED / "eval" / "future.py"), str(newest), *asked]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            yield old, read(made.read_bytes(), made.name), _judge_made(printed, json.loads(answers.read_text()))


def _judge_made(printed: Sequence[str], truth: Mapping[str, Any]) -> Callable[[Answer], Mapping[str, int]]:
    def judge(answer: Answer) -> Mapping[str, int]:
        heirs, origins = answer
        went = {number: truth["moved"].get(number, number) for number in printed if number not in truth["removed"]}
        return {
            "alone": sum(heirs.get(one, ()) == [other] for one, other in went.items()),
            "gone": sum(not heirs.get(number) for number in truth["removed"]),
            "new": sum(not origins.get(number) for number in truth["added"]),
        }

    return judge
