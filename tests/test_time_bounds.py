"""Whatever a text, a name or a setting says, a command ends soon, and in little memory.

Each input is a run of one thing, or of several that lead to one another: what an expression that goes back, or a loop
that begins anew at each place, takes time over that grows with the square of the length.
"""

from __future__ import annotations

import resource
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from clean_text import CLEAN
from every import every
from soon import ends_soon
from table import rows_of
from writing_commands import RESULTS

from crdiff.checks.importing import read_clause_map
from crdiff.checks.inputs import read_engines
from crdiff.checks.swapping import mutation_in
from crdiff.checks.switching import read_switches
from crdiff.cite_tree.files import matching
from crdiff.cli.app import run
from crdiff.cli.project_settings import table_of
from crdiff.errors import CorpusError
from crdiff.reports.checks import read_concerns
from crdiff.site_source import read_citation_lists
from crdiff.store.texts.corpus_folder import given_names
from crdiff.store.texts.folder import read_choices, read_manifest
from crdiff.text.toml import toml_values
from crdiff.trace.mutants import read_mutation
from crdiff.trace.report import read_report

# Kilobytes that the process may grow by.
MEMORY = 500 << 10
# Characters of each run: where time grows with their square, that is minutes.
LENGTH = 40_000
RUNS = {row["name"]: literal_eval(row["repeated"]) for row in rows_of(__file__, "runs of one thing")}
RUNS["numbers of thousands of digits"] = f"rule {'1' * 3000} "
COMMANDS = ("lint hard.txt --against clean.txt", "diff clean.txt hard.txt", "identify hard.txt", "cite check hard.md")


@pytest.fixture(autouse=True)
def bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that takes too long, or too much; what the clock on the wall says does not count."""
    monkeypatch.chdir(tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ends_soon():
        yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY


def within(text: str) -> str:
    """Return a text of rules with `text` in the midst of a clause, and as a line of its own."""
    return CLEAN.replace("100.1a ", f"100.1a {text} ", 1).replace("Glossary\n\n", f"\n{text}\n\nGlossary\n\n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", RUNS)
def test_a_command_ends_soon_on_any_text(tmp_path: Path, command: str, name: str) -> None:
    hard = RUNS[name] * (LENGTH // len(RUNS[name]))
    (tmp_path / "clean.txt").write_text(CLEAN, "utf-8")
    (tmp_path / "hard.txt").write_text(within(hard), "utf-8")
    (tmp_path / "hard.md").write_text(f"{hard}\n{hard.replace(' ', chr(10))}\n", "utf-8")
    assert run(command.split()) in {0, 1, 2}


@pytest.mark.usefixtures("one_timeline")
@pytest.mark.parametrize("pattern", ["(a+)+$", "a?" * 400 + "a" * 400])
def test_a_pattern_of_the_user_is_matched_in_a_time_that_grows_with_the_name(tmp_path: Path, pattern: str) -> None:
    cases = "".join(f'<testcase classname="c" name="{"a" * 499}{at}!"/>' for at in range(200))
    (tmp_path / "junit.xml").write_text(f"<testsuite>{cases}</testsuite>", "utf-8")
    command = ["checks", "import", "junit.xml", "--engine", "e", "--at", "2024-06-07", "--link", pattern, "-q"]
    assert run(command) == 0


@pytest.mark.usefixtures("one_timeline")
@pytest.mark.parametrize("pattern", [r"(a)\1", "(?<=a)b", "(", "a{1000}{1000}", "(?:" * 5000])
def test_a_pattern_that_only_going_back_can_match_is_refused(capsys: pytest.CaptureFixture[str], pattern: str) -> None:
    command = ["checks", "import", str(RESULTS), "--engine", "e", "--at", "2024-06-07", "--link", pattern]
    assert run(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("crdiff: --link ")
    assert "is not a regular expression of RE2" in line


def test_patterns_of_files_are_matched_in_a_time_that_grows_with_the_name() -> None:
    """One that a pull request brings into `exclude` or a .gitignore, with a file of the right name."""
    assert not any(matching([f"{'*a' * 100}b", f"{'**/a*' * 50}b"])(f"{'a' * 250}{at}") for at in range(100))


# Characters up to which TOML is read.
MANY = 2_000_000
TOML: dict[str, Callable[[], str]] = {
    "one key of 40,000 parts": lambda: ".".join("a" * 40_000) + "=1",
    "keys of as many parts as are read": lambda: "\n".join(f"x{at}.{'.'.join('a' * 15)}=1" for at in range(MANY // 43)),
    "tables within tables": lambda: "\n".join(f"[{'.'.join('a' * 14)}.h{at}]" for at in range(MANY // 37)),
    "lists within lists": lambda: "a=" + "[" * 100_000,
    "a number of a million digits": lambda: "a=" + "1" * 1_000_000,
    "one list": lambda: f"a=[{'1,' * (MANY // 8 - 10)}]",
    "quotation marks": lambda: '"' * MANY,
    "dots": lambda: "." * MANY,
    "blanks": lambda: "a" + " " * (MANY - 1),
    "more than is read": lambda: "#" * (MANY + 1),
}


@pytest.mark.parametrize("name", TOML)
def test_settings_are_read_soon_or_refused(name: str) -> None:
    with suppress(ValueError):
        assert toml_values(TOML[name]())


JSON = {
    "lists within lists": b"[" * 200_000,
    "objects within objects": b'{"schema":' * 100_000,
    "lists within what nobody asked for": b'{"x":' + b"[" * 200_000,
    "a number of a million digits": b'{"schema":' + b"1" * 1_000_000 + b"}",
    "a string of a million quotation marks": b'{"schema":"' + b'\\"' * 1_000_000 + b'"}',
}
READERS: dict[str, Callable[[Path], object]] = {
    "results of checks": lambda path: read_report(path.read_bytes(), str(path)),
    "results of engines": lambda path: read_engines([str(path)]),
    "results of mutants": lambda path: read_mutation(path.read_bytes(), str(path)),
    "lists of citations": lambda path: read_citation_lists([str(path)]),
    "concerns": lambda path: read_concerns(path.read_bytes(), str(path)),
    "manifests": read_manifest,
    "choices": lambda path: read_choices(path.parent),
    "names of sets": lambda path: given_names(path.parent),
}
FILES = {"choices": "choices.json", "names of sets": "names.json"}


@every("name", JSON)
@pytest.mark.parametrize("reader", READERS)
def test_json_is_read_soon_or_refused_with_its_file(tmp_path: Path, reader: str, name: str) -> None:
    path = tmp_path / FILES.get(reader, "hard.json")
    path.write_bytes(JSON[name])
    with pytest.raises(CorpusError) as refused:
        READERS[reader](path)
    assert (refused.value.path, str(refused.value).count("\n"), len(str(refused.value)) < 500) == (str(path), 0, True)


BOUNDED: dict[str, Callable[[Path], object]] = {
    **{name: READERS[name] for name in ("results of engines", "lists of citations", *FILES, "manifests")},
    "results kept of mutants": mutation_in,
    "maps of tests": read_clause_map,
    "switches": read_switches,
    "settings": table_of,
}


@pytest.mark.parametrize("reader", BOUNDED)
def test_no_more_is_read_of_a_file_than_any_has(tmp_path: Path, reader: str) -> None:
    path = tmp_path / FILES.get(reader, "hard.toml")
    with path.open("wb") as file:
        file.truncate(1 << 32)
    with pytest.raises(CorpusError, match="has more than 128 MB"):
        BOUNDED[reader](path)


def test_settings_of_a_project_that_are_too_deep_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".crdiff.toml").write_text(TOML["one key of 40,000 parts"](), "utf-8")
    (tmp_path / "clean.txt").write_text(CLEAN, "utf-8")
    assert run(["lint", "clean.txt"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"{tmp_path / '.crdiff.toml'}: is not TOML (a key has more than 10 parts); "
        "expected a file such as site/lint.md shows"
    )
