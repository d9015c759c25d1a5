"""An answer is cut to its size from the least important on, and says what is left out."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from crdiff.mcp.answers import DatedAnswer, Told, fitted
from crdiff.reports.answer import as_json

DAY = date(2024, 6, 7)


def answer(*rows: Told) -> DatedAnswer:
    return DatedAnswer(DAY, DAY, DAY, "Facts to 2024-06-07.", (), "said", rows=rows)


rows = st.builds(
    Told,
    number=st.text(max_size=10),
    title=st.text(max_size=20),
    text=st.none() | st.text(max_size=3_000),
    depth=st.integers(0, 3),
)


@given(st.lists(rows, max_size=30), st.integers(2_000, 6_000))
def test_an_answer_takes_no_more_than_asked_for(rows: list[Told], limit: int) -> None:
    whole = answer(*rows)
    cut = fitted(whole, limit)
    assert len(as_json(cut)) <= limit
    if len(as_json(whole)) <= limit:
        assert cut == whole


def test_the_last_rows_go_first_and_are_named() -> None:
    cut = fitted(answer(*(Told(f"702.{at}", title="Trample", text="x" * 400) for at in range(1, 9))), 2_000)
    assert [row.number for row in cut.rows] == ["702.1", "702.2", "702.3"]
    assert cut.left_out[:2] == ("5 of 8 rows are not shown", "702.4 Trample")


def test_what_stands_two_levels_below_is_only_counted() -> None:
    cut = fitted(answer(*(Told(f"702.{at}", text="x" * 900, depth=at) for at in range(4))), 1_500)
    assert cut.left_out[0] == "3 of 4 rows are not shown"
    assert not any(line.startswith(("702.2", "702.3")) for line in cut.left_out)


def test_a_single_long_text_is_cut_and_says_how_much_is_missing() -> None:
    cut = fitted(answer(Told("205.3m", text="Advisor, " * 1_000)), 2_000)
    assert cut.rows[0].text
    assert cut.rows[0].text.endswith("more characters)")
    assert len(as_json(cut)) > 1_500
