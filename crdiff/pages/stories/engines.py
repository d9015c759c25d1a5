"""What the tests of an engine say of a story that the game model plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineVerdict:
    """Whether an engine that plays the rules of `release` agrees: its `tests` that name what decides there all pass."""

    engine: str
    release: str
    agrees: bool
    tests: int
