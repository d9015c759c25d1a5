"""The published JSON Schemas, made of the types of answers."""

from __future__ import annotations

import ast
import inspect
import json
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from itertools import takewhile
from typing import Any, get_args, get_origin

import msgspec.json
from msgspec import Struct, structs

from crdiff.reports.answer import DATE_PATTERN, AnswerRow, field_types

# What can be asked for, in the order of the documentation, with the type that it is made of.
SCHEMAS = {
    "release": "reports.release:ReleaseAnswer",
    "diff": "reports.diff:DiffAnswer",
    "explanation": "reports.explanation:ExplanationAnswer",
    "history": "reports.history:HistoryAnswer",
    "number": "reports.passage:NumberAnswer",
    "show": "reports.passage:PassageAnswer",
    "blame": "reports.history:BlameAnswer",
    "renumbering": "reports.whatsnew:RenumberingAnswer",
    "renumbered": "reports.whatsnew:RenumberedAnswer",
    "whatsnew": "reports.whatsnew:WhatsnewAnswer",
    "search": "reports.passage:SearchAnswer",
    "stats": "reports.whatsnew:StatsAnswer",
    "lint": "reports.lint:LintAnswer",
    "review": "reports.review:ReviewAnswer",
    "cite": (
        "reports.cite:CheckAnswer reports.cite_answers:ListAnswer reports.cite_answers:DateAnswer "
        "reports.cite_answers:ExplainAnswer reports.cite_update:UpdateAnswer reports.cite_update:MigrationAnswer"
    ),
    "identified": "reports.identified:IdentifiedAnswer",
    "quotation": "reports.identified:QuotationAnswer",
    "checks": "trace.report:CheckReport",
    "mutants": "trace.mutants:MutationResults",
    "engine-results": "trace.engines:EngineResults",
    "coverage": "reports.checks:CoverageAnswer",
    "concerns": "reports.checks:ConcernsAnswer",
    "accepted": "reports.checks:AcceptedAnswer",
    "corpus": "reports.release:CorpusAnswer",
    "added": "reports.release:HandledAnswer",
    "built": "reports.release:BuiltAnswer",
    "verify": "reports.release:VerifyAnswer",
    "clauses": "reports.whatsnew:ClausesAnswer",
    "changes": "reports.whatsnew:ChangesAnswer",
    "numbers": "reports.whatsnew:NumbersAnswer",
}

_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@cache
def schema(name: str) -> str:
    """Return the JSON Schema called `name`, one of `SCHEMAS`."""
    named = (each.split(":") for each in SCHEMAS[name].split())
    answers = [getattr(import_module(f"crdiff.{module}"), kind) for module, kind in named]
    return json.dumps(schema_of(*answers), ensure_ascii=False, indent=1) + "\n"


def schema_of(*answers: type[Struct]) -> dict[str, Any]:
    """Return the JSON Schema of an answer, or of those that extend one type and are one or the other.

    Its title is the first line of the docstring of the type. An answer has no other keys; a file that is read back,
    which is no `AnswerRow`, may have more.
    """
    _, made = msgspec.json.schema_components(answers, ref_template="#/$defs/{name}")
    parts = {name: _plain(part, made) for name, part in made.items() if "enum" not in part}
    rows = dict.fromkeys(row for answer in answers for row in _rows(answer))
    parts |= {kind.__name__: _described(kind, parts[kind.__name__]) for kind in rows}
    if issubclass(answers[0], AnswerRow):
        parts |= {kind.__name__: {**parts[kind.__name__], "additionalProperties": False} for kind in rows}
    whole = [parts.pop(answer.__name__) for answer in answers]
    of = answers[0] if len(answers) == 1 else answers[0].__base__
    title = (of.__doc__ or "").partition("\n")[0].removesuffix(".")
    named = {"$schema": _DRAFT, "$id": answers[0].__struct_config__.tag, "title": title}
    forms = (
        {key: value for key, value in whole[0].items() if key != "description"} if len(whole) == 1 else {"oneOf": whole}
    )
    return {**named, **forms, **({"$defs": parts} if parts else {})}


def _rows(hint: Any, found: tuple[type, ...] = ()) -> tuple[type, ...]:
    """Return the types of rows that a type holds, itself among them."""
    is_row = isinstance(hint, type) and (issubclass(hint, Struct) or is_dataclass(hint))
    if is_row and hint in found:
        return found
    found = (*found, hint) if is_row else found
    for each in field_types(hint).values() if is_row else get_args(hint):
        found = _rows(each, found)
    return found


def _plain(node: Any, parts: dict[str, Any]) -> Any:
    """Return a schema without titles, with kinds where they are used, with ``const`` and with null as a second type."""
    if isinstance(node, list):
        return [_plain(each, parts) for each in node]
    if not isinstance(node, dict):
        return node
    kinds = parts.get(str(node.get("$ref")).rpartition("/")[2], {})
    node = {"enum": kinds["enum"]} if "enum" in kinds else node
    node = {key: _plain(value, parts) for key, value in node.items() if not (key == "title" and isinstance(value, str))}
    if len(node.get("enum", ())) == 1:
        return {"const": node["enum"][0]}
    if node.get("format") == "date":
        return {"type": "string", "format": "date", "pattern": DATE_PATTERN}
    first, *others = node.get("anyOf", ({},))
    if others == [{"type": "null"}] and "type" in first:
        return {**first, "type": [first["type"], "null"]}
    return node


def _described(kind: type, made: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a row with the sentence on each field; what is left out at its default never has that."""
    said, omits = field_sentences(kind), issubclass(kind, AnswerRow)
    names = {field.encode_name: field.name for field in structs.fields(kind)} if issubclass(kind, Struct) else {}
    for key, part in made["properties"].items():
        default = part.pop("default", ...)
        told = part if default is ... or not omits else {"const": True} if default is False else _never_null(part)
        name = names.get(key, key)
        told = _with_its_keys(told, field_types(kind).get(name))
        made["properties"][key] = {"description": said[name], **told} if name in said else told
    return made | ({"required": list(made["properties"])} if is_dataclass(kind) else {})


def _with_its_keys(part: dict[str, Any], hint: Any) -> dict[str, Any]:
    """Return the schema of a field; where it has a value for each of some kinds, with these as its keys."""
    kinds: Any = get_args(hint)[0] if get_origin(hint) is dict else str
    if kinds is str:
        return part
    keys = {kind.value: part["additionalProperties"] for kind in kinds}
    return {**part, "properties": keys, "required": list(keys), "additionalProperties": False}


def _never_null(part: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in part:
        return dict(part["anyOf"][0])
    return {**part, "type": part["type"][0]} if "null" in part.get("type", ()) else part


def field_sentences(kind: type) -> dict[str, str]:
    """Return what the comments above the fields of a type, and of those it extends, say of them."""
    said = {}
    for each in kind.__mro__[::-1]:
        lines, classes = _source_of(each.__module__) if each.__module__.startswith("crdiff.") else ([], {})
        for field in classes[each.__name__].body if classes else ():
            if isinstance(field, ast.AnnAssign):
                above = takewhile(lambda line: line.startswith("#"), reversed(lines[: field.lineno - 1]))
                told = " ".join(line.removeprefix("#") for line in [*above][::-1])
                said[ast.unparse(field.target)] = " ".join(told.split())
    return {name: told for name, told in said.items() if told}


@cache
def _source_of(module: str) -> tuple[list[str], dict[str, ast.ClassDef]]:
    """Return the lines of a module, their indents removed, and its classes."""
    source = inspect.getsource(import_module(module))
    classes = {each.name: each for each in ast.parse(source).body if isinstance(each, ast.ClassDef)}
    return [line.strip() for line in source.split("\n")], classes
