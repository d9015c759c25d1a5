"""What a clause says, apart from typography and the numbers it cites."""

from __future__ import annotations

from crdiff.align.side import mask_numbers
from crdiff.text.normalise import fold_typography


def saying(title: str, text: str) -> str:
    """Return a form that is equal for wordings that say the same: typography, case and rule numbers do not count."""
    return mask_numbers(fold_typography(f"{title}\n{text}")).lower()
