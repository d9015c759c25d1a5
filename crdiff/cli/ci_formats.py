"""The formats that jobs of continuous integration read, for every command that has results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.reports.results import Results

CI_FORMATS = ("github", "junit", "sarif")


def ci_writers(results: Callable[[], Results]) -> dict[str, Callable[[], str | bytes]]:
    """Return what writes results in each of `CI_FORMATS`, for `Output.answer`."""

    def github() -> str:
        from crdiff.reports import github

        return github.github(results())

    def junit() -> bytes:
        from crdiff.reports import junit

        return junit.junit(results())

    def sarif() -> bytes:
        from crdiff.reports import sarif

        return sarif.sarif(results())

    return {"github": github, "junit": junit, "sarif": sarif}
