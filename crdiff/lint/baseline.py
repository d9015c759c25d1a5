"""Findings accepted with a reason: a list of fingerprints that silences findings of a lint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from crdiff.changes.change import Part
from crdiff.lint.finding import ClausePiece, LintFinding
from crdiff.model.release import Level

STALE_ENTRY = "stale-baseline-entry"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that is silenced: its fingerprint, its check and number for a person to recognise it, and why."""

    fingerprint: str
    check: str
    number: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sifted:
    """The findings left, how many a baseline silences, and the entries that no longer silence any."""

    findings: tuple[LintFinding, ...]
    silenced: int
    stale: tuple[Accepted, ...]


def sift(findings: Sequence[LintFinding], baseline: Iterable[Accepted], checks: Collection[str]) -> Sifted:
    """Return `findings` without those in the baseline; entries of checks not among `checks`, which ran, stay."""
    entries = {entry.fingerprint: entry for entry in baseline}
    found = {finding.fingerprint for finding in findings}
    left = tuple(finding for finding in findings if finding.fingerprint not in entries)
    stale = tuple(entry for entry in entries.values() if entry.check in checks and entry.fingerprint not in found)
    return Sifted(left, len(findings) - len(left), stale)


def stale_finding(entry: Accepted) -> LintFinding:
    """Return the finding that an entry of the baseline can be removed."""
    return LintFinding(
        check=STALE_ENTRY,
        level=Level.WARNING,
        part=Part.RULES,
        number=entry.number,
        line=0,
        column=0,
        end_line=0,
        end_column=0,
        piece=ClausePiece.TEXT,
        index=0,
        start=0,
        stop=0,
        quote="",
        message=f"the baseline silences {entry.check} {entry.fingerprint}, which no longer applies: remove the entry",
        fingerprint=entry.fingerprint,
    )


def accepted(finding: LintFinding, reason: str) -> Accepted:
    """Return the entry of a baseline that silences `finding`."""
    return Accepted(finding.fingerprint, finding.check, finding.number, reason)
