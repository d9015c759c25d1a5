"""The public names of crdiff, documented by their docstrings: what a line ``::: crdiff.NAME`` of a page stands for.

The page (``site/api.md``) says in which order and under which headings; griffe reads the sources without running them.
Every name that the documentation of another one mentions is a link to its section.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import griffe

from crdiff.errors import UsageError

_PACKAGE = Path(__file__).parent
_LINE = re.compile(r"^::: crdiff\.(\w+)$", re.MULTILINE)
_CONTENTS = "::: crdiff\n"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_CODE = re.compile(r"``(?P<code>[^`]+)``|`(?P<name>[A-Za-z_][\w.]*)`")
_LINE_MAX = 100
"""Characters of a signature on one line; a longer one has a line for each parameter."""
_INDENT = "\N{NO-BREAK SPACE}" * 4
_RUN = re.compile(r"[^ ](?:.*[^ ])?")

Documented = griffe.Class | griffe.Function | griffe.Attribute


def documented(markdown: str) -> str:
    """Return `markdown` with every line ``::: crdiff.NAME`` replaced by the section of that public name.

    The line ``::: crdiff`` stands for a list of the names under each heading. Raises `UsageError` for a name that is
    not public.
    """
    if _CONTENTS in markdown:
        markdown = markdown.replace(_CONTENTS, _contents(markdown), 1)
    return _LINE.sub(lambda line: _section(line[1]), markdown)


def _contents(markdown: str) -> str:
    """Return a list of the headings of a page, each with links to the names under it."""
    _, *parts = _HEADING.split(markdown)
    return "".join(
        f"- [**{heading}**](#{heading.lower().replace(' ', '-')}): {', '.join(map(_linked, _LINE.findall(names)))}\n"
        for heading, names in zip(parts[::2], parts[1::2], strict=True)
    )


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """Return public name -> the module that defines it, as the imports for type checkers in ``crdiff`` say."""
    package = griffe.visit("crdiff", _PACKAGE / "__init__.py", (_PACKAGE / "__init__.py").read_text("utf-8"))
    aliases = (member for member in package.members.values() if isinstance(member, griffe.Alias))
    return {alias.name: alias.target_path.rpartition(".")[0] for alias in aliases if _is_ours(alias.target_path)}


def _is_ours(path: str) -> bool:
    return path.startswith("crdiff.")


@lru_cache(maxsize=64)
def _module(name: str) -> griffe.Module:
    path = _PACKAGE.joinpath(*name.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return griffe.visit(name, file, file.read_text("utf-8"))


@lru_cache(maxsize=256)
def _section(name: str) -> str:
    """Return the heading of a public name and the Markdown under it."""
    if name not in _homes():
        raise UsageError(f"crdiff.{name} is not a public name", "one of crdiff.__all__")
    thing = _module(_homes()[name]).members[name]
    if isinstance(thing, griffe.Class):
        return "\n\n".join(_class(thing))
    if isinstance(thing, griffe.Function):
        return "\n\n".join((f"### {name}", _signature(thing, name), _prose(thing)))
    assert isinstance(thing, griffe.Attribute)
    return "\n\n".join((f"### {name}", f"> {_code(f'{name} = {thing.value}')}", _prose(thing)))


def _class(thing: griffe.Class) -> Iterator[str]:
    """Yield what is to be said of a class: what kind it is, its constructor, its fields, its methods."""
    yield f"### {thing.name}"
    yield _kind(thing) + _prose(thing)
    members = [member for member in thing.members.values() if not member.name.startswith("_")]
    attributes = [member for member in members if isinstance(member, griffe.Attribute)]
    methods = [member for member in members if isinstance(member, griffe.Function)]
    constructor = thing.members.get("__init__")
    if isinstance(constructor, griffe.Function):
        yield _signature(constructor, thing.name)
    yield from _table(thing, [each for each in attributes if "property" not in each.labels])
    properties = (each for each in attributes if "property" in each.labels)
    yield "\n".join(f"- `{each.name}`: {_type(each.annotation)}. {_prose(each)}" for each in properties)
    for method in methods:
        yield f"#### {thing.name}.{method.name}"
        yield _signature(method, f"{thing.name}.{method.name}")
        yield _prose(method)


def _kind(thing: griffe.Class) -> str:
    """Return what a class is besides a class: an enumeration, an error, or another value with something more."""
    base = next((str(each).partition("[")[0] for each in thing.bases), "")
    if base == "StrEnum":
        return "An enumeration of strings. "
    if base not in _homes():
        return ""
    is_error = _homes()[thing.name] == "crdiff.errors"
    return f"An error, and a {_linked(base)}. " if is_error else f"A {_linked(base)} with more fields. "


def _table(thing: griffe.Class, fields: Iterable[griffe.Attribute]) -> Iterator[str]:
    """Yield the table of the fields of a value, or of the members of an enumeration."""
    if [str(base) for base in thing.bases] == ["StrEnum"]:
        rows = [f"| `{each.name}` | `{each.value}` | {_prose(each)} |" for each in fields]
        yield "\n".join(("| member | value | |", "|---|---|---|", *rows))
        return
    shown = [each for each in fields if each.annotation is not None]
    if shown:
        yield "\n".join(("| field | type |", "|---|---|", *map(_row, shown)))


def _row(field: griffe.Attribute) -> str:
    default = f" = `{field.value}`" if field.value is not None else ""
    return f"| `{field.name}` | " + f"{_type(field.annotation)}{default}".replace("|", "\\|") + " |"


def _type(annotation: str | griffe.Expr | None) -> str:
    """Return an annotation as Markdown, our own names in it as links."""
    if annotation is None or isinstance(annotation, str):
        return annotation or ""
    return "".join(map(_piece, annotation.iterate(flat=True)))


def _piece(piece: str | griffe.Expr) -> str:
    name = str(piece)
    if isinstance(piece, griffe.ExprName) and name in _homes() and _is_ours(piece.canonical_path):
        return f"[{name}](#{name.lower()})"
    return re.sub(r"([\[\]*_])", r"\\\1", name)


def _signature(function: griffe.Function, name: str) -> str:
    """Return the call of a function as a quotation, with the types of what it takes and gives; ours are links."""
    parameters = list(_parameters(function))
    returns = f" -> {function.returns}" if function.returns is not None and function.name != "__init__" else ""
    line = f"{name}({', '.join(parameters)}){returns}"
    if len(line) > _LINE_MAX:
        line = "\n".join((f"{name}(", *(f"{_INDENT}{each}," for each in parameters), f"){returns}"))
    return "  \n".join(f"> {_code(each)}" for each in line.split("\n"))


def _code(line: str) -> str:
    """Return a line of a signature as Markdown: a run of code that breaks at spaces, and links."""
    return "".join(
        _linked(part) if at % 2 else _RUN.sub(r"`\g<0>`", part) for at, part in enumerate(_types().split(line))
    )


@lru_cache(maxsize=1)
def _types() -> re.Pattern[str]:
    """Return what finds our own types in a signature: after a space or a bracket, so not the name that is called."""
    return re.compile(rf"(?<=[ \[])({'|'.join(name for name in _homes() if name[0].isupper())})\b")


def _parameters(function: griffe.Function) -> Iterator[str]:
    """Yield the parameters as they are written, without the instance or the class that a method is called on."""
    by_name = False
    for parameter in function.parameters:
        if parameter.name in {"self", "cls"}:
            continue
        if parameter.kind is griffe.ParameterKind.var_positional:
            by_name = True
            yield f"*{parameter.name}: {parameter.annotation}"
            continue
        if parameter.kind is griffe.ParameterKind.keyword_only and not by_name:
            by_name = True
            yield "*"
        default = f" = {parameter.default}" if parameter.default is not None else ""
        yield f"{parameter.name}: {parameter.annotation}{default}"


def _prose(thing: Documented) -> str:
    """Return a docstring as Markdown; listings, which are indented, stay as they are."""
    text = thing.docstring.value if thing.docstring else ""
    return "\n".join(line if line.startswith("    ") else _CODE.sub(_coded, line) for line in text.splitlines())


def _coded(found: re.Match[str]) -> str:
    return _linked(found["name"]) if found["name"] else f"`{found['code']}`"


def _linked(name: str) -> str:
    """Return a name as code, and as a link where it is a public one or a method of a public class."""
    owner = name.partition(".")[0]
    return f"[`{name}`](#{name.lower().replace('.', '')})" if owner in _homes() else f"`{name}`"
