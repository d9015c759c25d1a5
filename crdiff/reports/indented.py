"""Answers as JSON with one look: indented, UTF-8, a newline at the end, the schema's name first."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec.json

Json = dict[str, Any]
_NOT_UTF8 = re.compile("[\ud800-\udfff]")


def formatted(raw: bytes) -> bytes:
    """Return JSON with its look."""
    return msgspec.json.format(raw, indent=1) + b"\n"


def as_json(answer: object) -> bytes:
    r"""Return `answer` as JSON; a byte ``\xff`` of a file name that is not UTF-8 is written out as ``\udcff``."""
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        written = json.dumps(msgspec.to_builtins(answer), ensure_ascii=False)
        return _NOT_UTF8.sub(lambda found: rf"\\u{ord(found[0]):x}", written).encode()
