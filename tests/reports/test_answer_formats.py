"""Every answer that is a list has every format of a list, made of its type alone: nothing in a cell is obeyed."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from enum import Enum
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from every import every
from jsonschema import Draft202012Validator

from crdiff.cli.options import ROWS
from crdiff.reports.answer import AnswerRow, Document
from crdiff.reports.formats import written
from crdiff.reports.schemas import SCHEMAS, schema, schema_of
from crdiff.trace.report import CheckReport
from tests.abroad.command_lines import forms, leaves

HOSTILE = '=HYPERLINK("http:x","y")|\n::set-output name=x::@all'
TYPES: dict[str, type[Document]] = {
    kind.__name__: kind
    for named in SCHEMAS.values()
    for module, _, name in (each.partition(":") for each in named.split())
    if issubclass(kind := getattr(import_module(f"crdiff.{module}"), name), Document)
}
LISTS = {name: kind for name, kind in TYPES.items() if kind.main}


def _made(hint: Any) -> Any:
    """Return a value of a type: text is hostile, numbers are 1, a list has one of each."""
    if get_origin(hint) is Annotated:
        allowed = [each.extra_json_schema for each in hint.__metadata__ if each.extra_json_schema]
        patterns = [each.pattern for each in hint.__metadata__ if each.pattern]
        if patterns:
            return next(each for each in ("a", "104.3a", "0" * 12, "0" * 64) if re.search(patterns[0], each))
        if allowed and hint.__origin__ is str:
            return allowed[0]["enum"][0] if "enum" in allowed[0] else "2024-06-07"
        return _made(hint.__origin__)
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return arguments[0]
    if get_origin(hint) in {Union, UnionType}:
        return _made(next(each for each in arguments if each is not NoneType))
    if get_origin(hint) is tuple:
        return (_made(arguments[0]),) if arguments[-1] is Ellipsis else tuple(map(_made, arguments))
    if get_origin(hint) is dict:
        return {key: _made(arguments[1]) for key in ([HOSTILE] if arguments[0] is str else arguments[0])}
    if issubclass(hint, Enum):
        return next(iter(hint))
    plain = {str: HOSTILE, int: 1, float: 0.5, bool: True, date: date(2024, 6, 7)}
    if hint in plain:
        return plain[hint]
    fields = {name: each for name, each in get_type_hints(hint, include_extras=True).items() if name != "main"}
    return hint(**{name: () if each == tuple[hint, ...] else _made(each) for name, each in fields.items()})


def _rows(answer: Document) -> Iterator[tuple[str, AnswerRow]]:
    """Yield the one row of the main list, after those that it is in, each with the key of its list."""
    row: Any = answer
    for level in answer.main.split("."):
        (row,) = getattr(row, level)
        yield level, row


@every("name", TYPES)
def test_every_answer_is_documented_and_keeps_to_the_schema_made_of_it(name: str) -> None:
    kind = TYPES[name]
    made = schema_of(kind)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["title"]
    assert kind.__doc__
    Draft202012Validator.check_schema(made)
    Draft202012Validator(made).validate(json.loads(written(_made(kind), "json")))


@every("name", [name for name, named in SCHEMAS.items() if named])
def test_a_schema_made_of_types_refers_to_no_more_than_it_has(name: str) -> None:
    text = schema(name)
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) == set(json.loads(text).get("$defs", {}))


@every("name", LISTS)
def test_lines_of_json_are_the_answer_in_pieces(name: str) -> None:
    answer = _made(LISTS[name])
    head, *rows = map(json.loads, written(answer, "jsonl").splitlines())
    whole = json.loads(written(answer, "json"))
    assert rows == whole.pop(_key(answer))
    assert head == whole
    assert next(iter(head)) == "schema"


def _key(answer: Document) -> str:
    first = answer.main.partition(".")[0]
    return next(each.encode_name for each in msgspec.structs.fields(answer) if each.name == first)


@every("name", LISTS)
def test_no_cell_of_a_table_is_a_formula_and_none_breaks_its_row(name: str) -> None:
    answer = _made(LISTS[name])
    as_csv = written(answer, "csv")
    assert isinstance(as_csv, str)
    columns, cells = csv.reader(io.StringIO(as_csv))
    keys: dict[str, object] = {}
    for level, row in _rows(answer):
        told = {each.encode_name: getattr(row, each.name) for each in msgspec.structs.fields(row)}
        keys |= {f"{level}.{key}" if key in keys else key: value for key, value in told.items()}
    assert columns == [key for key in keys if key in columns]
    assert not [cell for cell in cells if re.match(r"[=+@-]", cell)]
    assert not [key for key in columns if isinstance(keys[key], dict)]
    markdown = written(answer, "markdown")
    assert isinstance(markdown, str)
    table = [line for line in markdown.splitlines() if line.startswith("| ")]
    assert [len(re.findall(r"(?<!\\)\|", line)) for line in table] == [len(columns) + 1] * 3


def test_a_file_that_is_read_back_has_the_formats_of_a_list_too() -> None:
    """It says nothing of its main list, and a clause in many releases has no room in a cell."""
    report = _made(CheckReport)
    as_csv, as_lines = (written(report, form, main) for form, main in (("csv", "clauses"), ("jsonl", "checks.runs")))
    assert str(as_csv).startswith("lineage,number,state,reason,stipulated,sentences,held\n")
    head, *rows = map(json.loads, as_lines.splitlines())
    assert {**head, "checks": rows} == json.loads(written(report, "json"))


def test_a_command_has_all_formats_of_a_list_or_none() -> None:
    having = {words for words, command in leaves() if {*forms(command)} & {"jsonl", "csv"}} - {"corpus export"}
    assert having == {words for words, command in leaves() if {*forms(command)} >= {*ROWS}}
