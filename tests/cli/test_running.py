"""How a run behaves whatever the command: bytes out, files, pipes, colour, names of texts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table_at_once

import crdiff as package
from crdiff.cli.lint import page_in
from crdiff.cli.output import folded
from tests.cli.conftest import Run

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


@given(st.text(alphabet="ab -–é\n", max_size=300), st.integers(40, 120))
def test_a_folded_text_keeps_its_words_and_has_no_line_that_is_too_long(text: str, width: int) -> None:
    shown = folded(text, width)
    assert all(len(line) <= width for line in shown.split("\n"))
    assert "".join(shown.split()) == "".join(text.split())
    assert folded(shown, width) == shown


@pytest.mark.parametrize(
    "command", [("corpus", "list"), ("lint", "--explain", "all"), ("number", "704.5k"), ("lint", "-h")]
)
def test_no_line_is_longer_than_the_screen(crdiff: Run, command: tuple[str, ...]) -> None:
    done = crdiff(*command, COLUMNS="60")
    lines = (done.stdout + done.stderr).decode().split("\n")
    assert [line for line in lines if len(line) > 60] == []
    assert max(map(len, crdiff(*command, COLUMNS="200").stdout.decode().split("\n"))) > 60


def test_the_rules_as_plain_lines_are_the_same_on_every_screen(crdiff: Run, texts: Texts) -> None:
    narrow, wide = (crdiff("parse", texts[0], "--format", "text", COLUMNS=columns).stdout for columns in ("40", "999"))
    assert narrow == wide
    assert max(map(len, narrow.split(b"\n"))) > 40


def test_the_page_of_a_clause_or_an_entry_opens_in_the_browser(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "browser").write_text('#!/bin/sh\necho "$1" >> opened\n')
    (tmp_path / "browser").chmod(0o755)
    given = {"CRDIFF_SITE": "https://rules.example/of/", "BROWSER": f"{tmp_path / 'browser'} %s"}
    pages = ("clause/2001-07-23-420.5i/", "glossary/1999-04-23-mana-burn/")
    printed = crdiff.text("--quiet", "show", "--web", "704.5k", "Mana Burn", **given)
    assert printed.split() == [f"{given['CRDIFF_SITE']}{page}" for page in pages]
    assert (tmp_path / "opened").read_text() == printed
    (tmp_path / "site" / pages[0]).mkdir(parents=True)
    (tmp_path / "site" / pages[0] / "index.html").touch()
    assert crdiff.text("show", "--web", "704.5k", "-q", CRDIFF_SITE="site").startswith("file:///")
    assert "'crdiff site build'" in crdiff.refused("show", "--web", "704.5j", "-q", CRDIFF_SITE="site")


def test_a_long_answer_is_shown_in_the_pager_of_a_terminal(tmp_path: Path) -> None:
    """A screen of ten lines, and a pager that marks what it shows."""
    (tmp_path / "pager").write_text("#!/bin/sh\nsed 's/^/> /'\n")
    (tmp_path / "pager").chmod(0o755)
    script = "stty rows {}; {} -m crdiff lint --explain all"
    for rows, is_paged in ((10, True), (500, False)):
        command = ["script", "-qec", script.format(rows, sys.executable), "/dev/null"]
        environment = {**os.environ, "PAGER": str(tmp_path / "pager"), "TERM": "xterm"}
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        assert (b"> dangling-reference" in done.stdout) is is_paged
