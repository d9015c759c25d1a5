"""Decisions by hand, which beat every pass: ``corpus/overrides/OLD__NEW.toml``.

    [[link]]
    old = ["507.1c"]
    new = ["712.3"]
    reason = "the note on control left the list of exceptions and became a rule"

The main clause comes first on either side. Several clauses on one side make a split or a merge; none on one side means
that the clauses on the other have no partner.
"""

from __future__ import annotations

from msgspec import Struct

from crdiff.errors import OverrideError, UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.text.toml import toml_values

_HEADER = "[[link]]"
_KEYS = frozenset({"old", "new", "reason"})


class Override(Struct, frozen=True):
    """One decision: these old clauses became these new ones, and why. `line` is where it is written, from 1."""

    old: tuple[ClauseNumber, ...]
    new: tuple[ClauseNumber, ...]
    reason: str
    line: int

    def mirrored(self) -> Override:
        """Return the same decision read from new to old."""
        return Override(self.new, self.old, self.reason, self.line)


def parse_overrides(text: str) -> tuple[Override, ...]:
    """Return the decisions in `text`, in order.

    Raises `OverrideError` for text that is not TOML or not a decision, with its line.
    """
    if not text.strip():
        return ()
    try:
        tables = toml_values(text)
    except ValueError as error:
        raise OverrideError(f"overrides are not TOML ({error})") from None
    links = tables.pop("link", [])
    if tables or not isinstance(links, list):
        raise OverrideError(f"overrides hold {', '.join(sorted(tables)) or 'no list'}", f"tables {_HEADER} only")
    lines = [at for at, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip() == _HEADER]
    if len(lines) != len(links):
        raise OverrideError("overrides are not written as tables", f"a line {_HEADER} before each decision")
    return tuple(_override(table, line) for table, line in zip(links, lines, strict=True))


def _override(table: dict[str, object], line: int) -> Override:
    if table.keys() != _KEYS or not table["reason"] or not isinstance(table["reason"], str):
        raise OverrideError("an override is incomplete", "old, new and a reason, no other key", line=line)
    override = Override(_numbers(table["old"], line), _numbers(table["new"], line), table["reason"], line)
    if not override.old and not override.new:
        raise OverrideError("an override names no clause", "numbers in old or new", line=line)
    if len(override.old) > 1 and len(override.new) > 1:
        raise OverrideError("an override is many to many", "one clause on one side at least", line=line)
    return override


def _numbers(value: object, line: int) -> tuple[ClauseNumber, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise OverrideError(f"an override has {value!r}", "a list of clause numbers in quotes", line=line)
    try:
        return tuple(ClauseNumber.parse(item) for item in value)
    except UnknownNumber as error:
        raise OverrideError(error.what, error.expected, line=line) from None
