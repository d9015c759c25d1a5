"""The template engine of the pages."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def environment() -> Environment:
    """Return the engine with the templates of the pages.

    Text is escaped wherever it lands (autoescape), and a name that a template misspells is an error (StrictUndefined).
    """
    return Environment(
        loader=PackageLoader("crdiff.pages", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
