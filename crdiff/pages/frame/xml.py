"""Text and attributes of XML: feeds and the map of the site."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write, not even by their number."""


def text(value: str) -> str:
    """Return `value` as it is written between tags or quotes; a character that XML cannot hold becomes U+FFFD."""
    return escape(_FORBIDDEN.sub("\ufffd", value), {'"': "&quot;", "'": "&apos;"})
