"""Options that many commands share, each written down once, and the formats that CI reads."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from crdiff.cli.completing import DATE, DIALECT, FILE, FOLDER
from crdiff.cli.output import Output
from crdiff.cli.texts import AS_OF, Texts
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.reports.answer import Results

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]
ROWS = ("text", "json", "jsonl", "csv", "markdown")
"""Formats of every answer that is a table."""


def option(names: str, said: str, **settings: Any) -> Decorator:
    """Add an option: its `names`, that of the parameter last where it is another, and what its help says."""
    return click.option(*names.split(), help=said, **settings)


def flag(names: str, said: str) -> Decorator:
    """Add an option that is given or not."""
    return option(names, said, is_flag=True)


quiet_option = flag("-q --quiet", "No notes and no progress on standard error.")
corpus_option = option("--corpus", "The corpus to look dates and editions up in.", type=FOLDER)
book_option = option(
    "--book", "The rule book that a text is of: its name, or a folder with a book.toml.", metavar="NAME"
)
tracked_option = option(
    "--tracked",
    "The side of tracked changes to read in a .docx.  [default: final]",
    type=click.Choice(("original", "final")),
)


def with_options(function: Function, *options: Decorator) -> Function:
    """Add options and arguments in the order in which the help lists them."""
    for each in reversed(options):
        function = each(function)
    return function


def gathered(name: str, made: Callable[..., object], *options: Decorator) -> Decorator:
    """Add `options`; the command gets what `made` returns for those that it takes as one parameter `name`."""
    parameters = tuple(inspect.signature(made).parameters)

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def gathering(**given: Any) -> Any:
            own = {each: given.pop(each) for each in parameters if each in given}
            return function(**given, **{name: made(**own)})

        return with_options(gathering, *options)

    return decorate


def answers(*formats: str) -> Decorator:
    """Add ``--format``, by default the first, ``--output`` and ``--quiet``; the command gets them as one `output`."""
    form, said = click.Choice(formats), "Form of the answer."
    return gathered(
        "output",
        Output,
        option("--format form", said, type=form, default=formats[0], show_default=True),
        option("-o --output file", "Write the answer to FILE, whole or not at all.", type=FILE),
        quiet_option,
    )


def limit_option(what: str) -> Decorator:
    """Add ``--limit``, at most so many of `what`; the command gets `limit`, None for all."""
    said = f"Show at most N {what}; what is left out is counted."
    return option("--limit", said, type=click.IntRange(min=1), metavar="N")


def also_reports(*formats: str) -> Decorator:
    """Add ``--report``, which writes the answer of the same run in more formats; the command gets `reports`.

    It stands below `answers`, whose `output` is written too.
    """

    def read(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[Output, ...]:
        found = []
        for each in given:
            form, _, file = each.partition("=")
            if form not in formats or not file:
                expected = f"{formats[0]}=FILE, or {', '.join(formats[1:])}"
                raise click.BadParameter(f"{each!r} is not a format and a file; expected {expected}")
            found.append(Output(form, file, quiet=True))
        return tuple(found)

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def checked(*, output: Output, reports: tuple[Output, ...], **options: Any) -> Any:
            places = [each.place for each in (output, *reports)]
            if again := [place for at, place in enumerate(places) if place in places[:at]]:
                raise UsageError(f"two answers would be written to {again[0]}", "a file for each")
            return function(output=output, reports=reports, **options)

        return with_options(
            checked,
            option(
                "--report reports",
                "Write the answer to FILE in another format too (repeatable).",
                metavar="FORMAT=FILE",
                multiple=True,
                callback=read,
            ),
        )

    return decorate


def answered(answer: Callable[[str], str]) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Make the callback of an eager option that writes an answer of its own in place of what the command does."""

    def answering(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if value and not ctx.resilient_parsing:
            Output("text", None, quiet=False).write(answer(value))
            ctx.exit()

    return answering


reads_texts = gathered(
    "texts",
    Texts,
    option("--as-of", "Use the release in force on this date instead of a TEXT.", expose_value=False, type=DATE),
    option("--dialect", "Read files as this dialect, whatever they look like.", metavar="NAME", type=DIALECT),
    tracked_option,
    book_option,
    corpus_option,
)
"""Adds ``--as-of``, ``--dialect``, ``--tracked``, ``--book`` and ``--corpus``; the command gets `texts`, which finds
them."""


def named_kinds(named: str | None, known: Iterable[str]) -> frozenset[str]:
    """Return the kinds that an option names, separated by commas. Raises `UsageError` for one that does not exist."""
    kinds = [kind.strip() for kind in (named or "").split(",") if kind.strip()]
    for kind in kinds:
        if kind not in set(known):
            raise UsageError(f"there is no kind {kind!r}", f"one of {', '.join(known)}")
    return frozenset(kinds)


def was_given(parameter: str) -> bool:
    """Whether the command that runs was given `parameter`, so that its value is no default."""
    return click.get_current_context().get_parameter_source(parameter) is ParameterSource.COMMANDLINE


def command(name: str, short: str, cls: type[click.Command] = click.Command) -> Callable[[Function], click.Command]:
    """Make a function the command `name`; `short` is what lists say of it, its docstring what its help says."""

    def decorate(function: Function) -> click.Command:
        return click.command(name, cls=cls, short_help=short, **help_of(function))(function)

    return decorate


def help_of(function: Function) -> dict[str, str]:
    """Return the help of a command and the examples that end it, command lines to try, as its docstring has them."""
    said, heading, lines = re.split("^(Examples?:\n)", inspect.getdoc(function) or "", flags=re.MULTILINE)
    return {"help": said, "epilog": f"\b\n{heading}{lines}\n"}


class TextCommand(click.Command):
    """A command that takes texts: ``--as-of DATE`` stands where a TEXT could, in the order of the line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse `args` after each ``--as-of DATE`` became one name of a text; a line half typed is taken as it is."""
        return super().parse_args(ctx, args if ctx.resilient_parsing else list(_named(iter(args))))


def _named(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if word == "--":
            yield from (word, *words)
        elif word == "--as-of":
            day = next(words, None)
            if day is None:
                raise click.UsageError("--as-of needs a date such as 2009-07-11")
            yield f"{AS_OF}{day}"
        elif word.startswith("--as-of="):
            yield f"{AS_OF}{word.removeprefix('--as-of=')}"
        else:
            yield word


CI_FORMATS = ("github", "junit", "sarif")


def ci_writers(results: Callable[[], Results]) -> dict[str, Callable[[], str | bytes]]:
    """Return what writes results in each of `CI_FORMATS`, for `Output.answer`."""

    def written(form: str) -> str | bytes:
        from crdiff.reports import ci_forms

        if form == "github":
            return ci_forms.github(results())
        return ci_forms.junit(results()) if form == "junit" else ci_forms.sarif(results())

    return {form: functools.partial(written, form) for form in CI_FORMATS}
