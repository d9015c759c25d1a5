"""The published JSON Schemas: made of the types of answers, and a file each beside this module for the others."""

from __future__ import annotations

import ast
import inspect
import json
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from typing import Any, get_args

import msgspec.json
from msgspec import Struct, structs

from crdiff.reports.answer import field_types

SCHEMAS = {
    "release": "",
    "diff": "",
    "explanation": "reports.explanation:ExplanationAnswer",
    "history": "",
    "number": "reports.number:NumberAnswer",
    "show": "reports.passage:PassageAnswer",
    "blame": "reports.blame:BlameAnswer",
    "renumbering": "reports.renumbering:RenumberingAnswer",
    "renumbered": "reports.renumbered:RenumberedAnswer",
    "whatsnew": "",
    "search": "reports.search:SearchAnswer",
    "stats": "reports.stats:StatsAnswer",
    "lint": "",
    "review": "",
    "cite": "",
    "identified": "reports.identified_json:IdentifiedAnswer",
    "quotation": "reports.quotation:QuotationAnswer",
    "checks": "",
    "mutants": "trace.mutation:MutationResults",
    "engine-results": "",
    "coverage": "reports.coverage_json:CoverageAnswer",
    "concerns": "reports.concerns:ConcernsAnswer",
    "accepted": "reports.reviews:AcceptedAnswer",
    "corpus": "reports.corpus:CorpusAnswer",
    "added": "reports.corpus:HandledAnswer",
    "built": "reports.corpus:BuiltAnswer",
    "verify": "reports.corpus:VerifyAnswer",
    "clauses": "",
    "changes": "",
    "numbers": "",
    "uses": "",
    "names": "",
    "compare": "",
    "wordings": "",
    "since": "",
    "search-index": "",
    "sentences": "",
}
"""What can be asked for, in the order of the documentation, with the type that it is made of, "" for a file."""


def schema(name: str) -> str:
    """Return the JSON Schema called `name`, one of `SCHEMAS`."""
    if not SCHEMAS[name]:
        return files(__package__).joinpath(f"{name}.json").read_text("utf-8")
    module, _, kind = SCHEMAS[name].partition(":")
    answer = getattr(import_module(f"crdiff.{module}"), kind)
    return json.dumps(schema_of(answer), ensure_ascii=False, indent=1) + "\n"


def schema_of(answer: type[Struct]) -> dict[str, Any]:
    """Return the JSON Schema of an answer; its title is the first line of the docstring of the type."""
    made = msgspec.json.schema(answer)["$defs"]
    parts = {kind.__name__: _described(kind, _plain(made[kind.__name__], made)) for kind in _rows(answer)}
    whole = parts.pop(answer.__name__)
    title = (answer.__doc__ or "").partition("\n")[0].removesuffix(".")
    named = {"$schema": "reports.https://json-schema.org/draft/2020-12/schema", "$id": answer.__struct_config__.tag}
    whole.pop("description", "")
    return {**named, "title": title, **whole, **({"$defs": parts} if parts else {})}


def _rows(hint: Any, found: tuple[type[Struct], ...] = ()) -> tuple[type[Struct], ...]:
    """Return the types of rows that a type holds, itself among them."""
    is_row = isinstance(hint, type) and issubclass(hint, Struct)
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
    first, *others = node.get("anyOf", ({},))
    if others == [{"type": "null"}] and "type" in first:
        return {**first, "type": [first["type"], "null"]}
    return node


def _described(kind: type[Struct], made: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a row with the sentence below each field; what is left out at its default never has that."""
    said = _sentences(kind)
    for field in structs.fields(kind):
        part = made["properties"][field.encode_name]
        if part.pop("default", ...) is False:
            part.clear()
            part["const"] = True
        elif not field.required and "anyOf" in part:
            part.update(part.pop("anyOf")[0])
        elif not field.required and "null" in part.get("type", ()):
            part["type"] = part["type"][0]
        if field.name in said:
            made["properties"][field.encode_name] = {"description": said[field.name], **part}
    return {**made, "additionalProperties": False}


def _sentences(kind: type[Struct]) -> dict[str, str]:
    """Return what is said below the fields of a type and of those it extends."""
    said = {}
    for each in kind.__mro__[::-1]:
        if issubclass(each, Struct) and each is not Struct:
            body = ast.parse(inspect.getsource(each)).body[0].body  # type: ignore[attr-defined]  # it is a class
            for field, below in pairwise(body):
                if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
                    said[ast.unparse(field.target)] = " ".join(ast.literal_eval(below.value).split())
    return said
