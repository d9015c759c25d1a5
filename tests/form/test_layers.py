"""The package is a house of layers: an import points down, and only the upper floors touch the world outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from architecture import parts
from sources import MODULES, PACKAGE, inside, nodes_of

# Folder or module -> layer, as the table in ``site/architecture.md`` lists them.
LAYERS = {part.name: part.layer for part in parts()}

OUTSIDE = {"__init__", "__main__"}
# What may read files, the clock and the environment; all else takes values and returns values.
WORLDLY = {part.name for part in parts() if part.is_worldly}

# Standard modules through which the world outside comes in.
IMPURE = {
    "asyncio", "concurrent", "ctypes", "getpass", "glob", "locale", "logging", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib.request", "uuid", "warnings",
}  # fmt: skip

IMPURE_CALLS = {"open", "input", "breakpoint", "exec", "eval", "__import__"}
IMPURE_ATTRIBUTES = {"now", "today", "utcnow", "read_text", "read_bytes", "write_text", "write_bytes"}
# Packages and modules that read files, but only those that lie in the package.
OWN_FILES = {PACKAGE / "pages" / "site.py", PACKAGE / "lint" / "registry.py"}

# Takes a process to do its work in, and gives a value all the same.
FENCE = PACKAGE / "importers" / "fence.py"


def _name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _part(module: str) -> str:
    """Return the folder or module just under the package; the package itself is ``__init__``."""
    return module.split(".")[1] if "." in module else "__init__"


@cache
def _imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Return line and full name of everything a module imports, at its top, in a function or for typing only."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    package = _name(path) if path.name == "__init__.py" else _name(path).rpartition(".")[0]
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def _layer(path: Path) -> int | None:
    part = _part(_name(path))
    return None if part in OUTSIDE else LAYERS[part]


def test_every_part_of_the_package_has_a_layer() -> None:
    assert {_part(_name(path)) for path in MODULES} - OUTSIDE <= set(LAYERS)


def test_imports_point_to_a_smaller_layer() -> None:
    """Typing-only imports and imports inside functions count too; within one part they are free."""
    upward = [
        f"{inside(path)}:{line} imports {target}"
        for path in MODULES
        if (mine := _layer(path)) is not None
        for line, target in _imports(path)
        if target.startswith("crdiff.")
        and _part(target) != _part(_name(path))
        and (_part(target) not in LAYERS or LAYERS[_part(target)] >= mine)
    ]
    assert upward == []


def test_a_pure_module_sees_values_only() -> None:
    """No files, clock, chance, environment, threads or logging below the stores, plugins and commands."""
    pure = [path for path in MODULES if _part(_name(path)) not in WORLDLY | OUTSIDE and path != FENCE]
    assert [f"{inside(path)}:{line} {does}" for path in pure for line, does in _touches_the_world(path)] == []


def _touches_the_world(path: Path) -> Iterator[tuple[int, str]]:
    yield from ((line, f"imports {target}") for line, target in _imports(path) if _is_impure(target))
    for node in nodes_of(path):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in IMPURE_CALLS:
                yield node.lineno, f"calls {called.id}"
            reads = isinstance(called, ast.Attribute) and called.attr in IMPURE_ATTRIBUTES
            if reads and not {path, path.parent} & OWN_FILES:
                yield node.lineno, f"calls .{ast.unparse(called)}"


def _is_impure(target: str) -> bool:
    return target in IMPURE or target.rpartition(".")[0] in IMPURE or target.partition(".")[0] in IMPURE


def test_only_the_command_line_prints() -> None:
    printed = [
        f"{inside(path)}:{node.lineno}"
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.Name) and node.id == "print" and _part(_name(path)) != "cli"
    ]
    assert printed == []


HEAVY = {
    "anyio", "diff_match_patch", "docx", "duckdb", "griffe", "jinja2", "jsonschema", "lsprotocol", "lxml", "markdown",
    "mcp", "mistune", "mkdocs", "numpy", "pygls", "pypdfium2", "pytest", "rapidfuzz", "scipy", "sqlite3", "striprtf",
    "yaml",
}  # fmt: skip


def test_starting_up_imports_nothing_heavy() -> None:
    """A library of many modules is imported by the commands that use it, when they run."""
    program = (
        "import sys; from crdiff.cli.app import run\n"
        "for words in (['--version'], ['--help'], ['diff', '--help']): run(words)\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert HEAVY.isdisjoint(done.stderr.split())


def test_the_core_compares_without_the_tools_of_the_site() -> None:
    """Neither MkDocs nor a template engine, a database or a Markdown parser is imported to align two releases."""
    program = "import sys, crdiff.dialects.registry, crdiff.align.engine, crdiff.changes.compare; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (HEAVY - {"diff_match_patch", "rapidfuzz"}).isdisjoint(done.stdout.split())


def test_no_module_imports_itself_by_way_of_others() -> None:
    """No circle of imports, at import time or hidden: those inside functions and for type checkers count too.

    The public names in ``crdiff/__init__.py`` are left out: they are imported when somebody asks for them.
    """
    known = {_name(path): path for path in MODULES if _part(_name(path)) != "__init__"}
    arrows = {name: {target for target in _modules(path, known) if target != name} for name, path in known.items()}
    while free := [name for name in arrows if not arrows[name] & arrows.keys() or name not in _targets(arrows)]:
        for name in free:
            del arrows[name]
    assert sorted(arrows) == []


def _targets(arrows: Mapping[str, Collection[str]]) -> set[str]:
    return {target for targets in arrows.values() for target in targets}


def _modules(path: Path, known: Collection[str]) -> Iterator[str]:
    """Yield the modules that a module imports, or from which it imports a name."""
    for _, target in _imports(path):
        module = target if target in known else target.rpartition(".")[0]
        if module in known:
            yield module


# Where it is decided which clauses are one, what changed, what is proved and what is wrong.
DECIDING = ("crdiff.align", "crdiff.changes.compare", "crdiff.changes.proof", "crdiff.dialects", "crdiff.lint.run")


def test_pages_show_what_was_decided_below() -> None:
    decided = [
        f"{inside(path)}:{line} imports {target}"
        for path in MODULES
        if _part(_name(path)) == "pages"
        for line, target in _imports(path)
        if target.startswith(DECIDING) and not target.startswith("crdiff.align.alignment")
    ]
    assert decided == []


def _importing(*modules: str) -> set[str]:
    """Return the modules of the package that import one of some modules."""
    wanted = tuple(f"{module}." for module in modules)
    return {_name(path) for path in MODULES if any(f"{target}.".startswith(wanted) for _, target in _imports(path))}


def test_two_modules_ask_other_machines() -> None:
    found = _importing("urllib.request", "http.client", "http.server", "socket", "ssl", "ftplib", "smtplib", "requests")
    assert found == {"crdiff.store.texts.fetch", "crdiff.cite_tree.proposing"}


def test_few_modules_start_programs() -> None:
    """They start git, pytest, and the command of a file of switches."""
    assert _importing("subprocess") == {
        *("crdiff.checks.switching", "crdiff.cite_tree.git", "crdiff.cli.comparing", "crdiff.cli.texts"),
        *("crdiff.cli.playing", "crdiff.cli.texts"),
    }
