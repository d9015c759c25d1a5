"""How a run behaves whatever the command: bytes out, files, pipes, colour, names of texts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from repositories import git

import crdiff as package
from tests.cli.conftest import Run

Texts = tuple[Path, Path]


def test_the_version_is_printed(crdiff: Run) -> None:
    assert crdiff.text("--version") == f"crdiff, version {package.__version__}\n"


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_in_any_locale(crdiff: Run, texts: Texts, locale: str) -> None:
    done = crdiff("parse", texts[0], LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "player’s next turn" in done.stdout.decode("utf-8")


def test_a_text_can_come_from_standard_input(crdiff: Run, texts: Texts) -> None:
    piped = crdiff("parse", "-", "--format", "text", stdin=texts[0].read_bytes())
    assert piped.returncode == 0
    assert piped.stdout == crdiff("parse", texts[0], "--format", "text").stdout


def test_an_answer_goes_to_a_file_in_place_of_standard_output(crdiff: Run, texts: Texts, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text("an older answer")
    done = crdiff("parse", texts[0], "--format", "json", "--output", "rules.json")
    assert (done.returncode, done.stdout) == (0, b"")
    assert json.loads((tmp_path / "rules.json").read_bytes())["schema"] == "crdiff.release/1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.txt", "old.txt", "rules.json"]


def test_a_text_can_come_from_a_git_repository(crdiff: Run, texts: Texts, tmp_path: Path) -> None:
    git(tmp_path, "init")
    git(tmp_path, "add", "old.txt")
    git(tmp_path, "commit", "-m", "Add the old text")
    texts[0].write_text("now something else")
    assert b"720.1a Multiple" in crdiff("parse", "git:HEAD:old.txt", "--format", "text").stdout
    place, _, said = crdiff.refused("parse", "git:HEAD:lost.txt").partition(": ")
    assert (place, "lost.txt" in said) == ("git:HEAD:lost.txt", True)


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


def test_a_fault_of_the_text_itself_is_noted_unless_quiet(crdiff: Run, texts: Texts) -> None:
    with texts[0].open("a", encoding="utf-8") as text:
        text.write("\n720.3. Another rule under a number already used.\n")
    spoken, silent = (crdiff("parse", "old.txt", "--format", "json", *quiet) for quiet in ([], ["--quiet"]))
    assert spoken.stderr.decode().startswith("old.txt:16: 720.3 is printed again with another text")
    assert silent.stderr == b""
    assert spoken.stdout == silent.stdout


def test_colour_can_be_asked_for_in_a_pipe_and_no_color_beats_that(crdiff: Run) -> None:
    plain = crdiff("diff", "718-markdown", "720-mtg-wiki").stdout
    assert b"\x1b[" not in plain
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        assert b"\x1b[" in crdiff("diff", "718-markdown", "720-mtg-wiki", **{name: "1"}).stdout
        assert crdiff("diff", "718-markdown", "720-mtg-wiki", **{name: "0"}).stdout == plain
    assert crdiff("diff", "718-markdown", "720-mtg-wiki", FORCE_COLOR="1", NO_COLOR="1").stdout == plain


def test_columns_give_the_width_in_a_pipe(crdiff: Run) -> None:
    narrow = crdiff.text("diff", "507-crystal-keep", "720-mtg-wiki", COLUMNS="60")
    wide = crdiff.text("diff", "507-crystal-keep", "720-mtg-wiki", COLUMNS="not a number")
    assert wide == crdiff.text("diff", "507-crystal-keep", "720-mtg-wiki")
    assert len(narrow.splitlines()) > len(wide.splitlines())
