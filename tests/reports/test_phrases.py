"""Small English of reports."""

from __future__ import annotations

import pytest

from crdiff.reports.phrases import quoted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trample", "“trample”"),
        # 500.5a of 2025-11-14
        ("Effects that last “until end of combat” expire.", "“Effects that last ‘until end of combat’ expire.”"),
        (
            "which says “Nonartifact spells cost {1} more to cast.”",
            "“which says ‘Nonartifact spells cost {1} more to cast.’”",
        ),
        # the straight marks of 2019-01-25
        ('the phrase "its owner\'s hand," or ("exile")', "“the phrase ‘its owner's hand,’ or (‘exile’)”"),
        ('the named card"', "“the named card’”"),
    ],
)
def test_a_quotation_inside_a_quotation_has_single_marks(text: str, said: str) -> None:
    assert quoted(text) == said
    assert "””" not in quoted(text)
