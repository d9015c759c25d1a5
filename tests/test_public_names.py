"""What ``import crdiff`` offers."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import crdiff
from crdiff import errors

HOMES = crdiff._HOMES


def test_the_public_names_are_sorted_and_all_have_a_home() -> None:
    assert crdiff.__all__ == sorted(crdiff.__all__)
    assert set(crdiff.__all__) == {*HOMES, "__version__"}


@pytest.mark.parametrize("name", sorted(HOMES))
def test_a_public_name_is_what_its_home_defines(name: str) -> None:
    thing = getattr(crdiff, name)
    assert thing is getattr(import_module(HOMES[name]), name)
    if isinstance(thing, type | FunctionType):  # not so the names of types made of others
        assert (thing.__module__, thing.__name__) == (HOMES[name], name)


@pytest.mark.parametrize("name", sorted(HOMES))
def test_no_public_name_is_that_of_a_folder_or_module(name: str) -> None:
    """The import of ``crdiff.align`` would set the name `align` of the package to the folder."""
    assert name not in {path.stem for path in Path(crdiff.__file__).parent.iterdir()}
    assert not isinstance(getattr(crdiff, name), ModuleType)


def test_every_error_is_public() -> None:
    raised = {name for name, thing in vars(errors).items() if isinstance(thing, type) and issubclass(thing, Exception)}
    assert raised <= set(HOMES)


def test_type_checkers_see_the_same_homes() -> None:
    tree = ast.parse(Path(crdiff.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == HOMES


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = crdiff.nothing
