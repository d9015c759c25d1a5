from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crdiff.text.normalise import fold_typography, squeeze, straight_quotes, unify_line_ends


@pytest.mark.parametrize(
    ("printed", "folded"),
    [
        ("A player’s “card”", 'A player\'s "card"'),
        ("‘if’ `if` ´if´", "'if' 'if' 'if'"),
        ("type—the card type", "type-the card type"),
        ("type -- the card type", "type-the card type"),
        ("“Artifact — Equipment.”", '"Artifact-Equipment."'),  # 2014-02-01
        ('"Artifact - Equipment."', '"Artifact-Equipment."'),
        ("“Choose one —” or “Choose two —,”", '"Choose one-" or "Choose two-,"'),
        ("rules 409.1a–i", "rules 409.1a-i"),
        ("gets -1/-1 until", "gets -1/-1 until"),
        ("costs [−4]", "costs [-4]"),
        ("Magic(r), the DCI(tm) and the DCI™", "Magic, the DCI and the DCI"),
        ("©1993–2000", "(c)1993-2000"),
        ("_Magic_ color word", "Magic color word"),
        ("at <Wizards.com/Locator>.", "at Wizards.com/Locator."),
        ("Æther Storm", "Aether Storm"),
        ("AEther Storm", "Aether Storm"),
        ("and so on…", "and so on..."),
        ("a\u00a0b\u200b  c\n d ", "a b c d"),
    ],
)
def test_typography_is_written_one_way(printed: str, folded: str) -> None:
    assert fold_typography(printed) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("+1/+1", "-1/-1"),
        ("player", "Player"),
        ("{2}", "{3}"),
        ("may", "may not"),
        ("[cost]", "cost"),
        ("rule 7", "rule 70"),
    ],
)
def test_what_carries_meaning_is_left_alone(one: str, other: str) -> None:
    assert fold_typography(one) != fold_typography(other)


@example("- -")
@example("1  -.")
@given(st.text(st.sampled_from("abC1 .,:/+{}’‘“”—–-\"'™®_\n\u00a0…"), max_size=60))
def test_folding_twice_folds_no_more(text: str) -> None:
    once = fold_typography(text)
    assert fold_typography(once) == once


@given(st.text(st.sampled_from("abC1 .,\n\t")))
def test_plain_text_is_only_squeezed(text: str) -> None:
    assert fold_typography(text) == squeeze(text)


@given(st.text())
@example("“It’s a ‘card’ – that’s it.”")
def test_straightening_marks_leaves_every_other_character_in_its_place(text: str) -> None:
    straight = straight_quotes(text)
    assert len(straight) == len(text)
    assert {(curly, plain) for curly, plain in zip(text, straight, strict=True) if curly != plain} <= {
        ("‘", "'"),
        ("’", "'"),
        ("“", '"'),
        ("”", '"'),
    }
    assert not {*straight} & {*"‘’“”"}


@given(st.lists(st.text(st.characters(exclude_characters="\r\n"))), st.sampled_from(["\r\n", "\n", "\r"]))
def test_every_line_end_becomes_one_line_feed(lines: list[str], end: str) -> None:
    assert unify_line_ends(end.join(lines)) == "\n".join(lines)
