"""Where a command's answer goes, with or without colour, and the progress of long work."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO

from msgspec import Struct

from crdiff.errors import UsageError
from crdiff.text.hidden import printed

if TYPE_CHECKING:
    from pathlib import Path

    from crdiff.output.long_work import Progress

_WIDTH = 100
# Columns of an answer, whatever COLUMNS or a terminal says.
_WIDTH_MIN, _WIDTH_MAX = 40, 1000
_COLOUR = re.compile("\x1b\\[[0-9;]*m")
# Variables that ask for colour in a pipe too, unless they are empty or 0; NO_COLOR beats them.
_COLOUR_FORCED = ("FORCE_COLOR", "CLICOLOR_FORCE")


class ReaderGoneError(Exception):
    """Whoever read standard output, such as ``head``, has had enough: no error, but nothing more to do."""


class Output(Struct, frozen=True):
    """How to answer: `form` is the value of ``--format``, `file` of ``--output`` (None: standard output)."""

    form: str
    file: str | None
    quiet: bool

    def __post_init__(self) -> None:
        """Raise `UsageError`, before any work, where what is at `file` is not a file: a link leads anywhere."""
        if self.file is not None and self.file != "-":
            check_targets([self.file])

    def write(self, answer: str | bytes, *, is_folded: bool = True) -> None:
        """Write the whole answer as `printed` shows it; a file is replaced in one step.

        A final newline is added where one lacks, but not to bytes without a line: a program takes it for an answer. The
        lines of a text that people keep as it is are not to be `is_folded`.
        """
        raw = printed(answer, self.form, colour=self.has_colour)
        if is_folded and self.form == "text" and self.file is None:
            raw = _fitted(raw, sys.stdout, colour=self.has_colour)
        self._put(raw if raw.endswith(b"\n") or answer == b"" else raw + b"\n")

    def answer(
        self, made: Callable[[], Struct] | None = None, main: str = "", /, **own: Callable[[], str | bytes]
    ) -> None:
        """Write an answer by the one of its `own` writers that the format has, and else as its type says.

        `main` is the key of its main list, where its type does not say that.
        """
        if made is None or self.form in own:
            self.write(own[self.form]())
        else:
            from crdiff.reports.formats import written

            self.write(written(made(), self.form, main))

    def write_bytes(self, raw: bytes) -> None:
        """Write a document or a patch, each byte as it is; a terminal gets what `write` would show of a text."""
        is_shown = self.file in {None, "-"} and sys.stdout.isatty()
        self._put(printed(raw.decode("utf-8", "replace"), "text") if is_shown else raw)

    def _put(self, raw: bytes) -> None:
        if self.file is not None and self.file != "-":
            _write(self.file, raw)
        elif raw and self._is_long(raw):
            _page(raw)
        elif raw:
            _print(raw)

    def _is_long(self, raw: bytes) -> bool:
        """Whether an answer for a person does not fit on the screen that it goes to."""
        if self.form != "text" or not (sys.stdout.isatty() and sys.stdin.isatty()):
            return False
        return 0 < os.get_terminal_size(sys.stdout.fileno()).lines <= raw.count(b"\n")

    def note(self, line: str) -> None:
        """Tell a person something beside the answer, on standard error, unless ``--quiet`` was given."""
        note(line, self.quiet)

    @property
    def place(self) -> str:
        """Where the answer goes, for a person: the path of a file, or standard output."""
        if self.file is None or self.file == "-":
            return "standard output"
        return os.path.realpath(self.file)

    @property
    def has_colour(self) -> bool:
        """Whether to answer in colour: on a terminal that shows it, or where it is forced, and never under NO_COLOR."""
        if self.file is not None or os.environ.get("NO_COLOR"):
            return False
        if any(os.environ.get(name, "0") not in {"", "0"} for name in _COLOUR_FORCED):
            return True
        return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """Columns to fill: those of COLUMNS or of the terminal; 100 elsewhere, so that answers do not differ."""
        return (_screen(sys.stdout) if self.file is None else 0) or _WIDTH


def _screen(stream: TextIO) -> int:
    """Return the columns that COLUMNS or the terminal of a stream gives, 0 where neither does."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit():
        return min(max(_WIDTH_MIN, int(asked[:5])), _WIDTH_MAX)
    return max(_WIDTH_MIN, os.get_terminal_size(stream.fileno()).columns) if stream.isatty() else 0


def folded(text: str, width: int) -> str:
    """Return a text whose lines have at most `width` columns: what is longer goes on below, indented."""

    def lines(line: str) -> list[str]:
        below = " " * (len(line) - len(line.lstrip()) + 4)
        is_long = len(_COLOUR.sub("", line)) > width
        return wrap(line, width, subsequent_indent=below, break_on_hyphens=False) if is_long else [line]

    return "\n".join(each for line in text.split("\n") for each in lines(line))


def _fitted(raw: bytes, stream: TextIO, *, colour: bool = False) -> bytes:
    """Return what was `printed` in lines that fit on the screen of a stream.

    It is printed again: where a line is cut, the next one may begin as a command of a runner does.
    """
    width = _screen(stream)
    return printed(folded(raw.decode(), width), "text", colour=colour) if width else raw


def check_targets(files: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` where something stands at one of `files` that is not a file, or is nothing to write to."""
    from pathlib import Path

    from crdiff.output.atomic_file import obstacle

    for file in files:
        if file is not None and (what := obstacle(Path(file))):
            raise UsageError(f"is {what}", "a file, or the name of a new one", path=str(file))


def _write(file: str, raw: bytes) -> None:
    from pathlib import Path

    from crdiff.output.atomic_file import write_whole

    write_whole(Path(file), raw)


def note(line: str, quiet: bool = False) -> None:
    """Print a line for a person on standard error, unless `quiet`. A terminal or a runner obeys nothing in it."""
    if not quiet:
        print(_fitted(printed(line, "text"), sys.stderr).decode(), file=sys.stderr)


def forget_stdout() -> None:
    """Point stdout at nothing, so that flushing it at exit does not fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _page(raw: bytes) -> None:
    """Show an answer in the pager of ``$PAGER``, by default less, which leaves what fits on the screen."""
    from click import echo_via_pager

    os.environ.setdefault("LESS", "-FRX")
    echo_via_pager(raw.decode(), color=True)


def _print(raw: bytes) -> None:
    rest = memoryview(raw)
    try:
        while rest:  # an unbuffered stream (PYTHONUNBUFFERED) takes what the pipe has room for
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None
    except OSError as error:
        forget_stdout()
        raise OSError(error.errno, error.strerror, "standard output") from None


# Pieces of work from which on somebody who reads a log is told of it, too: those of some minutes.
_PIECES_MIN = 50
# Seconds between two states of the line on a terminal.
_REDRAWN = 0.1


@contextmanager
def progress(output: Output, what: str) -> Iterator[Progress | None]:
    """Give what shows how far `what` is, such as "adding texts"; None with ``--quiet``.

    On a terminal a line appears with the first piece of work done and is gone at the end; elsewhere long work prints a
    line at its beginning and for each quarter.
    """
    if output.quiet:
        yield None
        return
    shown = _ShownProgress(what, sys.stderr.isatty())
    try:
        yield shown.show
    finally:
        if shown.drawn:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class _ShownProgress:
    """A line on standard error that says how far some work is, and how long the rest will take."""

    def __init__(self, what: str, is_terminal: bool) -> None:
        self._what, self._is_terminal, self._quarters = what, is_terminal, -1
        self._began = self.drawn = 0.0

    def show(self, done: int, total: int) -> None:
        """Show that so many pieces are done."""
        now = time.monotonic()
        self._began = self._began or now
        seconds = round((now - self._began) * (total - done) / done) if done else 0
        left = f", about {seconds // 60}:{seconds % 60:02} left" if done < total and seconds else ""
        line = f"{self._what}: {done:,}/{total:,}{left}"
        if self._is_terminal and (now - self.drawn > _REDRAWN or done == total):
            self.drawn = now
            print(f"\r{line[: os.get_terminal_size(2).columns or None]}\x1b[K", end="", file=sys.stderr, flush=True)
        elif not self._is_terminal and total >= _PIECES_MIN and done * 4 // total > self._quarters:
            self._quarters = done * 4 // total
            print(f"crdiff: {line}", file=sys.stderr, flush=True)
