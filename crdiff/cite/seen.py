"""What is known of citations from before: it is used where all that it rests on is as it was."""

from __future__ import annotations

from msgspec import Struct

from crdiff.cite.judging import Basis, Certainty, Judgement
from crdiff.cite.meanings import Read
from crdiff.cite.prior import Leanings
from crdiff.cite.weighing import Weighing
from crdiff.model.number import ClauseNumber


class ReadPassage(Struct, frozen=True, array_like=True):
    """What the numbers cited in a passage may mean, each in turn, and what was made of each last.

    It holds in any tree and any state of it: `weighings` say on what standing in the tree they rest.
    """

    reads: tuple[Read, ...]
    weighings: list[Weighing | None]


class SaidNumber(Struct, frozen=True, array_like=True):
    """What is said of a number, as in `CheckedNumber`, before what the tree says of it elsewhere explains it."""

    judgement: Judgement
    basis: Basis
    certainty: Certainty
    is_slip: bool


class SettledText(Struct, frozen=True, array_like=True):
    """What was said of the numbers of a text: places among `said` of its tree, for those groups that cite something.

    `evidence` is the fingerprint of what it says to its tree.
    """

    evidence: bytes
    groups: tuple[int, ...]
    numbers: tuple[int, ...]


class SettledTree(Struct, frozen=True, array_like=True):
    """What a tree said of its citations, and what was said of each of them, by the fingerprints of its texts.

    `evidence` is the fingerprint of what the first follows from.
    """

    evidence: bytes
    with_bare: bool
    written: int
    begun: int
    inventions: float
    shares: tuple[float, ...]
    leanings: tuple[tuple[ClauseNumber, Leanings], ...]
    moved: float
    texts: dict[bytes, SettledText]
    said: tuple[SaidNumber, ...]


class Seen(Struct):
    """What is known of citations from before: of each passage by its fingerprint, and of the tree judged last."""

    passages: dict[bytes, ReadPassage] = {}
    settled: SettledTree | None = None
