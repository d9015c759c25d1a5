"""The published JSON Schemas, a file each beside this module."""

from __future__ import annotations

from importlib.resources import files

SCHEMAS = (
    "release",
    "diff",
    "explanation",
    "history",
    "number",
    "show",
    "blame",
    "renumbering",
    "renumbered",
    "whatsnew",
    "search",
    "stats",
    "lint",
    "review",
    "cite",
    "identified",
    "quotation",
    "checks",
    "mutants",
    "engine-results",
    "coverage",
    "concerns",
    "accepted",
    "corpus",
    "added",
    "built",
    "verify",
    "clauses",
    "changes",
    "numbers",
    "uses",
    "names",
    "compare",
    "wordings",
    "since",
    "search-index",
    "sentences",
)
"""What can be asked for, in the order in which the documentation lists them."""


def schema(name: str) -> str:
    """Return the JSON Schema called `name`, one of `SCHEMAS`."""
    return files(__package__).joinpath(f"{name}.json").read_text("utf-8")
