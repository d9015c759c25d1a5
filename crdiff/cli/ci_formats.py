"""The formats that jobs of continuous integration read, for every command that has results."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.reports.results import Results

CI_FORMATS = ("github", "junit", "sarif")


def written(results: Results, form: str) -> str | bytes:
    """Return `results` in one of `CI_FORMATS`."""
    if form == "github":
        from crdiff.reports.github import github

        return github(results)
    if form == "junit":
        from crdiff.reports.junit import junit

        return junit(results)
    from crdiff.reports.sarif import sarif

    return sarif(results)
