"""The source of the game model, and putting another one in its place while the program runs.

A function that others have imported already is changed too: it gets the code of its mutant. There is no way back, so
a mutant is played in a process of its own.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

import crdiff.game
from crdiff.store.text_file import read_raw
from crdiff.trace.mutants import MutationResults, model_fingerprint, read_mutation

# Where a run of mutants leaves its results, and where others look for them.
MUTANTS = "build/mutants.json"


def mutation_in(path: Path) -> MutationResults | None:
    """Return the results in a file that were made with this very model; None for others, or without the file.

    Raises `CorpusError` for a file that holds no results.
    """
    if not path.is_file():
        return None
    found = read_mutation(read_raw(path), str(path))
    return found if found.model == model_fingerprint(model_sources()) else None


@cache
def model_sources() -> Mapping[str, str]:
    """Return the source of each module of the model, by its name without the package."""
    folder = Path(crdiff.game.__file__).parent
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}


def swap_in(name: str, source: str) -> None:
    """Have the module of the model called `name` work as `source` says, in this process, for good.

    Raises whatever `source` raises as it runs, `ValueError` for a function that needs other variables around it and for
    a value with other defaults, which are not written in Python.
    """
    module = importlib.import_module(f"{crdiff.game.__name__}.{name}")
    fresh = {"__name__": module.__name__, "__file__": module.__file__}
    exec(compile(source, str(module.__file__), "exec"), fresh)  # our own source, changed by our own rules
    for known, new in fresh.items():
        old = getattr(module, known, None)
        if getattr(new, "__module__", None) != module.__name__ or old is None:
            continue
        # compared as they print: what the new source makes is of classes of its own, and equal to nothing of ours
        if repr(getattr(old, "__struct_defaults__", ())) != repr(getattr(new, "__struct_defaults__", ())):
            raise ValueError(f"the defaults of {known} cannot be changed")
        for before, after in _functions(old, new):
            before.__code__, before.__defaults__ = after.__code__, after.__defaults__
            before.__kwdefaults__ = after.__kwdefaults__
    _swap_constants(module, source)


def _functions(old: object, new: object) -> Iterator[tuple[FunctionType, FunctionType]]:
    """Yield the functions of a name, or the methods of its class, each with what takes its place."""
    if isinstance(old, FunctionType) and isinstance(new, FunctionType):
        yield old, new
    elif inspect.isclass(old) and inspect.isclass(new):
        for name, method in vars(new).items():
            before, after = _plain(vars(old).get(name)), _plain(method)
            if before and after and after.__module__ == new.__module__:
                yield before, after


def _plain(method: object) -> FunctionType | None:
    """Return the function behind a method, a property or a class method."""
    found = getattr(method, "fget", None) or getattr(method, "__func__", None) or method
    return found if isinstance(found, FunctionType) else None


def _swap_constants(module: ModuleType, source: str) -> None:
    """Give a changed constant of the module its new value, made of the classes that the program knows."""
    before = dict(_constants(model_sources()[module.__name__.rpartition(".")[2]]))
    for name, value in _constants(source):
        if name in before and ast.dump(before[name]) != ast.dump(value):
            code = compile(ast.Expression(value), str(module.__file__), "eval")
            setattr(module, name, eval(code, vars(module)))  # as above


def _constants(source: str) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
