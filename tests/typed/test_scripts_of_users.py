"""crdiff is typed for those who install it: mypy, strict and with no settings of ours, understands their scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import crdiff
from tests.test_python_page import SAMPLES

HERE = Path(__file__).parent
WRONG = (HERE / "wrong_script.py").read_text("utf-8")
NAMES = "import crdiff\n" + "".join(f"crdiff.{name}\n" for name in crdiff.__all__)
# A script with mistakes, one with every public name, and the samples of each page.
SCRIPTS = {"wrong.py": WRONG, "names.py": NAMES} | {
    f"page{at}.py": script for at, script in enumerate(SAMPLES.values())
}
CACHE = HERE.parents[1] / ".mypy_cache" / "outside"
_SAID = re.compile(r"^(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)
_MISTAKE = re.compile(r"# mistake: ([\w-]+)$")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, int, str]]:
    """Return what mypy finds in all scripts in one run: script, line, kind of mistake."""
    folder = tmp_path_factory.mktemp("scripts")
    for name, script in SCRIPTS.items():
        (folder / name).write_text(script, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={CACHE}", *SCRIPTS]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return {(name, int(line), code) for name, line, code in _SAID.findall(done.stdout)}


def test_a_script_that_uses_crdiff_rightly_has_no_mistake(said: set[tuple[str, int, str]]) -> None:
    assert sorted(each for each in said if each[0] != "wrong.py") == []


def test_each_mistake_is_noticed_where_it_is_and_as_what_it_is(said: set[tuple[str, int, str]]) -> None:
    """So the test above cannot pass because crdiff is untyped to mypy, which then takes everything for right."""
    lines = enumerate(WRONG.splitlines(), 1)
    wanted = {("wrong.py", number, found[1]) for number, line in lines if (found := _MISTAKE.search(line))}
    assert {each for each in said if each[0] == "wrong.py"} == wanted
