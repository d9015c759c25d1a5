"""Where a command's answer goes, with or without colour, and the progress of long work."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from crdiff.text.hidden import printed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from crdiff.output.long_work import Progress

_WIDTH = 100
# Columns of an answer, whatever COLUMNS or a terminal says.
_WIDTH_MIN, _WIDTH_MAX = 40, 1000
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

    def write(self, answer: str | bytes) -> None:
        """Write the whole answer as `printed` shows it; a file is replaced in one step.

        A final newline is added where one lacks, but not to bytes without a line: a program takes it for an answer.
        """
        raw = printed(answer, self.form, colour=self.has_colour)
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
        elif raw:
            _print(raw)

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
        asked = os.environ.get("COLUMNS", "")
        if self.file is None and asked.isascii() and asked.isdigit():
            return min(max(_WIDTH_MIN, int(asked[:5])), _WIDTH_MAX)
        if self.file is None and sys.stdout.isatty():
            return max(_WIDTH_MIN, os.get_terminal_size(sys.stdout.fileno()).columns)
        return _WIDTH


def check_targets(files: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` where something stands at one of `files` that is not a file, or is nothing to write to."""
    from pathlib import Path

    from crdiff.errors import UsageError
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
        print(printed(line, "text").decode(), file=sys.stderr)


def forget_stdout() -> None:
    """Point stdout at nothing, so that flushing it at exit does not fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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


@contextmanager
def progress(output: Output, what: str) -> Iterator[Progress | None]:
    """Give what shows how far `what` is, such as "adding texts"; None with ``--quiet`` or where no terminal looks on.

    The bar appears with the first piece of work done and is gone at the end.
    """
    if output.quiet or not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as stack:
        yield _bar(stack, what)


def _bar(stack: ExitStack, what: str) -> Progress:
    """Return a function that draws a bar, begun when it is called first and ended with `stack`."""
    shown: list[Progress] = []

    def show(done: int, total: int) -> None:
        if not shown:
            shown.append(_begun(stack, what))
        shown[0](done, total)

    return show


def _begun(stack: ExitStack, what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    bars = stack.enter_context(Bars(*columns, console=Console(stderr=True), transient=True))
    bar = bars.add_task(what, total=None)
    return lambda done, total: bars.update(bar, completed=done, total=total)
