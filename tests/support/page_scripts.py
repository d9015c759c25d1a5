"""The scripts that a page asks for."""

from __future__ import annotations

import re

_LINK = re.compile(rb'<script src="[^"]*?assets/([\w.-]+)"')


def scripts_of(page: bytes) -> set[str]:
    """Return the names of the files that a page links as scripts."""
    return {name.decode() for name in _LINK.findall(page)}
