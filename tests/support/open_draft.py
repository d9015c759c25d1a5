"""A draft with open labels made back from a release that was made of another one, whose answers say what moved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from crdiff.model.number import LETTERS

_LABEL = re.compile(r"(\d{3})\.(?:(\d+)([a-z]{1,2})?)?\.? ")
_CITED = re.compile(r"(?<![\d.])(\d{3}\.\d+(?:[a-z]{1,2})?)(?![\da-z])(?:([–-])([a-z]{1,2})(?![a-z]))?")
_WHOLE = re.compile(r"(?<![\d.,–{+-])7\d\d(?!\d|,\d|\.\d)|(?<=\d–)7\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """A draft, and the release that it becomes once its numbers are given."""

    draft: str
    numbered: str


def open_draft(release: str, answers: Mapping[str, Any]) -> OpenDraft:
    """Return the draft of a release with the old numbers of its clauses, and open labels for the new ones.

    Citations that the release left stale are right in what the draft becomes: the draft has the number of old.
    """
    stale = {(by, cited): meant for by, cited, meant in answers["stale"]}
    old = _Old(answers)
    lines = release.split("\r\n")
    rules = max(at for at, line in enumerate(lines) if line.startswith("100. General"))
    glossary = max(at for at, line in enumerate(lines) if line.strip() == "Glossary")
    drafted, numbered, number = [], [], ""
    for at, line in enumerate(lines):
        label = _LABEL.match(line)
        said = line[label.end() :] if label else line
        if label:
            number = line[: label.end()].strip().rstrip(".")
        if at >= rules:
            said = _CITED.sub(partial(_mended, stale, number if at < glossary else ""), said)
        numbered.append(line[: len(line) - len(line[label.end() :])] + said if label else said)
        head = line[: label.end()].replace(number, old.label(number), 1) if label else ""
        drafted.append(head + (old.cited(said) if at >= rules else said))
    return OpenDraft("\r\n".join(drafted), "\r\n".join(numbered))


def _mended(stale: Mapping[tuple[str, str], str], by: str, cited: re.Match[str]) -> str:
    return stale.get((by, cited[1]), cited[1]) + cited[0].removeprefix(cited[1])


class _Old:
    """The label in the draft of each number of the release."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        subsection, subrule, keyword, *_ = added = answers["added"]
        stem, letter = re.fullmatch(r"(.*\d)([a-z]+)", subrule).groups()  # type: ignore[union-attr]
        self._labels = {new: was for was, new in answers["moved"].items()}
        self._labels |= {each: f"{subsection[0]}xx{each[3:]}" for each in added if each[:3] == subsection}
        self._labels |= {each: f"702.+{each.removeprefix(keyword)}" for each in added if each.startswith(keyword)}
        self._labels[subrule] = f"{stem}{LETTERS[LETTERS.index(letter) - 1]}+"

    def label(self, number: str) -> str:
        return self._labels.get(number, self._labels.get(number[:3], number[:3]) + number[3:])

    def cited(self, said: str) -> str:
        said = _CITED.sub(self._one, said)
        return _WHOLE.sub(lambda whole: self._labels.get(whole[0], whole[0]), said) if "rule" in said.lower() else said

    def _one(self, cited: re.Match[str]) -> str:
        if not cited[2]:
            return self.label(cited[1])
        last = self.label(cited[1].rstrip("abcdefghijklmnopqrstuvwxyz") + cited[3])
        return f"{self.label(cited[1])}{cited[2]}{last[len(last.rstrip('abcdefghijklmnopqrstuvwxyz')) :]}"
