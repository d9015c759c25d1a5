"""Answers as JSON with one look: indented, UTF-8, a newline at the end, the schema's name first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec.json

Json = dict[str, Any]


def indented(schema: str, answer: Mapping[str, Any]) -> bytes:
    """Return `answer` as indented JSON that names the schema it keeps to."""
    return msgspec.json.format(msgspec.json.encode({"schema": schema, **answer}), indent=1) + b"\n"
