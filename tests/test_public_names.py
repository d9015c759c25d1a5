"""What ``import crdiff`` offers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import crdiff

HOMES = crdiff._HOMES


def test_the_public_names_are_sorted_and_all_have_a_home() -> None:
    assert crdiff.__all__ == sorted(crdiff.__all__)
    assert set(crdiff.__all__) == {*HOMES, "__version__"}


@pytest.mark.parametrize("name", sorted(HOMES))
def test_a_public_name_is_what_its_home_defines(name: str) -> None:
    thing = getattr(crdiff, name)
    assert thing.__name__ == name
    assert thing.__module__.startswith(HOMES[name])


def test_type_checkers_see_the_same_homes() -> None:
    tree = ast.parse(Path(crdiff.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == HOMES


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = crdiff.nothing
