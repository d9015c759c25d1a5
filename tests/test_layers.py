"""The package is a house of layers: an import points down, and only the upper floors touch the world outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
from architecture import parts

PACKAGE = Path(__file__).parents[1] / "crdiff"
LAYERS = {part.name: part.layer for part in parts()}
"""Folder or module -> layer, as the table in ``site/architecture.md`` lists them."""

OUTSIDE = {"__init__", "__main__"}
WORLDLY = {part.name for part in parts() if part.is_worldly}
"""What may read files, the clock and the environment; all else takes values and returns values."""

IMPURE = {
    "asyncio", "concurrent", "ctypes", "getpass", "glob", "locale", "logging", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib.request", "uuid", "warnings",
}  # fmt: skip
"""Standard modules through which the world outside comes in."""

IMPURE_CALLS = {"open", "input", "breakpoint", "exec", "eval", "__import__"}
IMPURE_ATTRIBUTES = {"now", "today", "utcnow", "read_text", "read_bytes", "write_text", "write_bytes"}
OWN_FILES = {PACKAGE / "pages" / "assets.py"}
"""Packages and modules that read files, but only those that lie in the package."""

FENCE = PACKAGE / "importers" / "fence.py"
"""Takes a process to do its work in, and gives a value all the same."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def _part(module: str) -> str:
    """Return the folder or module just under the package; the package itself is ``__init__``."""
    return module.split(".")[1] if "." in module else "__init__"


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything a module imports, at its top, in a function or for typing only."""
    package = _name(path) if path.name == "__init__.py" else _name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_imports_point_to_a_smaller_layer(path: Path) -> None:
    """Typing-only imports and imports inside functions count too; within one part they are free."""
    mine = _layer(path)
    upward = [
        f"{path.name}:{line} imports {target}"
        for line, target in _imports(path)
        if target.startswith("crdiff.")
        and mine is not None
        and _part(target) != _part(_name(path))
        and (_part(target) not in LAYERS or LAYERS[_part(target)] >= mine)
    ]
    assert not upward


@pytest.mark.parametrize(
    "path", [p for p in MODULES if _part(_name(p)) not in WORLDLY | OUTSIDE and p != FENCE], ids=_name
)
def test_a_pure_module_sees_values_only(path: Path) -> None:
    """No files, clock, chance, environment, threads or logging below the stores, plugins and commands."""
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = [f"imports {target}" for _, target in _imports(path) if _is_impure(target)]
    found += [
        f"calls {node.func.id}" for node in calls if isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
    ]
    if not {path, path.parent} & OWN_FILES:
        found += [
            f"calls .{node.func.attr}"
            for node in calls
            if isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_ATTRIBUTES
        ]
    assert not found


def _is_impure(target: str) -> bool:
    return target in IMPURE or target.rpartition(".")[0] in IMPURE or target.partition(".")[0] in IMPURE


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_only_the_command_line_prints(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    printed = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "print"]
    assert not printed or _part(_name(path)) == "cli"


HEAVY = {
    "diff_match_patch", "docx", "griffe", "jinja2", "jsonschema", "lxml", "markdown", "mistune", "mkdocs", "numpy",
    "pypdfium2", "pytest", "rapidfuzz", "rich", "scipy", "sqlite3", "striprtf", "yaml",
}  # fmt: skip


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["diff", "--help"]], ids=" ".join)
def test_starting_up_imports_nothing_heavy(arguments: list[str]) -> None:
    """A library of many modules is imported by the commands that use it, when they run."""
    program = f"import sys; from crdiff.cli.app import run; run({arguments!r}); print(*sys.modules, file=sys.stderr)"
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


DECIDING = ("crdiff.align", "crdiff.changes.compare", "crdiff.changes.proof", "crdiff.dialects", "crdiff.lint.run")
"""Where it is decided which clauses are one, what changed, what is proved and what is wrong."""


@pytest.mark.parametrize("path", [p for p in MODULES if _part(_name(p)) == "pages"], ids=_name)
def test_pages_show_what_was_decided_below(path: Path) -> None:
    decided = [target for _, target in _imports(path) if target.startswith(DECIDING)]
    assert not [target for target in decided if not target.startswith("crdiff.align.alignment")]


def _importing(*modules: str) -> set[str]:
    """Return the modules of the package that import one of some modules."""
    wanted = tuple(f"{module}." for module in modules)
    return {_name(path) for path in MODULES if any(f"{target}.".startswith(wanted) for _, target in _imports(path))}


def test_one_module_asks_other_machines() -> None:
    """The server of a preview takes requests of this machine, and knows what its own addresses are."""
    serving = {"crdiff.cli.site_server", "crdiff.cli.site_address"}
    found = _importing("urllib.request", "http.client", "http.server", "socket", "ssl", "ftplib", "smtplib", "requests")
    assert found - serving == {"crdiff.store.texts.download"}


def test_few_modules_start_programs() -> None:
    """They start git, Pagefind, pytest, and the command of a file of switches."""
    assert _importing("subprocess") == {
        *("crdiff.checks.switching", "crdiff.cite_tree.git", "crdiff.cli.git_diff", "crdiff.cli.naming"),
        *("crdiff.cli.playing", "crdiff.cli.texts", "crdiff.output.pagefind"),
    }
