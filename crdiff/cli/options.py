"""Options that many commands share, each written down once, and the formats that CI reads.

What a shell offers where somebody presses the key for completion: numbers, releases, texts, checks.

It answers at once or not at all: the store is read as it is, never brought up to date, and whatever goes wrong offers
nothing, because a shell has no place for an error.

What the commands that ask the corpus have in common: opening it, progress, saying what the answer rests on.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from difflib import get_close_matches
from importlib import import_module
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from msgspec.structs import replace

from crdiff.cli.output import Output, progress
from crdiff.cli.texts import AS_OF, Texts
from crdiff.errors import UsageError
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from crdiff.corpus import Corpus
    from crdiff.reports.answer import Result, Results
    from crdiff.reports.terminal import Style
    from crdiff.store.archive.archive import Archive


Offer = Callable[[click.Context, str], Iterable[str]]

# The environment variable by which a shell asks; click derives it from the name of the program.
VARIABLE = "_CRDIFF_COMPLETE"


def is_asked() -> bool:
    """Whether a shell asks for completions, or for the script that makes it ask."""
    return bool(os.environ.get(VARIABLE))


class Offered(click.ParamType):  # type: ignore[type-arg] # generic in some versions only
    """A value taken as it is typed: `name` is what help calls it, `offer` returns all that a shell offers, in order.

    `otherwise` is what the shell finds itself where nothing of that begins like what was typed, ``file`` or ``dir``:
    bash takes one or the other.
    """

    def __init__(self, name: str, offer: Offer = lambda _ctx, _incomplete: (), otherwise: str = "") -> None:
        self.name = name
        self._offer = offer
        self._otherwise = otherwise

    def shell_complete(self, ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return what begins like `incomplete`."""
        from click.shell_completion import CompletionItem

        try:
            found = [CompletionItem(one) for one in self._offer(ctx, incomplete) if one.startswith(incomplete)]
        except Exception:
            found = []
        if os.environ.get(VARIABLE, "").startswith("bash") and not re.search("[\"']", os.environ.get("COMP_WORDS", "")):
            found = [CompletionItem(one.value.replace(" ", "\\ ")) for one in found]  # other shells write it themselves
        return found or ([CompletionItem(incomplete, type=self._otherwise)] if self._otherwise else [])


def _numbers(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """Offer the numbers that ever named a clause, one level below what was typed: 702 offers 702.9, but not 702.9a.

    After a letter, titles.
    """
    from crdiff.model.number import SUBSECTION, ClauseNumber

    with _archive(ctx) as archive:
        if incomplete[:1].isalpha():
            titles = archive.rows("SELECT title FROM wording UNION SELECT term FROM entry ORDER BY 1")
            return [title for (title,) in titles]
        query = "SELECT DISTINCT number FROM stay WHERE substr(number, 1, ?) = ?"
        beginning = archive.rows(query, len(incomplete), incomplete)
    known = sorted(ClauseNumber.parse(number) for (number,) in beginning)
    subsection, stop, rule = incomplete.partition(".")
    deepest = int(bool(stop) or len(subsection) == 3) + bool(rule)
    return [str(number) for number in known if number.level - SUBSECTION <= deepest]


def _releases(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer every release of the catalog, by its day or by the code of its set, and the names of the newest two."""
    from crdiff.corpus import Corpus
    from crdiff.history.nearest import LATEST, PREVIOUS

    known = Corpus(_corpus(ctx)).known()
    return (LATEST, PREVIOUS, *(str(each.effective) for each in known), *(each.code for each in known if each.code))


def _texts(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer the releases held, the names of the newest two, and the editions; files for anything else."""
    from crdiff.book_words import embedded_folder
    from crdiff.history.nearest import LATEST, PREVIOUS
    from crdiff.store.texts.corpus_folder import listing
    from crdiff.store.texts.home import home

    held = dict.fromkeys(name.partition(".")[0] for name in listing(home(_corpus(ctx))))
    editions = sorted(path.parent.name for path in embedded_folder().glob("editions/*/edition.toml"))
    return (*((LATEST, PREVIOUS) if held else ()), *held, *editions)


def _listed(module: str, name: str) -> Offer:
    """Return what offers the names that a module lists; of a list with commas, for its last one."""

    def offered(_: click.Context, incomplete: str) -> Iterable[str]:
        before = incomplete[: incomplete.rfind(",") + 1]
        return (f"{before}{each}" for each in getattr(import_module(module), name))

    return offered


def _commands(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer the commands of the group that the words before name."""
    group: click.Command | None = ctx.find_root().command
    for name in ctx.params.get("names") or ():
        group = group.get_command(ctx, name) if isinstance(group, click.Group) else None
    return group.list_commands(ctx) if isinstance(group, click.Group) else ()


def _corpus(ctx: click.Context) -> str | None:
    corpus = ctx.params.get("corpus")
    return str(corpus) if corpus else None


def _archive(ctx: click.Context) -> Archive:
    """Return the store as it was left, or the facts that come with crdiff where there are no texts."""
    from crdiff.store.archive.archive import Archive
    from crdiff.store.build.recorded import recorded_archive
    from crdiff.store.texts.corpus_folder import STORE, listing
    from crdiff.store.texts.home import home

    folder = home(_corpus(ctx))
    return Archive.open(folder / STORE) if listing(folder) else recorded_archive()


FILE, FOLDER = Offered("file", otherwise="file"), Offered("dir", otherwise="dir")
TEXT = Offered("text", _texts, otherwise="file")
DATE, RELEASE = Offered("date", _releases), Offered("release", _releases)
NUMBER = Offered("n", _numbers)
CHECKS = Offered("checks", _listed("crdiff.lint.registry", "BY_ID"))
KINDS = Offered("names", _listed("crdiff.reports.view", "NAMES"))
DIALECT = Offered("name", _listed("crdiff.dialects.registry", "DIALECTS"))
COMMAND = Offered("command", _commands)


Function = Callable[..., Any]
Decorator = Callable[[Function], Function]
# Formats of every answer that is a table.
ROWS = ("text", "json", "jsonl", "csv", "markdown")


def option(names: str, said: str, **settings: Any) -> Decorator:
    """Add an option: its `names`, that of the parameter last where it is another, and what its help says."""
    return click.option(*names.split(), help=said, **settings)


def flag(names: str, said: str) -> Decorator:
    """Add an option that is given or not."""
    return option(names, said, is_flag=True)


quiet_option = flag("-q --quiet", "No notes and no progress on standard error.")
corpus_option = option(
    "--corpus", "The folder of your texts; by default $CRDIFF_HOME, else where the system keeps data.", type=FOLDER
)
book_option = option(
    "--book", "The rule book that a text is of: its name, or a folder with a book.toml.", metavar="NAME"
)


BOOK_ASKED = "The rule book that is asked about; by default that of the first text of the corpus."


def asks_corpus(function: Function) -> Function:
    """Add ``--book`` and ``--corpus``; the command gets `corpus`, the folder of the texts of that book."""

    @functools.wraps(function)
    def asking(*, book: str | None, corpus: str | None, **given: Any) -> Any:
        return function(corpus=folder_asked(corpus, book), **given)

    return with_options(asking, option("--book", BOOK_ASKED, metavar="NAME"), corpus_option)


def folder_asked(corpus: str | None, book: str | None) -> str | None:
    """Return the folder in which a corpus has its texts of the book that ``--book`` or ``$CRDIFF_BOOK`` names.

    Raises `UsageError` where it has none.
    """
    if not (book or os.environ.get("CRDIFF_BOOK")):
        return corpus
    from crdiff.model.book import MAGIC
    from crdiff.store.texts.books import book_of, books_beside, folder_for, named_book
    from crdiff.store.texts.corpus_folder import listing
    from crdiff.store.texts.home import home

    own, name = home(corpus), named_book(book)
    folder = folder_for(own, name)
    if name != MAGIC and not listing(folder):
        held = [*([book_of(own)] if listing(own) else ()), *books_beside(own)]
        others = f"one of {', '.join(held)}; " if held else ""
        raise UsageError(f"the corpus has no text of the book {name}", f"{others}'crdiff corpus add --book' adds some")
    return str(folder)


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


# End of the name of a file that tells in which format it is to be written; `md` is a format's short name, too.
_SUFFIXES = {"json": "json", "jsonl": "jsonl", "csv": "csv", "md": "markdown", "sarif": "sarif"}


class _Format(click.Choice[str]):
    """One of some formats, by its name or by the end of the name of such a file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(_SUFFIXES.get(value, value), param, ctx)


def answers(*formats: str) -> Decorator:
    """Add ``--format``, by default the first, ``--output`` and ``--quiet``; the command gets them as one `output`.

    A file whose name ends as one of a format does gets that format, where none is asked for.
    """

    def made(form: str, file: str | None, quiet: bool) -> Output:
        named = _SUFFIXES.get((file or "").rpartition(".")[2], "")
        return Output(named if named in formats and not was_given("form") else form, file, quiet)

    said = f"Form of the answer: {', '.join(formats)}."
    return gathered(
        "output",
        made,
        option("--format form", said, type=_Format(formats), default=formats[0], show_default=True, metavar="FORMAT"),
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


# Adds ``--at``, ``--dialect``, ``--tracked``, ``--book`` and ``--corpus``; the command gets `texts`, which finds
# them.
reads_texts = gathered(
    "texts",
    Texts,
    option("--at", "Use the release in force on this date instead of a TEXT.", expose_value=False, type=DATE),
    option("--dialect", "Read files in this dialect, without guessing.", metavar="NAME", type=DIALECT),
    tracked_option,
    book_option,
    corpus_option,
)


def named_kinds(named: str | None, known: Iterable[str]) -> frozenset[str]:
    """Return the kinds that an option names, separated by commas. Raises `UsageError` for one that does not exist."""
    kinds, there = [kind.strip() for kind in (named or "").split(",") if kind.strip()], list(map(str, known))
    for kind in kinds:
        if kind not in there:
            near = get_close_matches(kind, there, n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(there)}"
            raise UsageError(f"there is no kind {kind!r}", remedy=meant)
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
    wrap = TextWrapper(_EXAMPLE, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False).wrap
    said, heading, lines = re.split("^(Examples?:\n)", inspect.getdoc(function) or "", flags=re.MULTILINE)
    shown = (" \\\n".join(wrap(line)) if line.startswith(" ") else line for line in lines.splitlines())
    return {"help": said, "epilog": "\n".join((f"\b\n{heading.strip()}", *shown, ""))}


# Columns of an example, so that it fits on a narrow screen; a shell reads on after a backslash.
_EXAMPLE = 56


class TextCommand(click.Command):
    """A command that takes texts: ``--at DATE`` stands where a TEXT could, in the order of the line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse `args` after each ``--at DATE`` became one name of a text; a line half typed is taken as it is."""
        try:
            return super().parse_args(ctx, args if ctx.resilient_parsing else list(_named(iter(args))))
        except click.UsageError as error:
            if AS_OF not in error.message:
                raise
            raise click.UsageError(error.message.replace(AS_OF, "--at "), error.ctx) from None  # as it was written


def _named(words: Iterator[str]) -> Iterator[str]:
    for word in words:
        if word == "--":
            yield from (word, *words)
        elif word == "--at":
            day = next(words, None)
            if day is None:
                raise click.UsageError("--at needs a date such as 2009-07-11")
            yield f"{AS_OF}{day}"
        elif word.startswith("--at="):
            yield f"{AS_OF}{word.removeprefix('--at=')}"
        else:
            yield word


CI_FORMATS = ("github", "junit", "sarif")


def ci_writers(
    results: Callable[[], Results], fails: Callable[[Result], bool] | None = None
) -> dict[str, Callable[[], str | bytes]]:
    """Return what writes results in each of `CI_FORMATS`, for `Output.answer`.

    `fails` says which of them make the run fail, unless they say so themselves.
    """

    def written(form: str) -> Any:
        from crdiff.reports import ci_forms

        found = results()
        if fails:
            found = replace(found, results=tuple(replace(each, fails=fails(each)) for each in found.results))
        return getattr(ci_forms, form)(found)

    return {form: functools.partial(written, form) for form in CI_FORMATS}


BUILDING = "bringing the store up to date"
RECORDED = (
    "no texts have been added to the corpus: answering from the facts that come with crdiff, the numbers and dates of"
    " all rules and glossary entries up to {} and the wordings of some; add texts with {}"
)


@contextmanager
def asked_corpus(folder: str | None, output: Output) -> Iterator[Corpus]:
    """Give the corpus of ``--corpus``, and tell the person who asked where there are no texts in it."""
    from crdiff.corpus import Corpus
    from crdiff.history.nearest import HOW_TO_GET

    with progress(output, BUILDING) as shown, Corpus(folder, progress=shown) as corpus:
        if corpus.is_recorded:
            output.note(f"crdiff: {RECORDED.format(corpus.known_to, HOW_TO_GET)}")
        elif corpus.note:
            output.note(f"crdiff: {corpus.note}")
        yield corpus


def tell_stand_in(
    asked: Corpus, day: str | None, output: Output, *, numbers: bool = False, answered: date | None = None
) -> None:
    """Tell where the release in force on `day` is not known and an older one answers for it, or has `answered`.

    For a question about `numbers` it need not be held.
    """
    if day:
        held, in_force = asked.in_force(day, numbers=numbers)
        held = answered or held
        if held != in_force:
            missing = "it is not among the releases known" if asked.is_recorded else "its text is not held"
            output.note(f"crdiff: {in_force} was in force on {day}, but {missing}; answered from {held}")


def style(output: Output, context: int | None = None) -> Style:
    """Return how to print an answer."""
    from crdiff.reports.terminal import Style

    return Style(output.width, context, output.has_colour)


def range_named(written: str) -> tuple[str, str] | None:
    """Return the ends of a range, ``M10..M11``, or ``M10..`` up to the newest release; None for anything else."""
    from crdiff.history.nearest import LATEST

    first, dots, last = written.partition("..")
    return (first, last or LATEST) if first and dots and not re.search(r"[/\\:]", written) else None


def both_ends(old: str, new: str | None) -> tuple[str, str]:
    """Return the ends of a range, which are two arguments or one. Raises `UsageError`."""
    ends = (old, new) if new is not None else range_named(old)
    if ends is None:
        expected = "NEW, or a range such as M10..M11 ('crdiff whatsnew M11' is about one release)"
        raise UsageError(f"there is nothing to compare {shown_on_a_line(old)} with", expected)
    return ends


def at_option(said: str) -> Decorator:
    """Add ``--at DATE``; `said` is what happens without it."""
    return option(
        "--at", f"The release in force on DATE: a day, a set such as M10, latest or previous; {said}", type=DATE
    )
