"""TOML that may come from anybody, read to its values."""

from __future__ import annotations

import re
from typing import Any

# Room for 30,000 tests in a map; whatever it says, the standard parser reads it in two seconds.
_CHARACTERS_MAX = 2_000_000
# Parts of a dotted key; the parser's time grows with their square.
_PARTS_MAX = 10
_DOTTED = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_PARTS_MAX}}}""")


def toml_values(text: str) -> dict[str, Any]:
    """Return the values of a TOML text.

    Raises `ValueError` where it is not TOML, and for one that is too long, is nested too deeply, or has a number of too
    many digits or a key of too many parts.
    """
    import tomllib  # most commands read none

    if len(text) > _CHARACTERS_MAX:
        raise ValueError(f"it has more than {_CHARACTERS_MAX:,} characters")
    if _DOTTED.search(text):
        raise ValueError(f"a key has more than {_PARTS_MAX} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("values are nested too deeply") from None
