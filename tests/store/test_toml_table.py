"""Tables of hand-written TOML: every error names the line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from crdiff.errors import CorpusError
from crdiff.store.toml_table import Table, read_table

TEXT = """\
title = " A title "
day = 2008-02-01
days = [2008-02-01, 2009-07-11]
names = ["a", "b"]
is_dead = true
empty = ""

[[one]]
name = "first"

[[one]]
name = 2
"""
TABLE = read_table(TEXT, "a.toml", 3)


def test_values_are_read_by_their_kind() -> None:
    assert TABLE.text("title") == "A title"
    assert TABLE.text("none", "default") == "default"
    assert TABLE.day("day") == date(2008, 2, 1)
    assert TABLE.days("days") == (date(2008, 2, 1), date(2009, 7, 11))
    assert TABLE.texts("names") == ("a", "b")
    assert (TABLE.flag("is_dead"), TABLE.flag("none")) == (True, False)
    assert list(TABLE.tables("none", required=False)) == []


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: TABLE.text("empty"), "a.toml:8: empty is ''"),
        (lambda: TABLE.text("none"), "a.toml:3: none is missing"),
        (lambda: TABLE.day("title"), "a.toml:3: title is ' A title '; expected a date"),
        (lambda: TABLE.flag("day"), "a.toml:4: day is"),
        (lambda: TABLE.texts("days"), "a.toml:5: days is"),
        (lambda: TABLE.days("names"), "a.toml:6: names is"),
        (lambda: TABLE.allow("title"), "a.toml:4: unknown key 'day'; expected one of title"),
        (lambda: [one.text("name") for one in TABLE.tables("one")], "a.toml:14: name is 2"),
        (lambda: read_table("a = 1\nb = [", "b.toml", 2), "b.toml:"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(CorpusError) as error:
        ask()
    assert str(error.value).startswith(said)


def test_tables_written_in_one_list_have_lines_of_their_own() -> None:
    table = read_table('one = [\n  {name = "a"},\n  {name = 2},\n]\n', "c.toml")
    with pytest.raises(CorpusError, match=r"c\.toml:3: name is 2"):
        [one.text("name") for one in table.tables("one")]
    assert isinstance(table, Table)
