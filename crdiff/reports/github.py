"""Results as workflow commands, which GitHub shows beside the lines of a pull request.

GitHub shows ten errors, ten warnings and ten notices of a step; the rest are plain lines of its log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crdiff.model.release import Level
from crdiff.reports.phrases import counted
from crdiff.reports.results import Result, Results

SHOWN = 10
"""How many annotations of a level GitHub shows for a step."""

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def github(results: Results) -> str:
    """Return the results as lines for standard output of a step."""
    return "".join(f"{line}\n" for line in _lines(results))


def _lines(results: Results) -> Iterator[str]:
    told: Counter[Level] = Counter()
    beyond: list[Result] = []
    for result in sorted(results.results, key=lambda result: list(_COMMANDS).index(result.level)):
        told[result.level] += 1
        if told[result.level] <= SHOWN:
            yield _annotation(result)
        else:
            beyond.append(result)
    if beyond:
        yield f"{counted(len(beyond), 'more result')}, of which GitHub would show none:"
    for result in beyond:
        place = f"{result.file}:{result.line}: " if result.file and result.line else ""
        yield _plain(f"{place}{result.level}: {result.subject} {result.message} [{result.rule}]")
    counts = ", ".join(counted(told[level], level.value) for level in _COMMANDS if told[level])
    rests_on = "".join(f"; {name} {value}" for name, value in results.facts)
    remark = f"; {results.remark}" if results.remark else ""
    yield f"crdiff {results.command}: {counts or 'nothing to report'}{remark}{rests_on}"


def _annotation(result: Result) -> str:
    """Return one workflow command, such as ``::error file=rules.txt,line=7,title=…::message``."""
    properties = {"file": result.file}
    if result.line:
        properties |= {"line": str(result.line), "endLine": str(result.end_line or result.line)}
    if result.line and result.column and result.end_line == result.line:
        properties |= {"col": str(result.column), "endColumn": str(result.end_column)}
    properties["title"] = " ".join(filter(None, (result.rule, result.subject)))
    said = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{_COMMANDS[result.level]} {said}::{_escaped(result.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _plain(line: str) -> str:
    """Return a line that is not a command."""
    return line.replace("\n", " ").replace("\r", " ").replace("::", ": :")
