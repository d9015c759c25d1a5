"""Hand-written TOML: every error names the line."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest
from table import table

from crdiff.errors import CorpusError
from crdiff.store.text_file import Text, TomlFile


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A table in a list."""

    name: Text
    note: str = ""


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    """All of a file."""

    title: Text
    day: date
    one: tuple[Part, ...] = ()


TEXT = Path(__file__).with_name("table.toml").read_text("utf-8")


def test_values_are_read_by_their_types() -> None:
    value = TomlFile(TEXT, Whole, "a.toml").value
    assert (value.title, value.day) == ("A title", date(2008, 2, 1))
    assert [part.name for part in value.one] == ["first", "second"]


@table
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(CorpusError) as error:
        TomlFile(TEXT.replace(old, new), Whole, "a.toml", 3)
    assert str(error.value).startswith(said)


def test_tables_written_in_one_list_have_lines_of_their_own() -> None:
    with pytest.raises(CorpusError, match=r"c\.toml:5: one\[1\]\.name: Expected `str`, got `int`"):
        TomlFile('title = "A"\nday = 2008-02-01\none = [\n  {name = "a"},\n  {name = 2},\n]\n', Whole, "c.toml")
