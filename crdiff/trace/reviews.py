"""Reviews: the wording of a clause that a person reviewed a check against, kept in a small file that merges.

The file has a table per check, in it a list per lineage, one line per wording, all sorted: two people who accept
different checks touch different lines.

    ["tests/rules/test_costs.py::test_the_controlled_players_mana_pays"]
    "2003-10-01-507.3a" = [
      { release = "2008-02-01", wording = "0123456789abcdef", reason = "written with the check" },
    ]
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import groupby

from msgspec import Struct

from crdiff.errors import CorpusError, UnknownRelease
from crdiff.text.toml import toml_values
from crdiff.trace.timeline import release_name, release_named

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
