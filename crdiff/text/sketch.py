"""A sketch of a text: a few characters that are alike where texts share many words, and tell nothing of these words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

_BUCKETS = 12
_EMPTY = "."
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@lru_cache(maxsize=1 << 14)
def sketch(words: str) -> str:
    """Return the sketch of `words` apart by blanks: 12 characters, "" for no words.

    Each pair of neighbours falls into one of 12 buckets by its hash, and the smallest hash of a bucket gives it one of
    64 characters: minwise hashing with one permutation.
    """
    said = words.split()
    pairs = {f"{one} {other}" for one, other in pairwise(said)} or set(said)
    smallest: dict[int, int] = {}
    for pair in pairs:
        value, bucket = divmod(int.from_bytes(blake2b(pair.encode(), digest_size=8).digest()), _BUCKETS)
        smallest[bucket] = min(value, smallest.get(bucket, value))
    filled = (_DIGITS[smallest[at] % len(_DIGITS)] if at in smallest else _EMPTY for at in range(_BUCKETS))
    return "".join(filled) if pairs else ""


def likeness_of_sketches(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the estimated share of pairs of words that two texts have in common, 0.0 to 1.0.

    Characters that agree by chance do not count.
    """
    filled = [(left, right) for left, right in zip(one, other, strict=False) if left != _EMPTY or right != _EMPTY]
    if not filled:
        return 0.0
    by_chance = 1 / len(_DIGITS)
    share = sum(left == right for left, right in filled) / len(filled)
    return max(0.0, (share - by_chance) / (1 - by_chance))
