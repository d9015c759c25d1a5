"""The Python reference is whole: all that is public is documented, and all that it takes, gives or raises is public."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import griffe
import pytest
from every import every
from sources import ROOT

import crdiff
from crdiff.errors import UsageError
from crdiff.pages.render import Prose, read_article
from crdiff.site_source import documented

PAGE = (ROOT / "site" / "api.md").read_text("utf-8")
NAMES = sorted(set(crdiff.__all__) - {"__version__"})
# Open to questions of one's own, with tables that may change with any version: its members are not described.
_NOT_PROMISED = {"Archive"}


@cache
def _sources() -> griffe.Object:
    return griffe.load("crdiff", search_paths=[ROOT], resolve_aliases=False)


def _found(path: str) -> griffe.Object:
    """Return what is defined at a full name, through the names that are imported on the way."""
    found = _sources()
    for name in path.split(".")[1:]:
        member = found.members[name]
        found = _found(member.target_path) if isinstance(member, griffe.Alias) else member
    return found


@cache
def _public() -> dict[str, griffe.Object]:
    return {name: _found(f"{crdiff._HOMES[name]}.{name}") for name in NAMES}


def _callables(name: str) -> Iterator[griffe.Function]:
    """Yield a public function, or the constructor and the public methods of a class."""
    thing = _public()[name]
    if isinstance(thing, griffe.Function):
        yield thing
    elif name not in _NOT_PROMISED:
        members = [member for member in thing.members.values() if isinstance(member, griffe.Function)]
        written = (member for member in members if "dataclass" not in thing.labels or member.name != "__init__")
        yield from (member for member in written if member.name == "__init__" or not member.name.startswith("_"))


def _annotations(name: str) -> Iterator[griffe.Expr | str | None]:
    """Yield every type in the signatures and public fields of a name."""
    thing = _public()[name]
    for function in _callables(name):
        yield from (each.annotation for each in function.parameters)
        yield function.returns
    if isinstance(thing, griffe.Attribute):
        yield thing.value
    elif isinstance(thing, griffe.Class) and name not in _NOT_PROMISED:
        yield from thing.bases
        attributes = (member for member in thing.members.values() if isinstance(member, griffe.Attribute))
        yield from (member.annotation for member in attributes if not member.name.startswith("_"))


def _is_type_variable(path: str) -> bool:
    thing = _found(path)
    return isinstance(thing, griffe.Attribute) and str(thing.value).startswith("TypeVar(")


def test_the_public_names_are_those_on_the_page() -> None:
    assert sorted(re.findall(r"^::: crdiff\.(\w+)$", PAGE, re.MULTILINE)) == NAMES


@every("name", NAMES)
def test_a_public_name_has_its_section_and_says_what_it_is(name: str) -> None:
    section = documented(f"::: crdiff.{name}")
    assert section.startswith(f"### {name}\n")
    assert _public()[name].docstring is not None
    assert all(function.docstring for function in _callables(name) if function.name != "__init__")


@every("name", NAMES)
def test_every_type_of_ours_in_a_public_signature_or_field_is_public(name: str) -> None:
    expressions = (each for each in _annotations(name) if isinstance(each, griffe.Expr))
    names = [each for found in expressions for each in found.iterate(flat=True) if isinstance(each, griffe.ExprName)]
    ours = {_found(path).path for path in {each.canonical_path for each in names} if path.startswith("crdiff.")}
    assert {path for path in ours if not _is_type_variable(path)} <= {thing.path for thing in _public().values()}
    assert "typing.Any" not in {each.canonical_path for each in names}


@every("name", NAMES)
def test_every_parameter_is_explained(name: str) -> None:
    """In the docstring of the function, or of the class whose method it is."""
    owner = _public()[name].docstring
    for_all = owner.value if owner else ""
    unexplained = [
        f"{function.path}: {each.name}"
        for function in _callables(name)
        for each in function.parameters
        if each.name not in {"self", "cls"}
        and f"`{each.name}`" not in for_all + (function.docstring.value if function.docstring else "")
    ]
    assert unexplained == []


@every("name", NAMES)
def test_what_is_said_to_be_raised_is_a_public_error(name: str) -> None:
    for thing in (_public()[name], *_callables(name)):
        said = thing.docstring.value if thing.docstring else ""
        clauses = re.findall(r"Raises (.+?)(?:\.\s|\.$)", said, re.DOTALL)
        raised = {each for clause in clauses for each in re.findall(r"`([A-Z]\w+)`", clause)}
        assert {each for each in raised if not _is_error(each)} == set(), thing.path


def _is_error(name: str) -> bool:
    return name == "OSError" or (name in NAMES and issubclass(getattr(crdiff, name), crdiff.CrdiffError))


@every("name", NAMES)
def test_a_docstring_speaks_of_fields_that_there_are(name: str) -> None:
    """What stands in backticks is a member of the class, a parameter, or a public name."""
    thing = _public()[name]
    if not isinstance(thing, griffe.Class):
        return
    said = re.findall(r"(?<!`)`([a-z_]\w*)`(?!`)", thing.docstring.value if thing.docstring else "")
    constructor = thing.members.get("__init__")
    known = set(thing.members) | set(crdiff.__all__)
    known |= {each.name for each in constructor.parameters} if isinstance(constructor, griffe.Function) else set()
    assert {each for each in said if each not in known and each not in _attributes(thing)} == set()


def _attributes(thing: griffe.Class) -> set[str]:
    bases = (str(base).partition("[")[0] for base in thing.bases)
    return {name for base in bases if base in _public() for name in _public()[base].members}


def test_every_link_of_the_page_leads_to_a_heading_of_it() -> None:
    article = read_article(Prose("api.md", documented(PAGE)))
    html = "".join(section.html for section in article.sections)
    ids = re.findall(r'<h[2-6] id="([^"]+)"', html) + [section.id for section in article.sections]
    assert sorted(ids) == sorted(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_the_page_begins_with_a_list_of_all_names_under_their_headings() -> None:
    contents = documented(PAGE).split("\n## ")[0]
    assert "- [**Reading a text**](#reading-a-text): [`read`](#read), [`read_lines`](#read_lines), " in contents
    assert all(f"[`{name}`]" in contents for name in NAMES)


def test_a_signature_is_code_that_wraps_at_any_width_with_links_to_our_types() -> None:
    assert "> `walk(release:` [`Release`](#release)`) -> tuple[`[`Node`](#node)`, ...]`\n" in documented(
        "::: crdiff.walk"
    )
    assert "```" not in documented(PAGE)


def test_a_name_that_is_not_public_is_one_error() -> None:
    with pytest.raises(UsageError, match=r"crdiff\.nothing is not a public name"):
        documented("# Ours\n\n::: crdiff.nothing\n")


def test_a_page_without_such_lines_stays_as_it_is() -> None:
    assert documented("::: another.Name\n") == "::: another.Name\n"
