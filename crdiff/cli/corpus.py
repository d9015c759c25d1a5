"""``crdiff corpus``: what texts there are to compare, and what is done with them.

``crdiff book``: describe a rule book that does not come with crdiff.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.book_words import STATED
from crdiff.cli import options as cli
from crdiff.cli.app import group
from crdiff.cli.output import Output, note, progress
from crdiff.cli.texts import Texts
from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, CrdiffError, UnresolvedHost, UsageError
from crdiff.model.corpus import KnownRelease
from crdiff.output.atomic_file import write_whole
from crdiff.reports import release as reports
from crdiff.reports.answer import row_of
from crdiff.reports.phrases import counted
from crdiff.store.text_file import read_given
from crdiff.store.texts.books import book_of, book_toml, named_book, read_book
from crdiff.store.texts.corpus_folder import check_names, release_called
from crdiff.store.texts.folder import Added, HeldText, TextFolder

if TYPE_CHECKING:
    from crdiff.dialects.proposal import Proposal
    from crdiff.store.texts.fetch import Fetched


_NAMES = ("list", "add", "name", "fetch", "choose", "remove", "verify", "build", "export")


@group("corpus", "List, add, fetch and verify texts.", _NAMES)
def corpus_command() -> None:
    """Manage the texts that release dates and edition names refer to.

    The embedded corpus comes with crdiff: every known release by name and date, and five editions that quote a part of
    the rules. Whole releases are texts of your own, kept in the folder of --corpus, else of $CRDIFF_HOME.

    Example:
      crdiff corpus list
    """


@cli.command("list", "List editions and releases.")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def corpus_list_command(output: Output, corpus: str | None) -> None:
    """List the editions and releases that can be named where a TEXT is wanted, and what is held of each.

    Of a release held in several texts each is listed, the one that is read first.

    Examples:
      crdiff corpus list
      crdiff corpus list --format json
    """
    texts = Texts(corpus)
    shelf = reports.Shelf(Corpus(corpus).known(), texts.embedded().editions, _shelved(texts.held()))
    output.answer(lambda: reports.corpus_answer(shelf), text=lambda: reports.corpus_text(shelf))


def _shelved(folder: TextFolder) -> dict[str, list[reports.ShelvedText]]:
    """Return the texts of each release, the one that is read first."""

    def shelved(text: HeldText) -> reports.ShelvedText:
        return reports.ShelvedText(text.file, text.name, text.address, text.added[:10], folder.known_by(text))

    return {
        release: list(map(shelved, texts)) for release, texts in groupby(folder.held(), key=lambda text: text.release)
    }


def naming_options(function: cli.Function) -> cli.Function:
    """Add ``--name`` and ``--code``."""
    return cli.with_options(
        function,
        cli.option("--name", "The name of the set that the release came with.", metavar="NAME"),
        cli.option("--code", "The code of that set, such as M10.", metavar="CODE"),
    )


@cli.command("name", "Name a release after its set.")
@click.argument("release", type=cli.RELEASE)
@naming_options
@cli.asks_corpus
def corpus_name_command(release: str, name: str | None, code: str | None, corpus: str | None) -> None:
    """Write down what the set of RELEASE is called, for releases that the catalog has no name for, or another one.

    Reports and pages show the name, and commands take it for the release. An empty NAME or CODE takes it back.

    Examples:
      crdiff corpus name 2026-08-07 --name 'The Hobbit' --code HOB
      crdiff corpus name latest --name ''
    """
    if name is None and code is None:
        raise UsageError("there is nothing to change", "--name NAME, --code CODE or both")
    with Corpus(corpus) as held:
        named = held.name_release(release, name=name, code=code)
        Output("text", None, quiet=False).write(said_of(named, held.known()))


def said_of(named: KnownRelease, known: Sequence[KnownRelease]) -> str:
    """Return in a line what a release is called now, and which other one of those `known` its name or code stands for.

    Source: the code IKO stands for 2020-04-17, and not for 2020-06-01, which came with Ikoria too.
    """
    called = " ".join(filter(None, (named.name, f"({named.code})" if named.code else "")))
    if not called:
        return f"{named.effective} has no name"
    taken = {name: release_called(name, known) or named.effective for name in (named.name, named.code)}
    others = [f"commands take {name} for {day}" for name, day in taken.items() if day != named.effective]
    return "; ".join((f"{named.effective} is called {called}", *others))


@cli.command("verify", "Check every text of the corpus.")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def corpus_verify_command(output: Output, corpus: str | None) -> int:
    """Check that the corpus agrees with itself: texts with their checksums and what they were taken for, and the store.

    Exits with 1 where something does not agree.

    Example:
      crdiff corpus verify
    """
    held = Corpus(corpus)
    found = tuple(reports.MismatchRow(mismatch.path, mismatch.what) for mismatch in held.verify())
    checked = reports.VerifyAnswer(len(held.texts.listing()), found)
    output.answer(lambda: checked, text=lambda: reports.mismatches_text(checked))
    return int(bool(found))


@cli.command("build", "Bring the store up to date.")
@cli.flag("--force", "Make the store anew, whatever state it is in; no text is touched.")
@cli.answers("text", "json")
@cli.asks_corpus
def corpus_build_command(*, force: bool, output: Output, corpus: str | None) -> None:
    """Bring the store up to date with the texts: read what is new, align it with its neighbours, draw the lineages.

    Commands that need the store do this by themselves. All cores are used. A build that was interrupted goes on where
    it stopped.

    Examples:
      crdiff corpus build
      crdiff corpus build --force
    """
    with progress(output, cli.BUILDING) as shown, Corpus(corpus, progress=shown) as held:
        built = row_of(reports.BuiltAnswer, held.build(rebuild=force))
    output.answer(lambda: built, text=lambda: reports.built_text(built))


@cli.command("export", "Write the rules as a dataset.")
@cli.option(
    "--format kind", "Files to write.", type=click.Choice(("sqlite", "parquet", "jsonl", "csv")), default="sqlite"
)
@cli.option("-o --output file", "The SQLite file, or the folder for the files.", type=cli.FILE, required=True)
@cli.flag("--full-text", "With the texts of the corpus, which are the publisher's: not to be published.")
@cli.quiet_option
@cli.asks_corpus
def corpus_export_command(*, kind: str, file: str, full_text: bool, quiet: bool, corpus: str | None) -> None:
    """Write releases, clauses, numbers, wordings, sentences, links, the glossary and changes as tables.

    A datapackage.json beside the file, or in the folder, describes them. By default they are facts without texts, which
    may be published. The same texts give the same bytes, in whatever order they were added.

    Examples:
      crdiff corpus export -o rules.sqlite
      crdiff corpus export --format csv -o rules
    """
    from crdiff.dataset.files import DESCRIPTION, dataset_files, source_of

    target = Path(file)
    folder = target.parent if kind == "sqlite" else target
    if (folder / DESCRIPTION).exists() and b'"name": "crdiff-' not in (folder / DESCRIPTION).read_bytes():
        raise UsageError("describes other data", "another folder", path=str(folder / DESCRIPTION))
    with cli.asked_corpus(corpus, Output("text", None, quiet=quiet)) as asked:
        files = dataset_files(source_of(asked, with_texts=full_text), kind, target.name)
    folder.mkdir(parents=True, exist_ok=True)
    for name, raw in files.items():
        write_whole(folder / name, raw)


def answer(output: Output, handled: Sequence[reports.Handled], failures: Sequence[str], *, failed: int) -> int:
    """Write what was done, and the failures on standard error; return the exit code, `failed` where there are any."""
    for line in failures:
        note(line)
    output.answer(
        lambda: reports.HandledAnswer(tuple(handled), tuple(failures)), text=lambda: reports.handled_text(handled)
    )
    return failed if failures else 0


def handled_of(added: Added) -> reports.Handled:
    """Return what was done with a text that was added."""
    return reports.Handled(
        added.text.release, str(added.outcome), added.text.file, added.read.file, added.text.identity.lacks
    )


_CUT = 1


@cli.command("add", "Add texts of releases.")
@click.argument("names", nargs=-1, required=True, metavar="FILE...", type=cli.FILE)
@naming_options
@cli.answers(*cli.ROWS)
@cli.book_option
@cli.corpus_option
def corpus_add_command(
    *, names: tuple[str, ...], name: str | None, code: str | None, output: Output, book: str | None, corpus: str | None
) -> int:
    """Add FILEs, folders of files, or patterns. The release is the date printed in the text.

    Every file is kept, also the same text in another form. 'corpus list' shows which one of a release is read. A file
    that is not a release is reported in one line; the rest are added anyway, and the exit code is 2. A text that is cut
    at its end is kept, but is not the release: one line says what it lacks, and the exit code is 1.

    --name and --code are those of the set that the release came with: for one release that the catalog has no name for.
    --book names the rule book; a text whose title crdiff knows needs no name. Texts of another book than that of the
    first one are kept beside these: each book has its own numbers, and --book asks for them.

    Examples:
      crdiff corpus add MagicCompRules.txt
      crdiff corpus add downloads 'rules/*.txt'
      crdiff corpus add new.txt --name 'The Hobbit' --code HOB
    """
    check_names(name, code)
    failures: list[CrdiffError] = []
    asked = named_book(book)
    with progress(output, "adding texts") as shown, Corpus(corpus, progress=shown, book=asked) as held:
        added = held.add(*names, failed=failures.append)
        releases = sorted({one.text.release for one in added})
        if (name is not None or code is not None) and len(releases) == 1:
            output.note(said_of(held.name_release(releases[0], name=name, code=code), held.known()))
        elif name is not None or code is not None:
            failures.append(CorpusError(f"--name and --code are for one release, and {len(releases)} were added"))
    failed = 2 if failures else _CUT
    failures += filter(None, (TextFolder(one.corpus).cut(one.text, one.text.given[-1].name) for one in added))
    for beside, count in Counter(one.corpus for one in added if one.corpus != held.folder).items():
        of = book_of(beside)
        output.note(f"crdiff: {counted(count, 'text')} of the book {of} added; '--book {of}' asks for them")
    return answer(output, [handled_of(one) for one in added], list(map(str, failures)), failed=failed)


_UNFETCHED = 1


@cli.command("fetch", "Fetch releases from the publisher.")
@click.argument("what", metavar="[SINCE|URL]", default="", type=cli.DATE)
@cli.option("--book", cli.BOOK_ASKED, metavar="NAME")
@cli.answers(*cli.ROWS)
@cli.corpus_option
def corpus_fetch_command(*, what: str, book: str | None, output: Output, corpus: str | None) -> int:
    """Fetch the releases that are not held and whose address is known, over HTTPS, one at a time, and add them.

    With SINCE, only those that took effect on that day or later; with URL, this file alone, whose release is the date
    printed in it. The next run resumes an interrupted download. Exits with 1 if any release could not be fetched, or
    has no known address: the newest texts are at https://magic.wizards.com/en/rules.

    Examples:
      crdiff corpus fetch 2023-01-01..
      crdiff corpus fetch https://example.org/rules.txt
    """
    since, url = ("", what) if "/" in what else (what.removesuffix(".."), "")
    with progress(output, "fetching releases") as shown, Corpus(corpus, progress=shown, book=named_book(book)) as held:
        fetched = held.fetch(since or None, url=url or None)
        gone = () if url else held.no_longer_published(since)
    if gone:
        output.note(
            f"crdiff: of {counted(len(gone), 'older release')}, {gone[0]} to {gone[-1]}, nothing is published any more;"
            " add a text you have with 'crdiff corpus add FILE'"
        )
    handled = [handled_of(one.added) for one in fetched if one.added]
    return answer(output, handled, list(_failures(fetched, read_book(held.book).published)), failed=_UNFETCHED)


def _failures(fetched: Sequence[Fetched], published: str) -> Iterator[str]:
    """Yield a line for each failure, but one for all files of a host that nobody knows, and one for no address."""
    unresolved = Counter(one.host for one in fetched if isinstance(one.failure, UnresolvedHost))
    for one in fetched:
        if isinstance(one.failure, UnresolvedHost):
            others = unresolved.pop(one.host, 0) - 1
            if others >= 0:
                yield f"{one.failure}" + (f"; {others} more of its files were not tried" if others else "")
        elif one.failure and one.address:
            yield str(one.failure)
    unaddressed = [one.release for one in fetched if not one.address]
    if unaddressed:
        have, them = ("has", "it") if len(unaddressed) == 1 else ("have", "them")
        where = f"download from {published} and " if published else ""
        yield (
            f"{counted(len(unaddressed), 'release')} {have} no known address: {', '.join(unaddressed)};"
            f" {where}add {them} with 'crdiff corpus add FILE'"
        )


@cli.command("choose", "Choose which text of a release is read.")
@click.argument("name", metavar="TEXT", type=cli.TEXT)
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def corpus_choose_command(name: str, output: Output, corpus: str | None) -> int:
    """Have its release read from TEXT: the beginning of the name of a file, as 'crdiff corpus list' shows it.

    The date of a release takes such a choice back: the publisher's own file is read, else the one added first. No text
    is touched.

    Examples:
      crdiff corpus choose 2009-07-11.3f1c
      crdiff corpus choose 2009-07-11
    """
    with Corpus(corpus) as held:
        text = held.choose(name)
    return answer(output, [reports.Handled(text.release, "read", text.file, text.file, "")], [], failed=2)


@cli.command("remove", "Remove texts.")
@click.argument("names", nargs=-1, required=True, metavar="TEXT...", type=cli.TEXT)
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def corpus_remove_command(names: tuple[str, ...], output: Output, corpus: str | None) -> int:
    """Remove TEXTs: a release with all its texts, or the beginning of the name of one of its files.

    Examples:
      crdiff corpus remove 2009-07-11
      crdiff corpus remove 2009-07-11.3f1c
    """
    with Corpus(corpus) as held:
        gone = held.remove(*names)
    return answer(output, [reports.Handled(text.release, "removed", text.file, "", "") for text in gone], [], failed=2)


# Lines of a text that are shown of those that were not read.
_SHOWN_MAX = 5


@group("book", "Describe another rule book.", ("new",), new="corpus")
def book_command() -> None:
    """Describe a rule book that does not come with crdiff, in a folder that --book names.

    Example:
      crdiff book new ./chess laws-2018.txt laws-2023.txt
    """


@cli.command("new", "Propose a description from texts.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("files", metavar="TEXT...", nargs=-1, required=True, type=cli.FILE)
def book_new_command(folder: Path, files: Sequence[str]) -> None:
    """Look at the TEXTs of a rule book, and write DIR/book.toml under which most of their lines are read.

    It reports what it could not read, and what you should put right: the words for the book, and its owner. A book.toml
    that is there already is left alone.

    Examples:
      crdiff book new ./chess laws.txt
      crdiff parse laws.txt --book ./chess
    """
    from crdiff.dialects.proposal import propose

    path = folder / STATED
    if path.exists():
        raise UsageError(f"{path} is there already", "a folder without one")
    proposal = propose(folder.resolve().name, [(file, read_given(Path(file))) for file in files])
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, book_toml(proposal.book).encode())
    Output("text", None, quiet=False).write(f"{_told(proposal)}\nwritten: {path}\n")


def _told(proposal: Proposal) -> str:
    """Return how each text is read, and what is left to do."""
    lines: list[str] = []
    for text in proposal.texts:
        release = text.release
        undated = "no date found: state how it is printed as 'dated', or name the file after its day"
        dated = f"effective {release.effective}" if release.effective else undated
        lines.append(f"{text.name}: {len(release.placements):,} clauses read, {dated}")
        if text.unread:
            lines.append(f"  {len(text.unread):,} lines look numbered and are read as text, such as")
            lines += [f"    line {at}: {said[:70]}" for at, said in text.unread[:_SHOWN_MAX]]
    return "\n".join((*lines, "Put right what the book is called, who owns it, and what has to be said of that."))
