"""What became of the clauses of two releases that are far apart, as the releases between them say."""

from __future__ import annotations

from msgspec import Struct


class Followed(Struct, frozen=True):
    """What following gives for two releases, by index in document order.

    `pairs` are (old, new) that are one clause, or of which the old one was wholly merged into the new one; `parts` are
    (old, new) where text of the old one went into a new one besides. Clauses in neither came or went in between.
    `through` counts the releases between the two.
    """

    pairs: tuple[tuple[int, int], ...]
    parts: tuple[tuple[int, int], ...]
    through: int

    def mirrored(self) -> Followed:
        """Return the same, asked for in the other direction."""
        pairs, parts = (tuple((new, old) for old, new in each) for each in (self.pairs, self.parts))
        return Followed(pairs, parts, self.through)

    @property
    def evidence(self) -> str:
        """What speaks for its links, in words."""
        return f"followed through {self.through} releases between"
