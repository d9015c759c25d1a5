"""TOML that may come from anybody, read to its values."""

from __future__ import annotations

from typing import Any


def toml_values(text: str) -> dict[str, Any]:
    """Return the values of a TOML text.

    Raises `ValueError` where it is not TOML, and for one that is nested too deeply or has a number of too many digits.
    """
    import tomllib  # most commands read none

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("values are nested too deeply") from None
