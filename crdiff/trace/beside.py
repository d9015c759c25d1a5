"""What stands in files beside the checks: the wordings that they were reviewed against, and what they set out to cover.

Both are TOML. `reviewed.toml` has a table per check, in it a list per lineage, one line per wording, all sorted: two
people who accept different checks touch different lines.

    ["tests/rules/test_costs.py::test_the_controlled_players_mana_pays"]
    "2003-10-01-507.3a" = [
      { release = "2008-02-01", wording = "0123456789abcdef", reason = "written with the check" },
    ]

`scope.toml` names clauses, and those of them that assert nothing that could be played. A subsection in `scope` includes
all clauses under it, in every release, whatever their numbers are there; a rule or subrule includes only itself.

    scope = ["720@2024-06-07", "102.1@2024-06-07"]

    [informational]
    "720@2024-06-07" = "a heading"

    [stipulated]
    "720.5b@2024-06-07" = "the scenario says itself what calls for a decision"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any

from msgspec import Struct, field

from crdiff.errors import CorpusError, UnknownRelease
from crdiff.text.toml import toml_values
from crdiff.trace.timeline import ClauseName, InForce, Timeline, release_name, release_named

_HEADING = (
    "# Wordings that the checks were reviewed against. Written by `crdiff checks accept`; sorted, one line each.\n"
)


class Review(Struct, frozen=True, order=True):
    """A wording of a lineage (fingerprint, and a release that has it) that a check was reviewed against, and why."""

    check: str
    lineage: str
    release: date
    wording: str
    reason: str


def read_reviews(text: str) -> tuple[Review, ...]:
    """Return the reviews in the text of a file. Raises `CorpusError` if it is not such a file."""
    try:
        tables = toml_values(text)
        found = [
            Review(check, lineage, release_named(line["release"]), _text(line["wording"]), _text(line["reason"]))
            for check, lineages in tables.items()
            for lineage, lines in lineages.items()
            for line in lines
        ]
    except (ValueError, AttributeError, KeyError, TypeError, UnknownRelease) as error:
        raise CorpusError(
            f"not a file of reviews ({error})", "a table per check as `crdiff checks accept` writes"
        ) from error
    return tuple(sorted(found))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def write_reviews(reviews: Iterable[Review]) -> str:
    """Return the text of the file that holds `reviews`; reading it gives them back."""
    parts = [_HEADING]
    for check, of_check in groupby(sorted(set(reviews)), key=lambda review: review.check):
        parts.append(f"\n[{_quoted(check)}]\n")
        for lineage, of_lineage in groupby(of_check, key=lambda review: review.lineage):
            parts.append(f"{_quoted(lineage)} = [\n")
            parts.extend(_line(review) for review in of_lineage)
            parts.append("]\n")
    return "".join(parts)


def accepted(reviews: Iterable[Review], new: Iterable[Review]) -> tuple[Review, ...]:
    """Return `reviews` with `new` added. A wording accepted again in the same release gets the new reason."""
    kept = {(each.check, each.lineage, each.wording, each.release): each for each in (*reviews, *new)}
    return tuple(sorted(kept.values()))


def _line(review: Review) -> str:
    release, wording, reason = _quoted(release_name(review.release)), _quoted(review.wording), _quoted(review.reason)
    return f"  {{ release = {release}, wording = {wording}, reason = {reason} }},\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'


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
        played = (each for lineage in set(linked) if (each := timeline.standing(lineage, release)))
        return tuple(sorted(played, key=lambda each: (each.number, each.lineage)))
    named = filter(None, map(timeline.named, scope.clauses))
    wanted = {number for lineage in named if (number := lineage.number_in(release))}
    tops = {number.subsection for number in wanted if not number.rule and not number.letter}
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
