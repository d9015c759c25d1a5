"""How a run behaves whatever the command: bytes out, files, pipes, colour, names of texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from table import table_at_once

import crdiff as package
from crdiff.cli.lint import page_in

Texts = tuple[Path, Path]


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_stops_early_is_no_error(texts: Texts, unbuffered: str) -> None:
    """The text is longer than a pipe holds."""
    texts[0].write_text(texts[0].read_text("utf-8") + "720.3a " + "Words. " * 100_000 + "\n", "utf-8")
    program = [sys.executable, "-m", "crdiff", "parse", str(texts[0]), "--format", "json"]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1000)
        process.stdout.close()
        said = process.stderr.read()
    assert said == b""
    assert process.returncode == 141


def test_the_entry_point_of_the_package_is_the_command_line() -> None:
    script = Path(sys.executable).with_name("crdiff")
    done = subprocess.run([script, "--version"], capture_output=True, check=True)
    assert package.__version__ in done.stdout.decode()


@table_at_once
def test_without_a_setting_the_addresses_of_checks_are_those_of_the_repository_it_came_from(
    record: str, page: str
) -> None:
    assert page_in(record) == page
