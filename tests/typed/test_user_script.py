"""crdiff is typed for those who install it: mypy, strict and with no settings of ours, understands their scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPTS = ("user_script.py", "wrong_script.py")
CACHE = HERE.parents[1] / ".mypy_cache" / "outside"
_SAID = re.compile(r"^(\w+\.py):(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)
_MISTAKE = re.compile(r"# mistake: ([\w-]+)$")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, int, str]]:
    """Return what mypy finds in all scripts in one run: script, line, kind of mistake."""
    folder = tmp_path_factory.mktemp("scripts")
    for script in SCRIPTS:
        (folder / script).write_bytes((HERE / script).read_bytes())
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={CACHE}", *SCRIPTS]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return {(name, int(line), code) for name, line, code in _SAID.findall(done.stdout)}


def test_a_script_that_uses_crdiff_rightly_has_no_mistake(said: set[tuple[str, int, str]]) -> None:
    assert sorted(each for each in said if each[0] == "user_script.py") == []


def test_each_mistake_is_noticed_where_it_is_and_as_what_it_is(said: set[tuple[str, int, str]]) -> None:
    """So the test above cannot pass because crdiff is untyped to mypy, which then takes everything for right."""
    lines = enumerate((HERE / "wrong_script.py").read_text("utf-8").splitlines(), 1)
    wanted = {("wrong_script.py", number, found[1]) for number, line in lines if (found := _MISTAKE.search(line))}
    assert {each for each in said if each[0] == "wrong_script.py"} == wanted


def test_every_public_name_is_used() -> None:
    """A name that is added has to be seen from outside too."""
    import crdiff

    script = (HERE / "user_script.py").read_text("utf-8")
    assert {name for name in crdiff.__all__ if not re.search(rf"\b{name}\b", script)} == set()
