"""``crdiff identify``: which rules a text quotes, of which releases, and with what slips.

Documents are read, and what they quote is told, on all cores where there are many.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from crdiff.cli import options as cli
from crdiff.cli.output import Output
from crdiff.cli.texts import GIT, file_of, raw_of
from crdiff.errors import CrdiffError, UnreadableText, UsageError
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.corpus import Corpus
    from crdiff.identify.identified import Identified
    from crdiff.identify.today import Updated
    from crdiff.reports.identified import IdentifiedDocument
    from crdiff.text.source_text import SourceText

_FOUND = 1


@cli.command("identify", "Find the rules that a text quotes, and its slips.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=cli.FILE)
@cli.option("--at as_of", "Check against the release of that day.", type=cli.RELEASE)
@cli.option("--number", "Say whether the clause N of that day says what FILE quotes.", type=cli.NUMBER)
@cli.option("--fail-on", "Exit with 1 if there is any of these kinds, separated by commas.", metavar="KINDS")
@cli.flag("--today", "Print FILE with its quotations brought up to date.")
@cli.flag("--all hints", "Also tell what FILE says in outdated words without quoting them.")
@cli.answers(*cli.ROWS, "html", *cli.CI_FORMATS)
@cli.asks_corpus
def identify_command(
    *,
    files: tuple[str, ...],
    as_of: str | None,
    number: str | None,
    fail_on: str | None,
    today: bool,
    hints: bool,
    output: Output,
    corpus: str | None,
) -> int:
    """Tell for each FILE, or - for standard input, which rules and glossary entries it quotes.

    A FILE is text, Markdown, HTML, wiki text, .docx, .rtf, .pdf or git:REV:path; of a folder, all of
    these but .pdf are read. For each passage it says in which releases the rules read so, what differs from the
    official text, and what became of it. KINDS are slip, outdated, misdated (on the date that the page prints the
    rules read otherwise) and, with --at, absent. With --number, FILE is one quotation, and the answer whether that
    clause says it. Without texts in the corpus whole sentences without a slip are found.

    Examples:
      crdiff identify lesson.md
      crdiff identify - < post.html
      crdiff identify wiki --at 2026-04-17 --fail-on slip,absent --format github
      crdiff identify lesson.md --today -o lesson.md
      crdiff identify quotation.txt --number 704.5j --at 2012-01-01
    """
    from crdiff.reports.identified import Remark, remarks

    failing = cli.named_kinds(fail_on, list(Remark))
    if hints and (today or number):
        raise UsageError("--all goes with neither --today nor --number", "one of them")
    with cli.asked_corpus(corpus, output) as asked:
        day = asked.in_force(as_of, numbers=asked.is_recorded)[0] if as_of else None
        if number:
            return _FOUND if not _holds(files, number, as_of, asked, output) and failing else 0
        cli.tell_stand_in(asked, as_of, output, numbers=asked.is_recorded)
        identify = partial(asked.words.identify, as_of=day, with_hints=hints)
        if today:
            return _write_today(files, identify, output)
        documents = _documents(files, identify, output)
        _tell_missing(asked, output)
    _write(documents, output, asked.book, failing)
    found = {remark for document in documents for remark, _ in remarks(document.found)}
    return _FOUND if failing & found else 0


def _holds(files: Sequence[str], number: str, day: str | None, asked: Corpus, output: Output) -> bool:
    """Tell, and return, whether a clause says what one file quotes. Raises `UsageError` for more files."""
    from crdiff.identify.check import QuotationVerdict
    from crdiff.reports.identified import quotation_answer, quotation_text

    if len(files) != 1 or output.form not in {"text", "json"}:
        raise UsageError("--number is about one quotation, as text or JSON", "one FILE, and --format json or none")
    checked = asked.check(number, read_document(files[0]).text, day)
    output.answer(lambda: quotation_answer(checked), text=lambda: quotation_text(checked))
    return checked.verdict is QuotationVerdict.HOLDS


def _tell_missing(asked: Corpus, output: Output) -> None:
    """Tell where texts are missing: a quotation with a slip is compared with those at hand."""
    from crdiff.store.embedded.lives import known_dates

    known = known_dates(asked.book)
    held = [release.date for release in asked.archive.releases if release.text]
    here = len(set(held) & set(known))
    if not asked.is_recorded and here < len(known):
        output.note(
            f"crdiff: of the {len(known)} releases known, {here} {'is' if here == 1 else 'are'} held"
            f"{f', and {len(held) - here} more' if len(held) > here else ''}; of others only whole sentences without a"
            " slip are found; 'crdiff corpus fetch' brings their texts"
        )


def _documents(files: Sequence[str], identify: Identify, output: Output) -> list[IdentifiedDocument]:
    """Return what the files quote. Raises `UsageError` where a folder has no document."""
    found = []
    for each in identified_documents(tuple(documents_under(files)), identify):
        if isinstance(each, UnreadDocument):
            output.note(f"crdiff: not read: {shown_on_a_line(each.name)}: {each.why}")
        else:
            found.append(each)
    if not found:
        raise UsageError("there is no document to read", f"files such as {', '.join(DOCUMENTS[:3])}", path=files[0])
    return found


def _write_today(files: Sequence[str], identify: Identify, output: Output) -> int:
    """Write a text with its quotations as they read today, and tell those that were left."""
    from crdiff.reports.identified import name_of
    from crdiff.reports.phrases import counted

    if len(files) != 1 or (output.form != "text" and cli.was_given("form")):
        raise UsageError("--today writes one text as it is", "one FILE, and no --format")
    raw, done = todays_text(files[0], identify)
    output.write_bytes(raw)
    output.note(f"crdiff: {counted(done.replaced, 'quotation')} written as the rules read today")
    for left in done.left:
        output.note(f"crdiff: line {left.quotation.line}: {name_of(left.quotation)} left as it is: {left.reason}")
    return 0


def _write(documents: Sequence[IdentifiedDocument], output: Output, book: str, failing: Collection[str]) -> None:
    from crdiff.reports.identified import identified_answer, identified_markdown, identified_results, identified_text

    def html() -> str:
        from crdiff.reports.html_files import identified_html
        from crdiff.store.texts.books import read_book

        return identified_html(documents, read_book(book).short, book)

    output.answer(
        lambda: identified_answer(documents),
        text=lambda: identified_text(documents, cli.style(output)),
        markdown=lambda: identified_markdown(documents),
        html=html,
        **cli.ci_writers(lambda: identified_results(documents), lambda result: result.rule in failing),
    )


# How the names of the files end that are read in a folder.
DOCUMENTS = (
    *(".md", ".markdown", ".txt", ".text", ".rst", ".adoc", ".org", ".html", ".htm", ".xhtml"),
    *(".wiki", ".mediawiki", ".docx", ".rtf"),
)
# Characters of the text of a page: a quarter of a release, of which any text is answered for within ten seconds.
CHARACTERS_MAX = 250_000

# Bytes of a page that is no document: 16 MB. Saved pages of HTML with all that is in them have 2 MB.
_TEXT_BYTES_MAX = 1 << 24
# Documents that a process takes at a time; where there are no more, no other process is started.
_PORTION = 8

Identify = Callable[[str], "Identified"]


class UnreadDocument(Struct, frozen=True):
    """A file of a folder that could not be read, and why in a line."""

    name: str
    why: str


def documents_under(names: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the documents to read, each once, and whether somebody named it: those of a folder are found."""
    from crdiff.cite_tree.files import files_of

    named: dict[str, bool] = {}
    for name in names:
        if name == "-" or name.startswith(GIT) or not Path(name).is_dir():
            named[name] = True
        else:
            for found in files_of([name]):
                if found.lower().endswith(DOCUMENTS):
                    named.setdefault(found, False)
    yield from named.items()


def identified_documents(
    documents: Sequence[tuple[str, bool]], identify: Identify
) -> Iterator[IdentifiedDocument | UnreadDocument]:
    """Yield what each document quotes, in their order, whatever the number of processes."""
    from crdiff.output.workers import working

    portions = -(-len(documents) // _PORTION)
    with working(None, portions, on="the documents", is_little=portions < 2) as executor:
        yield from executor.map(partial(_identified, identify=identify), documents, chunksize=_PORTION)


def _identified(document: tuple[str, bool], identify: Identify) -> IdentifiedDocument | UnreadDocument:
    """Return what a document quotes. Raises what reading raises where somebody named it."""
    from crdiff.identify.identified import located
    from crdiff.reports.identified import IdentifiedDocument

    name, is_named = document
    try:
        page = read_document(name)
        return IdentifiedDocument(_called(name), file_of(name), located(identify(page.text), page))
    except CrdiffError as error:
        if is_named:
            raise
        return UnreadDocument(name, str(error).removeprefix(f"{name}: "))
    except OSError as error:
        if is_named:
            raise
        return UnreadDocument(name, error.strerror or str(error))


def _called(name: str) -> str:
    return "standard input" if name == "-" else name


def read_document(name: str) -> SourceText:
    """Return the text of a document. Raises `UnreadableText` with its name for one that has none, or too much."""
    from crdiff.importers.document import is_document
    from crdiff.importers.page import read_page

    try:
        raw = raw_of(name)
        if len(raw) > _TEXT_BYTES_MAX and not is_document(raw):
            raise UnreadableText(f"the page has {len(raw):,} bytes", f"at most {_TEXT_BYTES_MAX:,}")
        page = read_page(raw, name)
        if len(page.text) > CHARACTERS_MAX:
            raise UnreadableText(
                f"the page has {len(page.text):,} characters", f"at most {CHARACTERS_MAX:,}, or 'crdiff parse'"
            )
    except CrdiffError as error:
        raise error.at(_called(name)) from None
    return page


def todays_text(name: str, identify: Identify) -> tuple[bytes, Updated]:
    """Return the bytes of a text with its quotations as they read today; all others are as they were.

    Raises `UnreadableText` for a document or a page of HTML, and for bytes that could not be given back as they were.
    """
    from crdiff.identify.identified import located
    from crdiff.identify.today import updated
    from crdiff.importers.document import import_document
    from crdiff.importers.kinds import is_page_of_html
    from crdiff.importers.page import read_page

    page, raw = read_document(name), raw_of(name)
    if import_document(raw) or is_page_of_html(page.source, name):
        raise UnreadableText("--today writes no documents and no HTML", "text or Markdown", path=_called(name))
    written = _as_written(page.source, raw)
    if written is None:
        raise UnreadableText("it is not UTF-8 with one kind of line ends", "a text to write again", path=_called(name))

    def identified(source: str) -> Identified:
        again = read_page(written(source), name)
        return located(identify(again.text), again)

    done = updated(page.source, identified)
    return written(done.text), done


def _as_written(source: str, raw: bytes) -> Callable[[str], bytes] | None:
    """Return what gives text the mark and the line ends of `raw`, None where that would change other bytes."""
    mark = BOM_UTF8 if raw.startswith(BOM_UTF8) else b""
    for end in ("\n", "\r\n"):
        if mark + source.replace("\n", end).encode("utf-8", "surrogatepass") == raw:
            return partial(_encoded, mark=mark, end=end)
    return None


def _encoded(text: str, mark: bytes, end: str) -> bytes:
    return mark + text.replace("\n", end).encode("utf-8", "surrogatepass")
