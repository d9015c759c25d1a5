"""Which dialect a text is written in, by evidence, and the whole way from bytes to a release."""

from __future__ import annotations

from hashlib import sha256

from crdiff.dialects import official
from crdiff.model.release import Damage, Release, Source
from crdiff.text.decode import decode


def read(raw: bytes, name: str, dialect: str | None = None) -> Release:
    """Return the release in `raw`; `name` is how findings call the file, `dialect` overrides the evidence."""
    decoded = decode(raw)
    source = Source(
        name=name,
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        lines=decoded.text.count("\n") + 1,
        encoding=decoded.encoding,
        encoding_reason=decoded.reason,
        line_ends=decoded.line_ends,
        dialect=dialect or "official",
        dialect_reason="asked for" if dialect else "numbered rules",
        damage=tuple(Damage(what, count) for what, count in decoded.damage),
    )
    return official.parse(decoded.text, source)
