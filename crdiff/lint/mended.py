"""Misspellings that official releases printed and mended later: what each of them is meant to be, no word of its own.

Found by the check `misspelt-word` over all releases; `tests/lint/test_archive.py` finds some anew where the texts are
at hand.
"""

from __future__ import annotations

MENDED = frozenset((("cardss", "cards"), ("convered", "converted"), ("uptap", "untap")))
"""Pairs of a slip and the word that replaced it, in lower case."""
