"""What a set of checks sets out to cover, and which of those clauses assert nothing that could be played.

    scope = ["720@2024-06-07", "102.1@2024-06-07"]

    [informational]
    "720@2024-06-07" = "a heading"

    [stipulated]
    "720.5b@2024-06-07" = "the scenario says itself what calls for a decision"

A subsection in `scope` includes all clauses under it, in every release, whatever their numbers are there; a rule or
subrule includes only itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from msgspec import Struct, field

from crdiff.errors import CorpusError, UnknownRelease
from crdiff.model.number import ClauseNumber
from crdiff.text.toml import toml_values
from crdiff.trace.timeline import ClauseName, InForce, Timeline


class Scope(Struct, frozen=True):
    """Clauses to cover; none at all means whatever the checks play. `informational` maps a clause to the reason.

    `stipulated` maps one to what its checks take for granted where they might have played it.
    """

    clauses: tuple[ClauseName, ...] = ()
    informational: Mapping[ClauseName, str] = field(default_factory=dict)
    stipulated: Mapping[ClauseName, str] = field(default_factory=dict)


def read_scope(text: str) -> Scope:
    """Return the scope in the text of a file. Raises `CorpusError` if it is not such a file."""
    try:
        content = toml_values(text)
        clauses = tuple(ClauseName.parse(written) for written in content.get("scope", ()))
        reasons, stipulated = _reasons(content, "informational"), _reasons(content, "stipulated")
    except (ValueError, AttributeError, TypeError, UnknownRelease) as error:
        raise CorpusError(f"not a file of a scope ({error})", "a list `scope` and a table `informational`") from error
    for table, told in (("informational", reasons), ("stipulated", stipulated)):
        if blank := [name for name, reason in told.items() if not reason.strip()]:
            raise CorpusError(f"{blank[0]} is {table} without a reason", "a reason")
    return Scope(clauses, reasons, stipulated)


def _reasons(content: Mapping[str, Any], table: str) -> dict[ClauseName, str]:
    return {ClauseName.parse(written): str(reason) for written, reason in content.get(table, {}).items()}


def merged(scopes: Iterable[Scope]) -> Scope:
    """Return the scopes as one."""
    found = tuple(scopes)
    reasons = {name: reason for scope in found for name, reason in scope.informational.items()}
    stipulated = {name: told for scope in found for name, told in scope.stipulated.items()}
    return Scope(tuple(dict.fromkeys(name for scope in found for name in scope.clauses)), reasons, stipulated)


def clauses_in_scope(
    timeline: Timeline, scope: Scope, release: date, linked: Iterable[str] = ()
) -> tuple[InForce, ...]:
    """Return the clauses in force in `release` that are to be covered, in order.

    `linked`: lineages that checks play in this release. They are the scope where none is declared.
    """
    if not scope.clauses:
        named = (each for lineage in set(linked) if (each := timeline.standing(lineage, release)))
        return tuple(sorted(named, key=lambda each: (each.number, each.lineage)))
    wanted = {number for name in scope.clauses if (number := _number_in(timeline, name, release))}
    tops = {number.subsection for number in wanted if number.is_heading}
    subsections = sorted({number.subsection for number in wanted})
    has_sections = any(number.is_section for number in wanted)
    found = (
        timeline.standing(lineage, release)
        for lineage, number in timeline.numbers_in(release, None if has_sections else subsections)
        if number in wanted or number.subsection in tops or number.section in tops
    )
    return tuple(each for each in found if each)


def reasons_by_lineage(timeline: Timeline, reasons: Mapping[ClauseName, str]) -> dict[str, str]:
    """Return reasons by the lineages of their clauses, those of releases that are not known left out.

    Raises `UnknownNumber` for a clause that a release known does not have.
    """
    found: dict[str, str] = {}
    for name, reason in reasons.items():
        if timeline.named(name) or (name.release or timeline.newest) in timeline.releases:
            found[timeline.find(name).id] = reason
    return found


def _number_in(timeline: Timeline, name: ClauseName, release: date) -> ClauseNumber | None:
    """Return the number that a clause has in `release`, None for none."""
    found = timeline.named(name)
    return found.number_in(release) if found else None
