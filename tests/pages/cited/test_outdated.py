"""Who cited a number that became wrong."""

from __future__ import annotations

from crdiff.pages.cited.outdated import _by_whom


def test_repositories_that_are_not_named_are_counted_in_the_singular_and_in_the_plural() -> None:
    counts = [(f"owner/{name}", 9 - at) for at, name in enumerate("abcde")]
    assert _by_whom(counts[:3]) == "9 in owner/a, 8 in owner/b and 7 in owner/c"
    assert _by_whom(counts[:4]) == "9 in owner/a, 8 in owner/b, 7 in owner/c and 6 in 1 more repository"
    assert _by_whom(counts).endswith(" and 11 in 2 more repositories")
