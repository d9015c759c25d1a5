"""Documentation cannot go stale: every command, option, error and kind of change has its place, examples run."""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
from architecture import sections
from commands import run_command
from every import every
from sources import MODULES, ROOT, inside, text_of

from crdiff import errors
from crdiff.cli.app import app
from crdiff.reports.answer import Document
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.reports.view import NAMES
from tests.abroad.command_lines import formats_table, forms, leaves

SITE = ROOT / "site"
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = (SITE / "commands.md").read_text("utf-8")
FORMATS = (SITE / "formats.md").read_text("utf-8")
SHARED = "Options of many commands"


ALL = {f"crdiff {words}": command for words, command in leaves()}


@every("path", ALL)
def test_every_command_has_its_section_and_every_option_stands_in_it(path: str) -> None:
    said = sections(COMMANDS)
    assert path in said
    for option in ALL[path].params:
        if isinstance(option, click.Option):
            name = max(option.opts, key=len)
            assert f"`{name}" in said[path] + said[SHARED], name


def test_there_are_at_most_sixty_options_and_sixteen_commands_to_begin_with() -> None:
    """One name for one thing on every command: a new option takes the place of one that is there."""
    options = [each for command in ALL.values() for each in command.params if isinstance(each, click.Option)]
    assert len({max(each.opts, key=len) for each in options}) <= 60
    assert len(re.findall(r"^  [a-z]+  ", app.get_help(click.Context(app)), re.MULTILINE)) <= 16


@every("path", ALL)
def test_every_form_that_an_answer_can_have_is_named_in_the_section_of_its_command(path: str) -> None:
    """Or where the options of many commands are explained."""
    said = sections(COMMANDS)[path] + sections(COMMANDS)[SHARED]
    assert [form for form in forms(ALL[path]) if not re.search(rf"`(?:--format )?{form}`", said)] == []


def test_the_table_of_formats_is_that_of_the_commands() -> None:
    assert formats_table() in COMMANDS


def test_no_section_is_about_a_command_that_is_not_there() -> None:
    assert {title for title in sections(COMMANDS) if title.startswith("crdiff ")} == set(ALL)


@every("path", ALL)
def test_every_command_explains_itself_and_gives_an_example(path: str) -> None:
    command = ALL[path]
    assert command.help
    assert re.search(rf"^  {path}\b", command.epilog or "", re.MULTILINE)
    assert command.get_short_help_str()
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, option.name


def test_only_examples_are_folded_and_a_shell_reads_them_as_they_were_written() -> None:
    for command in ALL.values():
        written, shown = inspect.getdoc(command.callback) or "", command.epilog or ""
        assert not re.search(r"^(?!  ).*\\$", shown, re.MULTILINE), command.name
        examples = re.findall("^  .*", re.split("^Examples?:\n", written, flags=re.MULTILINE)[1], re.MULTILINE)
        read = re.findall("^  .*", shown.replace("\\\n", ""), re.MULTILINE)
        assert [*map(shlex.split, read)] == [*map(shlex.split, examples)], command.name
    assert not re.search(r"^(?!  ).*\\$", app.epilog or "", re.MULTILINE)


def test_every_error_is_drawn_in_the_tree_of_errors_and_explained() -> None:
    names = {name for name, thing in vars(errors).items() if isinstance(thing, type) and issubclass(thing, Exception)}
    assert {name for name in names if not re.search(rf"\b{name}\b", errors.__doc__ or "")} == set()
    assert {name for name in names if f"`{name}`" not in COMMANDS} == set()


def test_all_errors_stand_in_one_tree() -> None:
    names = "|".join(name for name, thing in vars(errors).items() if isinstance(thing, type))
    elsewhere = [path for path in MODULES if path.name != "errors.py"]
    assert not [path for path in elsewhere if re.search(rf"^class \w+\(({names})\)", text_of(path), re.MULTILINE)]


@every("name", NAMES)
def test_every_kind_of_change_is_explained(name: str) -> None:
    assert f"`{name}`" in FORMATS


def _properties(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from node.get("properties", {})
        for value in node.values():
            yield from _properties(value)
    elif isinstance(node, list):
        for value in node:
            yield from _properties(value)


def _kinds(of: type) -> Iterator[type]:
    for kind in of.__subclasses__():
        yield from (kind, *_kinds(kind))


def test_every_command_that_is_written_is_one_that_can_be_asked_for() -> None:
    rooms = [import_module(f"crdiff.cli.{path.stem}") for path in MODULES if path.parent.name == "cli"]
    written = {each for room in rooms for each in vars(room).values() if isinstance(each, click.Command)}
    assert {each.name for each in written - set(ALL.values()) if not isinstance(each, click.Group)} == set()


def test_every_kind_of_answer_has_a_schema() -> None:
    for path in MODULES:
        if path.parent.name in {"reports", "trace"}:
            import_module(f"crdiff.{inside(path).removesuffix('.py').replace('/', '.')}")
    ours = ("crdiff.reports.", "crdiff.trace.")
    tagged = [kind for kind in _kinds(Document) if kind.__module__.startswith(ours) and kind.__struct_config__.tag]
    named = " ".join(SCHEMAS.values()).split()
    assert {f"{kind.__module__.removeprefix('crdiff.')}:{kind.__name__}" for kind in tagged} - set(named) == set()


@every("name", SCHEMAS)
def test_every_published_format_is_explained_key_by_key(name: str) -> None:
    """A format that holds changes refers to the one that explains them."""
    said = sections(FORMATS)
    section = said[json.loads(schema(name))["$id"]]
    if "[crdiff.diff/1](#crdiffdiff1)" in section:
        section += said["crdiff.diff/1"]
    properties = set(_properties(json.loads(schema(name))))
    assert {key for key in properties if f"`{key}`" not in section} == set()


def test_every_published_format_has_one_section_in_the_order_in_which_they_can_be_asked_for() -> None:
    headings = re.findall(r"^## (crdiff\..+/\d)$", FORMATS, re.MULTILINE)
    assert headings == [json.loads(schema(name))["$id"] for name in SCHEMAS]


@every("name", SCHEMAS)
def test_a_format_is_explained_by_keys_that_it_has(name: str) -> None:
    """Names of files, which stand among the keys of the search index, have a full stop."""
    section = sections(FORMATS)[json.loads(schema(name))["$id"]]
    rows = re.findall(r"^\| (.*?) \| ", section, re.MULTILINE)
    keys = {key for row in rows for key in re.findall(r"`([^`.]+)`", row)}
    assert keys
    assert keys - set(_properties(json.loads(schema(name)))) == set()


def _examples() -> Iterator[tuple[str, str, str]]:
    for page in (ROOT / "README.md", SITE / "commands.md", SITE / "formats.md", SITE / "builders.md"):
        for block in re.findall(r"^(?:```console\n)(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for command, answer in re.findall(r"^\$ (crdiff .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                yield page.name, command, answer


@every("page, command, answer", _examples(), ids=lambda example: example[1])
def test_an_example_prints_what_the_page_says(page: str, command: str, answer: str, tmp_path: Path) -> None:
    """A line ``...`` in the page stands for any number of lines."""
    done = run_command(shlex.split(command)[1:], tmp_path, {**os.environ, "CRDIFF_HOME": str(tmp_path)})
    wanted = ".*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", answer, flags=re.MULTILINE))
    assert re.fullmatch(wanted, (done.stdout + done.stderr).decode(), re.DOTALL), page


def test_the_readme_names_only_commands_that_are_there() -> None:
    groups = {path.rpartition(" ")[0] for path in ALL}
    named = set(re.findall(r"(?:\$ |`)(crdiff [a-z]+)", README))
    assert named
    assert {name for name in named if name not in {*ALL, *groups}} == set()


def test_no_page_installs_a_version_that_is_not_there() -> None:
    """The repository has no tag, so owner and revision are the reader's to fill in."""
    named = {
        (page.name, found)
        for page in (ROOT / "README.md", *SITE.rglob("*.md"))
        for found in re.findall(r"(\w+/crdiff@[\w.]+|rev: .+)", page.read_text("utf-8"))
    }
    assert {found for _, found in named} == {"OWNER/crdiff@REV", "rev: REV"}
    assert {name for name, _ in named} == {"README.md", "ci.md"}


def test_the_readme_leads_with_the_two_commands_that_do_everything() -> None:
    first = README.index("make site")
    assert first < README.index("make test") < README.index("pip install")
    assert README[:first].count("\n") < 12
    assert "Fan Content Policy" in " ".join(README.split())


def test_every_promise_of_safety_names_a_test_that_is_there() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", page)
    cases = re.findall(r"`(tests/golden/sessions/[\w-]+\.txt)`, “(.+?)”", page)
    assert len(named + cases) > 20
    heads = [(path, f"\ndef {name}(") for path, name in named] + [(path, f"\n=== {case}\n") for path, case in cases]
    assert [head for path, head in heads if head not in (ROOT / path).read_text("utf-8")] == []
