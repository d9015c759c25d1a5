"""Answers as declared types, each of which is its own format: JSON, lines of JSON, CSV and Markdown come from it.

A key of an answer is a field of a `Row`, and the sentence below the field is its description: `crdiff.reports.schemas`
makes the JSON Schema of both. A field with a default is left out where it has that value. An answer that names its main
list in `main` is a table too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from types import NoneType
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from crdiff.reports.indented import as_json, formatted

_ISO = Meta(extra_json_schema={"format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"})
Day = Annotated[date, _ISO]
"""The date of a release."""
IsoDay = Annotated[str, _ISO]
"""The same, as text."""
Count = Annotated[int, Meta(ge=0)]
Line = Annotated[int, Meta(ge=1)]
"""A line or a column, from 1."""
Share = Annotated[float, Meta(ge=0, le=1)]


def one_of(*values: str) -> Meta:
    """Return the claim on a type that it has one of some values."""
    return Meta(extra_json_schema={"enum": list(values)})


class Row(Struct, frozen=True, omit_defaults=True):
    """An object of an answer."""


class Document(Row, frozen=True, tag_field="schema", tag=""):
    """A whole answer; its tag, the first key, names its schema."""

    main: ClassVar[str] = ""
    """The key of its main list, "" where it is not a table."""


_Row = TypeVar("_Row", bound=Row)


def row_of(kind: type[_Row], value: object = None, /, **given: object) -> _Row:
    """Return a row whose fields are `given`, or else what the attribute of `value` called so has.

    Numbers and terms become text where the field is text, an attribute "" becomes null where the field may be null, and
    what stands in a field of rows becomes these rows.
    """
    values = {}
    for name, (read, is_nullable) in _readers(kind).items():
        each = given[name] if name in given else getattr(value, name)
        is_null = each is None or (is_nullable and name not in given and each == "")
        values[name] = None if is_null else read(each)
    return kind(**values)


@cache
def _readers(kind: type[Struct]) -> dict[str, tuple[Callable[[Any], Any], bool]]:
    """Return what makes values of the type of each field, and whether the field may be null."""
    return {name: (_reader(hint), NoneType in get_args(hint)) for name, hint in field_types(kind).items()}


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """Return the names of the fields of a type of structs or data classes, each with its type."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in getattr(kind, "__struct_fields__", None) or kind.__match_args__}


def _reader(hint: Any) -> Callable[[Any], Any]:
    arguments = get_args(hint)
    if hint is str:
        return str
    if NoneType in arguments:
        return _reader(arguments[0])
    if get_origin(hint) is tuple and arguments[-1] is Ellipsis:
        each = _reader(arguments[0])
        return lambda values: tuple(map(each, values))
    if isinstance(hint, type) and issubclass(hint, Row):
        return lambda value: value if isinstance(value, hint) else row_of(hint, value)
    return lambda value: value


def written(answer: Document, form: str) -> str | bytes:
    """Return an answer in a format that needs no more than its type: json, jsonl, csv or markdown."""
    return _WRITERS[form](answer)


def json_of(answer: Document) -> bytes:
    """Return an answer as indented JSON."""
    return formatted(as_json(answer))


def lines_of(answer: Document) -> bytes:
    """Return an answer as lines of JSON: all but its rows first, with the name of the schema, then each row."""
    head = {key: value for key, value in keys_of(answer).items() if key != answer.main}
    return b"".join(as_json(line) + b"\n" for line in (head, *getattr(answer, answer.main)))


def keys_of(answer: Document) -> dict[str, Any]:
    """Return the keys of an answer that are not left out, each with its value."""
    values = ((field, getattr(answer, field.name)) for field in structs.fields(answer))
    named = {field.encode_name: value for field, value in values if value != field.default}
    return {"schema": answer.__struct_config__.tag, **named}


def table(answer: Document) -> tuple[list[str], Iterator[list[object]]]:
    """Return the columns and the rows of an answer: what is one value, or a list of texts with spaces between them."""
    kind = get_args(field_types(type(answer))[answer.main])[0]
    columns = {
        field.encode_name: field.name for field in structs.fields(kind) if _is_cell(field_types(kind)[field.name])
    }
    rows = getattr(answer, answer.main)
    return list(columns), ([_cell(getattr(each, name)) for name in columns.values()] for each in rows)


def _is_cell(hint: Any) -> bool:
    """Whether the values of a type have room in a cell: text, a number, a date, or a list of these."""
    arguments = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is tuple or NoneType in get_args(hint):
        return all(each is Ellipsis or _is_cell(each) for each in arguments)
    return get_origin(hint) is not dict and not (isinstance(hint, type) and issubclass(hint, Struct))


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def _csv(answer: Document) -> str:
    from crdiff.reports.csv_table import csv_of

    return csv_of(*table(answer))


def _markdown(answer: Document) -> str:
    """Return what is said of the whole, then the table; what a comment has no room for is counted."""
    from crdiff.reports.diff_markdown import LIMIT, escaped_line
    from crdiff.reports.markdown_tables import MarkdownTable, tables_that_fit

    _, *keys = keys_of(answer).items()
    head = [f"{key}: {escaped_line(str(_cell(value)))}" for key, value in keys if isinstance(value, str | int | date)]
    columns, rows = table(answer)
    cells = [["" if cell is None else escaped_line(str(cell)) for cell in each] for each in rows]
    shown = MarkdownTable(answer.main.capitalize(), tuple(columns), cells)
    return tables_that_fit(["  \n".join(head)] if head else [], [shown], "row", LIMIT)


_WRITERS: dict[str, Callable[[Document], str | bytes]] = {
    "json": json_of,
    "jsonl": lines_of,
    "csv": _csv,
    "markdown": _markdown,
}
