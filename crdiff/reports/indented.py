"""Answers as JSON with one look: indented, UTF-8, a newline at the end, the schema's name first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec.json

Json = dict[str, Any]


def indented(schema: str, answer: Mapping[str, Any]) -> bytes:
    """Return `answer` as indented JSON that names the schema it keeps to."""
    return msgspec.json.format(as_json({"schema": schema, **answer}), indent=1) + b"\n"


def as_json(answer: object) -> bytes:
    """Return `answer` as JSON; a byte of the name of a file that is no UTF-8 is a question mark."""
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(answer), ensure_ascii=False).encode("utf-8", "replace")
