"""Findings that a marker in the text silences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from crdiff.lint.finding import LintFinding
from crdiff.text.markers import Marker, markers

_EVERY = ""
"""Stands for every check."""


def without_marked(findings: Iterable[LintFinding], lines: Sequence[str]) -> tuple[tuple[LintFinding, ...], int]:
    """Return the findings that no marker in `lines` silences, and how many are silenced."""
    all_of_them = tuple(findings)
    switches: dict[str, list[Marker]] = defaultdict(list)
    for marker in markers(lines):
        for check in marker.checks or (_EVERY,):
            switches[check].append(marker)
    if not switches:
        return all_of_them, 0
    left = tuple(finding for finding in all_of_them if not _is_off(finding, switches))
    return left, len(all_of_them) - len(left)


def _is_off(finding: LintFinding, switches: dict[str, list[Marker]]) -> bool:
    """Whether the last marker before a finding switches its check off, or one is about just its line."""
    about = sorted((*switches[finding.check], *switches[_EVERY]), key=lambda marker: marker.line)
    if any(marker.verb == "ignore" and marker.line == finding.line for marker in about):
        return True
    before = [marker.verb for marker in about if marker.verb in {"off", "on"} and marker.line <= finding.line]
    return bool(before) and before[-1] == "off"
