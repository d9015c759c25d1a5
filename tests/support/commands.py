"""Run the command line as its users do, in a process of its own, without the half second that starting one takes.

The process is a fork of the one that runs the tests, in which everything is imported and all facts are read already.
What a test has patched is patched in it too. Where the start of an interpreter is what a test is about, it starts one
itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryFile
from typing import IO, NoReturn

import crdiff


def run_command(
    arguments: Sequence[str | Path], folder: Path, environment: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Return what ``crdiff ARGUMENT…`` wrote and its exit code; it runs in `folder`, with this environment alone."""
    if environment.get("PYTHONPATH") != os.environ.get("PYTHONPATH"):  # read where an interpreter starts
        words = [sys.executable, "-m", "crdiff", *map(str, arguments)]
        given_to_all = {"PYTHONWARNINGS": "error", **environment}
        return subprocess.run(words, input=stdin, capture_output=True, cwd=folder, env=given_to_all, check=False)
    _make_ready()
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        child = os.fork()
        if not child:
            _run((given, out, err), ["crdiff", *map(str, arguments)], folder, environment)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["crdiff", *map(str, arguments)], code, out.read(), err.read())


@cache
def _make_ready() -> None:
    """Import all of crdiff and read the facts that come with it."""
    for module in walk_packages(crdiff.__path__, "crdiff."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # an extra is not installed
                import_module(module.name)
    from crdiff.store.archive.recorded import recorded_archive

    recorded_archive().close()


def _run(files: Sequence[IO[bytes]], words: list[str], folder: Path, environment: Mapping[str, str]) -> NoReturn:
    """Be the process of a command: its streams, folder, environment and arguments; end with its exit code."""
    code = 1
    try:
        for descriptor, file in enumerate(files):
            os.dup2(file.fileno(), descriptor)
        sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace")
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        warnings.resetwarnings()
        warnings.simplefilter("error")
        sys.argv = words
        from crdiff.__main__ import main

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
