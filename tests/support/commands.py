"""Run the command line as its users do, in a process of its own, without the half second that starting one takes.

The process is a fork of the one that runs the tests, in which everything is imported and all facts are read already.
What a test has patched is patched in it too. Where the start of an interpreter is what a test is about, it starts one
itself.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryFile
from typing import IO, NoReturn

import pytest

import crdiff
from crdiff.checks import inputs
from crdiff.cli import playing
from crdiff.pages.render import _engine


def run_command(
    arguments: Sequence[str | Path], folder: Path, environment: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Return what ``crdiff ARGUMENT…`` wrote and its exit code; it runs in `folder`, with this environment alone."""
    if environment.get("PYTHONPATH") != os.environ.get("PYTHONPATH"):  # read where an interpreter starts
        words = [sys.executable, "-m", "crdiff", *map(str, arguments)]
        given_to_all = {"PYTHONWARNINGS": "error", **environment}
        return subprocess.run(words, input=stdin, capture_output=True, cwd=folder, env=given_to_all, check=False)
    _make_ready()
    if arguments[:1] == ("site",):
        _read_templates()
    timeline = _embedded_timeline()

    def called() -> None:
        from crdiff.__main__ import main

        playing._run, inputs.embedded_timeline = _played, lambda: timeline
        main()

    return _forked(called, ["crdiff", *map(str, arguments)], folder, environment, stdin)


def _played(
    command: Sequence[str], environment: Mapping[str, str], _: object, meanwhile: Callable[[], None]
) -> subprocess.CompletedProcess[str]:
    """Return what pytest printed, called by a command that plays checks, and its exit code."""
    meanwhile()
    return _run_pytest(command[3:], Path.cwd(), environment)


def run_pytest(
    arguments: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Return what ``python -m pytest ARGUMENT…`` in `folder` wrote and its exit code."""
    _make_ready()
    return _run_pytest(arguments, folder, {**os.environ, **(environment or {})})


def _run_pytest(
    arguments: Sequence[str | Path], folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    timeline = _embedded_timeline()

    def main() -> None:
        inputs.embedded_timeline = lambda: timeline
        sys.path.insert(0, str(folder))
        warnings.resetwarnings()
        sys.exit(int(pytest.main([*map(str, arguments)])))

    done = _forked(main, ["pytest", *map(str, arguments)], folder, environment, b"")
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_mkdocs(
    arguments: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Return what ``mkdocs ARGUMENT…`` in `folder` wrote and its exit code."""
    _make_ready()
    _read_templates()

    def main() -> None:
        from mkdocs.__main__ import cli

        warnings.resetwarnings()
        cli([*map(str, arguments)])

    done = _forked(main, ["mkdocs", *map(str, arguments)], folder, {**os.environ, **(environment or {})}, b"")
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def _forked(
    main: Callable[[], object], words: list[str], folder: Path, environment: Mapping[str, str], stdin: bytes
) -> subprocess.CompletedProcess[bytes]:
    """Return what `main` wrote in a process of its own, and its exit code."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # of threads: those that serve pages hold no lock of ours
            child = os.fork()
        if not child:
            _run(main, (given, out, err), words, folder, environment)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), err.read())


@cache
def _make_ready() -> None:
    """Import all of crdiff and read the facts that come with it."""
    for module in walk_packages(crdiff.__path__, "crdiff."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # an extra is not installed
                import_module(module.name)
    from crdiff.store.build.recorded import recorded_archive
    from crdiff.store.embedded.lives import known_lives

    recorded_archive().close()
    assert known_lives().clauses


@cache
def _read_templates() -> None:
    """Compile the templates of the pages, which takes a second."""
    for template in _engine().list_templates(extensions=["html"]):
        _engine().get_template(template)


_embedded_timeline = cache(inputs.embedded_timeline)


def _run(
    main: Callable[[], object],
    files: Sequence[IO[bytes]],
    words: list[str],
    folder: Path,
    environment: Mapping[str, str],
) -> NoReturn:
    """Be the process of a command: its streams, folder, environment and arguments; end with its exit code."""
    code = 1
    gc.freeze()  # to look through all that is there for cycles would copy it
    try:
        for descriptor, file in enumerate(files):
            os.dup2(file.fileno(), descriptor)
        sys.stdin, sys.stdout = (os.fdopen(at, "rw"[at], encoding="utf-8", closefd=False) for at in (0, 1))
        sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        warnings.resetwarnings()
        warnings.simplefilter("error")
        sys.argv = words
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        try:
            sys.stdout.flush()
        except OSError:
            code = 120
    finally:
        os._exit(code)
