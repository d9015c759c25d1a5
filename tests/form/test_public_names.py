"""What ``import crdiff`` offers."""

from __future__ import annotations

from importlib import import_module
from types import FunctionType, ModuleType

import pytest
from sources import PACKAGE

import crdiff
from crdiff import errors

HOMES = crdiff._HOMES


def test_the_public_names_are_sorted_and_all_have_a_home() -> None:
    assert crdiff.__all__ == sorted(crdiff.__all__)
    assert set(crdiff.__all__) == {*HOMES, "__version__"}


def test_a_public_name_is_what_its_home_defines() -> None:
    things = {name: getattr(crdiff, name) for name in HOMES}
    assert [name for name, thing in things.items() if thing is not getattr(import_module(HOMES[name]), name)] == []
    defined = {  # not so the names of types made of others
        name: (thing.__module__, thing.__name__)
        for name, thing in things.items()
        if isinstance(thing, type | FunctionType)
    }
    assert defined == {name: (HOMES[name], name) for name in defined}


def test_no_public_name_is_that_of_a_folder_or_module() -> None:
    """The import of ``crdiff.align`` would set the name `align` of the package to the folder."""
    assert {path.stem for path in PACKAGE.iterdir()} & HOMES.keys() == set()
    assert [name for name in HOMES if isinstance(getattr(crdiff, name), ModuleType)] == []


def test_every_error_is_public() -> None:
    raised = {name for name, thing in vars(errors).items() if isinstance(thing, type) and issubclass(thing, Exception)}
    assert raised <= set(HOMES)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = crdiff.nothing
