"""Sessions at a terminal that were reviewed: what is typed, and all that is answered, noted and refused.

A file of tests/golden/sessions has what is typed in every case (before the first of them) and the cases, each under a
sentence: ``=== A sentence``. A case runs in a folder of its own, with a small text, rules.txt. After ``$`` stands what
is typed, as at a shell; ``crdiff`` runs here. Then comes what was answered: lines of standard error begin with ``!``,
and another exit code than 0 is told. ``pytest --update-golden`` rewrites the answers. The shell has the tools of GNU;
these words are ours:

- ``corpus NAME`` puts a corpus of `CORPORA` into the folder "home", which is the one that crdiff takes;
- ``docx FROM TO`` makes a document of Word from the lines of a text; {+words+} are inserted in it, [-words-] deleted;
- ``… | pick PATH COLUMN …`` prints what a JSON answer has at a path such as ``changes[].new[]``, a line each;
- ``facts DAY FILE`` writes what a crdiff knew of the rules before a day;
- ``web`` starts a server at ``$WEB``, and ``web FILE …`` puts files there;
- ``hub`` starts a stand-in for GitHub; ``hub PATH COLUMN …`` prints what it has, ``hub adds PATH JSON`` adds to a list,
  ``hub sets PATH NAME VALUE`` changes it, and ``hub answers STATUS BODY HEADER …`` has it answer so from now on;
- ``export NAME=VALUE`` and ``cd FOLDER`` last to the end of the case.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest
from clean_text import CLEAN
from commands import run_command
from cut_lives import facts_written_before
from hub import REPOSITORY, Hub, serving
from jsonschema import Draft202012Validator
from repositories import around
from tracked_document import deleted, docx, inserted, kept, paragraph

from crdiff import __version__
from crdiff.book_words import embedded_folder
from crdiff.reports.schemas import schema
from crdiff.store.embedded.corpus import load_corpus
from tests.cli.conftest import PLAYING, Run, built
from tests.marked_book import write_bread
from tests.other_book import OF_MAGIC, releases, write_book
from tests.revoked_releases import REVOKED_RELEASES
from tests.roman_book import write_spiel
from tests.small_releases import RELEASES
from tests.store.server import serving as web_serving

FOLDER = Path(__file__).parents[1] / "golden" / "sessions"
FIRST, SECOND, _, LAST = RELEASES
_BURN = {"Conceding": "To leave the game.", "Mana Burn": "Losing life for mana that is left when a phase ends."}
_GONE = {"Conceding": "To leave a game.", "Mana Burn (Obsolete)": "An older version of the rules had it."}
_RULE = (
    "Multiple player-controlling effects that affect the same player overwrite each other. The last one to be created"
)
TWO_RELEASES = {
    day: {
        number: "Controlling Another Player",
        f"{number}.1": "Some cards allow a player to control another player during that player’s next turn.",
        f"{number}.1a": f"{_RULE} {ends}.",
    }
    for day, number, ends in (
        ("2024-06-07", "720", "is the one that works"),
        ("2025-04-04", "723", "is the one which counts"),
    )
}


def _of_book(book: str, write: Callable[[Path], tuple[Path, Path]], folder: Path) -> None:
    Run(folder).text("corpus", "add", "--book", f"./{book}", *write(folder), "--quiet")


# The small releases; a book with marked numbers; an entry of 2003 that is called obsolete in the next release, and
# another that shares a title; a book about chess; 720.1a, which was reworded as 723.1a; a rule that was revoked; a
# German book with Roman numerals.
CORPORA: dict[str, Callable[[Path], object]] = {
    "small": lambda folder: built(folder, RELEASES),
    "bread": partial(_of_book, "bread", write_bread),
    "burned": lambda folder: built(
        folder, {day: RELEASES[day] for day in (FIRST, SECOND, LAST)}, {FIRST: _BURN, SECOND: _GONE, LAST: _GONE}
    ),
    "chess": partial(_of_book, "chess", lambda folder: releases(write_book(folder).parent)),
    "moved": lambda folder: built(folder, TWO_RELEASES),
    "revoked": lambda folder: built(folder, REVOKED_RELEASES),
    "spiel": partial(_of_book, "spiel", write_spiel),
}


# What changes with each release that is known, and a note that says at length that there are no texts.
_OF_TODAY = re.compile(
    rf"(?<=no texts have been added to the corpus: ).*|\d+(?= newer releases)|(?<=of the )\d+(?= releases known,)"
    rf"|{load_corpus().lives.dates[-1]}|(?<=version ){re.escape(__version__)}"
)


class Case(NamedTuple):
    """A case of a session: its file, what is typed before every case, its sentence, and its lines."""

    path: Path
    before: str
    sentence: str
    lines: str


def _cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.txt")):
        before, *cases = path.read_text("utf-8").split("\n=== ")
        for case in cases:
            sentence, _, lines = case.partition("\n")
            yield Case(path, before, sentence, lines)


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.path.stem}: {case.sentence}") for case in _cases()])
def test_commands_say_what_was_reviewed(case: Case, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    (tmp_path / "rules.txt").write_text(CLEAN, "utf-8")
    title, *_ = re.split(r"^\$ ", case.lines, flags=re.MULTILINE)
    with ExitStack() as held:
        terminal = Terminal(tmp_path, request.config.stash.setdefault(MADE, {}), held)
        for typed in _typed(case.before):
            terminal.ran(typed)
        told = (title + "".join(map(terminal.told, _typed(case.lines)))).rstrip("\n") + "\n"
    if request.config.getoption("--update-golden"):
        head = f"\n=== {case.sentence}\n"
        case.path.write_text(case.path.read_text("utf-8").replace(head + case.lines, head + told), "utf-8")
    else:
        assert told.strip() == case.lines.strip()
    assert case.path.stem not in {"bread", "chess", "spiel"} or not OF_MAGIC.search(told.replace("crdiff", ""))


# Name -> the corpus of that name, made once in a run.
MADE = pytest.StashKey[dict[str, Path]]()


def _typed(lines: str) -> list[str]:
    """Return what is typed in some lines, each with what it reads up to END."""
    return re.findall(r"^\$ (.*<<END\n(?:.*\n)*?END|.*)$", lines, re.MULTILINE)


def _stages(command: str) -> list[str]:
    """Return the parts of a pipe: what runs here alone, what a shell runs together."""
    stages: list[str] = []
    ours = re.compile("crdiff |pick |hub ")
    for part in command.split(" | "):
        if stages and not ours.match(part) and not ours.match(stages[-1]):
            stages[-1] += f" | {part}"
        else:
            stages.append(part)
    return stages


class Terminal:
    """Runs what is typed, in a folder, with the environment of whoever sits there."""

    hub: Hub

    def __init__(self, folder: Path, made: dict[str, Path], held: ExitStack) -> None:
        self.folder, self.top, self.made, self.held = folder, folder, made, held
        programs = folder.with_name(f"{folder.name}-programs")
        programs.mkdir()
        (programs / "crdiff").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m crdiff "$@"\n')
        (programs / "crdiff").chmod(0o755)
        self.environment = {
            **os.environ, **PLAYING, **around(), "CRDIFF_HOME": str(folder / "home"), "HOME": str(folder),
            "EMBEDDED": str(embedded_folder()), "RESULTS": str(FOLDER.parents[1] / "checks" / "results"),
            "PATH": f"{programs}:{os.environ['PATH']}",
        }  # fmt: skip

    def told(self, typed: str) -> str:
        """Return what was typed with what it writes, notes and errors after an exclamation mark, and how it ends."""
        code, out, err = self.ran(typed)
        noted = "".join(f"! {each}\n" for each in self._shown(err).splitlines())
        answer = self._shown(out)
        answer += "\n" * (not answer.endswith("\n") and answer != "")
        ended = f"[ends with {code}]\n" if code else ""
        blank = "\n" * bool(noted or answer or ended)
        return f"$ {typed}\n{noted}{answer}{ended}{blank}"

    def ran(self, typed: str) -> tuple[int, bytes, bytes]:
        """Return exit code, standard output and standard error; a command of crdiff gives the code of its line."""
        command, _, given = typed.partition(" <<END\n")
        raw, noted, code = given.removesuffix("END").encode(), b"", 0
        is_ours = False
        for stage in _stages(command):
            match shlex.split(stage.replace("$WEB", self.environment.get("WEB", "$WEB"))):
                case ["export", setting]:
                    self.environment |= [setting.split("=", 1)]
                case ["cd", name]:
                    self.folder = self.folder / name
                case ["corpus", name]:
                    copytree(self._corpus(name), self.folder / "home")
                case ["docx", source, target]:
                    lines = (self.folder / source).read_text("utf-8").split("\n")
                    made = docx(*map(_paragraph, lines))
                    (self.folder / target).write_bytes(made)
                case ["facts", day, name]:
                    (self.folder / name).write_text(facts_written_before(day), "utf-8")
                case ["web"]:
                    self.web = self.held.enter_context(web_serving())
                    self.environment["WEB"] = self.web.base
                case ["web", *names]:
                    self.web.files |= {f"/{Path(name).name}": (self.folder / name).read_bytes() for name in names}
                case ["hub"]:
                    self.hub = self.held.enter_context(serving())
                    there = {"GITHUB_REPOSITORY": REPOSITORY, "GITHUB_SERVER_URL": "https://hub.test"}
                    self.environment |= there | {"GITHUB_API_URL": self.hub.address, "GITHUB_TOKEN": "ghs_secret"}
                case ["hub", "answers", status, body, *headers]:
                    self.hub.refusing = int(status), body.encode(), dict(each.split(": ") for each in headers)
                case ["hub", "adds", path, *_]:
                    self.hub.kept()[path].append(json.loads(command.split(" ", 3)[3]))
                case ["hub", "sets", path, name, value]:
                    _at(self.hub.kept(), path)[0][name] = value
                case ["hub", path, *columns]:
                    raw = "".join(f"{_row(each, columns)}\n" for each in _at(self.hub.kept(), path)).encode()
                case ["pick", path, *columns]:
                    raw = "".join(f"{_row(each, columns)}\n" for each in _at(_json(raw), path)).encode()
                case ["crdiff", *words]:
                    is_ours, done = True, run_command(words, self.folder, self.environment, raw)
                    if done.returncode < 2 and "json" in words and words[:1] != ["schema"]:
                        _validate(done.stdout)
                    code, raw, noted = done.returncode, done.stdout, noted + done.stderr
                case _:
                    done = subprocess.run(
                        ["sh", "-c", stage], cwd=self.folder, env=self.environment, input=raw, capture_output=True,
                        check=False,
                    )  # fmt: skip
                    code, raw, noted = code if is_ours else done.returncode, done.stdout, noted + done.stderr
        return code, raw, noted

    def _shown(self, raw: bytes) -> str:
        said = re.sub(r"127\.0\.0\.1:\d{4,}", "here", raw.decode("utf-8", "backslashreplace"))
        said = said.replace("\r", "\\r").replace("\ufeff", "\\ufeff")
        return _OF_TODAY.sub("…", said.replace(str(self.top), "…").replace(str(self.top.parent), "…"))

    def _corpus(self, name: str) -> Path:
        if name not in self.made:
            folder = self.folder.with_name(f"corpus-{name}")
            folder.mkdir()
            CORPORA[name](folder)
            self.made[name] = folder / "home"
        return self.made[name]


def _paragraph(line: str) -> str:
    """Return a line as a paragraph of Word; one that is deleted whole is gone with its mark."""
    runs = re.findall(r"\[-(.*?)-\]|\{\+(.*?)\+\}|((?:(?!\[-|\{\+).)+)", line)
    made = [deleted(out) if out else inserted(put) if put else kept(stays) for out, put, stays in runs]
    return paragraph(*made, mark=deleted() if len(runs) == 1 and runs[0][0] else "")


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except json.JSONDecodeError:
        return [json.loads(line) for line in raw.splitlines()]


def _validate(raw: bytes) -> None:
    """Hold an answer in JSON against the schema that it names."""
    answer = json.loads(raw or b"{}")
    name = answer.get("schema", "").removeprefix("crdiff.").removesuffix("/1")
    if name:
        Draft202012Validator(json.loads(schema(name))).validate(answer)


def _at(value: Any, path: str) -> list[Any]:
    """Return what is at a path, "." for all of it: each element where a list is named with brackets."""
    found = [value]
    for step in path.split(".") if path != "." else ():
        name = step.removesuffix("[]")
        if name:
            found = [each and each[int(name) if name.isdigit() else name] for each in found]
        if step.endswith("[]"):
            found = [each for some in found for each in some]
    return found


def _row(value: Any, columns: list[str]) -> str:
    def said(each: Any) -> str:
        return each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)

    return "  ".join(said(each) for column in columns for each in _at(value, column)) if columns else said(value)
