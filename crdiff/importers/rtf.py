"""An .rtf document to lines."""

from __future__ import annotations

import re

from striprtf.striprtf import rtf_to_text

_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_PAGES = {b"10000": "mac_roman", b"1252": "cp1252", b"437": "cp437", b"850": "cp850"}


def rtf_lines(raw: bytes) -> list[str]:
    r"""Return the paragraphs of a document; its header names the page of the characters written as ``\'d5``."""
    found = _CODE_PAGE.search(raw[:2000])
    page = _PAGES.get(found[1], "cp1252") if found else "cp1252"
    text: str = rtf_to_text(raw.decode("latin-1"), encoding=page, errors="replace")  # type: ignore[no-untyped-call]
    return text.split("\n")
