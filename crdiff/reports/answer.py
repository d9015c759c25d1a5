"""Answers as declared types, from which their formats come, the look of all JSON, and results for CI.

A field is a key, the comment above it its description, its order that of the keys; `row_of` fills a type from values
whose attributes are called so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import msgspec.json
from msgspec import Meta, Struct, structs

from crdiff.model.release import Level


class Rule(Struct, frozen=True):
    """What a result is an instance of: its id, the level it usually has, and why it matters in a sentence.

    `address` is that of a page that explains it, "" where none is known.
    """

    id: str
    level: Level
    reason: str
    address: str = ""


class TextFix(Struct, frozen=True):
    """What replaces the characters of a place; lines and columns as those of a `Result`."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str


class Result(Struct, frozen=True):
    """One thing to tell. `subject` is the clause or the term, "" where the message names it; `file` a path or "".

    A path has forward slashes. Lines and columns, in characters, count from 1, the end half-open; 0: not known.
    `fingerprint` identifies it from run to run. `fix` mends it, where that is certain; None elsewhere. `baseline` is
    "new" or "unchanged" since the text before, "" without one. `fails`: it makes the run fail.
    """

    rule: str
    level: Level
    subject: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    fingerprint: str
    fix: TextFix | None = None
    baseline: str = ""
    fails: bool = False


class Results(Struct, frozen=True):
    """All of it: `command` that was run, its rules, and the results in the order of the text.

    `facts` are what the results rest on: pairs of a name and a value, such as the release judged by. `remark` is what
    else there is to say in a few words, `address` that of the page on all rules, "" where none is known.
    """

    command: str
    rules: tuple[Rule, ...]
    results: tuple[Result, ...]
    facts: tuple[tuple[str, str], ...] = ()
    remark: str = ""
    address: str = ""


Json = dict[str, Any]
_NOT_UTF8 = re.compile("[\ud800-\udfff]")


def formatted(raw: bytes) -> bytes:
    """Return JSON with its look."""
    return msgspec.json.format(raw, indent=1) + b"\n"


def as_json(answer: object) -> bytes:
    r"""Return `answer` as JSON; a byte ``\xff`` of a file name that is not UTF-8 is written out as ``\udcff``."""
    try:
        return msgspec.json.encode(answer)
    except UnicodeEncodeError:
        written = json.dumps(msgspec.to_builtins(answer), ensure_ascii=False)
        return _NOT_UTF8.sub(lambda found: rf"\\u{ord(found[0]):x}", written).encode()


# What a date looks like: checkers of JSON Schema need not know its format.
DATE_PATTERN = r"^\d{4}-\d{2}-\d{2}$"
# The date of a release.
Day = date
# The same, as text.
IsoDay = Annotated[str, Meta(extra_json_schema={"format": "date"})]
Count = Annotated[int, Meta(ge=0)]
# A line or a column, from 1.
Line = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]


def one_of(*values: str) -> Meta:
    """Return the claim on a type that it has one of some values."""
    return Meta(extra_json_schema={"enum": list(values)})


class AnswerRow(Struct, frozen=True, omit_defaults=True):
    """An object of an answer."""


class Document(AnswerRow, frozen=True, tag_field="schema", tag=""):
    """A whole answer; its tag, the first key, names its schema."""

    # The key of its main list, "" where it is not a table; ``releases.changes`` are those of all releases.
    main: ClassVar[str] = ""


_Row = TypeVar("_Row", bound=Struct)


def row_of(kind: type[_Row], /, *values: object, **given: object) -> _Row:
    """Return a row whose fields are `given`, or else what the attribute called so of the first of `values` with it has.

    Numbers and terms become text where the field is text, an attribute "" becomes null where the field may be null, and
    what stands in a field of rows becomes these rows.
    """
    reading = _reading(kind, tuple(given))
    *others, last = values or (None,)
    if others:
        for name in reading.names:
            given[name] = getattr(next((value for value in others if hasattr(value, name)), last), name)
    else:
        given.update(zip(reading.names, reading.attributes(last), strict=True))
    for name, read, is_nullable in reading.special:
        each = given[name]
        if is_nullable and (each is None or (each == "" and name in reading.names)):
            given[name] = None
        elif read:
            given[name] = read(each)
    return kind(**given)


class _Reading(Struct, frozen=True):
    """The fields that are read off a value, what returns them all, and what is not taken as it is.

    Of each of these what makes values of its type, None for nothing, and whether it may be null.
    """

    names: dict[str, None]
    attributes: Callable[[Any], Iterable[Any]]
    special: tuple[tuple[str, Callable[[Any], Any] | None, bool], ...]


@cache
def _reading(kind: type[Struct], given: tuple[str, ...]) -> _Reading:
    types = field_types(kind)
    names = [name for name in types if name not in given]
    several = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
    readers = ((name, _reader(hint), NoneType in get_args(hint)) for name, hint in types.items())
    return _Reading(dict.fromkeys(names), several, tuple(each for each in readers if any(each[1:])))


@cache
def field_types(kind: Any) -> dict[str, Any]:
    """Return the names of the fields of a type of structs or data classes, each with its type."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in getattr(kind, "__struct_fields__", None) or kind.__match_args__}


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    arguments = get_args(hint)
    if hint is str:
        return str
    if NoneType in arguments:
        return _reader(arguments[0])
    if get_origin(hint) is tuple and arguments[-1] is Ellipsis:
        each = _reader(arguments[0])
        return (lambda values: tuple(map(each, values))) if each else tuple
    if isinstance(hint, type) and issubclass(hint, AnswerRow):
        return lambda value: value if isinstance(value, hint) else row_of(hint, value)
    return None


def json_of(answer: Struct) -> bytes:
    """Return an answer as indented JSON."""
    return formatted(as_json(answer))


def keys_of(answer: Struct) -> dict[str, Any]:
    """Return the keys of an answer that are not left out, each with its value."""
    config = answer.__struct_config__
    values = ((field, getattr(answer, field.name)) for field in structs.fields(answer))
    named = {field.encode_name: value for field, value in values if not config.omit_defaults or value != field.default}
    return {"schema": config.tag, **named}
