"""The commands that ask the corpus: one for each question.

Each opens the corpus, asks and writes the answer; what they say beside it goes to standard error.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli import options as cli
from crdiff.cli.output import Output
from crdiff.corpus import Corpus
from crdiff.errors import UnknownNumber, UsageError
from crdiff.history.lineage import Lineage, Term
from crdiff.history.nearest import LATEST, PREVIOUS, is_date
from crdiff.model.number import SUBSECTION, ClauseNumber, range_of, written_number
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.history.news import Passage

_WORDS_AROUND = 12


@cli.command("history", "Follow a clause through all releases.")
@click.argument("number", type=cli.NUMBER)
@cli.at_option("without it the newest one that has NUMBER.")
@cli.limit_option("wordings, the newest")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def history_command(*, number: str, at: str | None, limit: int | None, output: Output, corpus: str | None) -> None:
    """Follow the clause NUMBER through all releases: its numbers, its wordings with what changed, its end.

    NUMBER is a number of any release, old or new, a release and a number such as 2003-10-01-507.3b, or a title.
    A title that only the glossary has, such as Mana Burn, means that entry; 'Trample (glossary)' always does.

    Examples:
      crdiff history 720.6
      crdiff history 507.3b --at 2008-03-17
      crdiff history 'Mana Burn' --format json
    """
    from crdiff.reports.history import history_answer, history_text

    with cli.asked_corpus(corpus, output) as asked:
        cli.tell_stand_in(asked, at, output, numbers=True)
        lineage = asked.history(number, at)
        _tell_others(asked, number, lineage, output)
        lineage = lineage.limited(limit) if limit else lineage
        names = {each.effective: each.name for each in asked.known()}
    style = cli.style(output, _WORDS_AROUND)
    output.answer(lambda: history_answer(lineage), text=lambda: history_text(lineage, style, names))


def _tell_others(asked: Corpus, written: str, lineage: Lineage[ClauseNumber | Term], output: Output) -> None:
    """Tell what else has the number or the name that was asked for."""
    from crdiff.store.archive.entries import terms_called

    printed = written_number(written)
    if printed:
        others = {use.lineage for use in asked.number(written)}
        if len(others) > 1:
            output.note(f"{printed} has named {len(others)} clauses; 'crdiff number {printed}' lists them")
        return
    what = "another glossary entry" if isinstance(lineage.runs[-1].number, Term) else "a glossary entry too"
    for term in terms_called(asked.archive, written):
        if term not in [run.number for run in lineage.runs]:
            output.note(f"{term} is {what}; 'crdiff history \"{term} (glossary)\"' follows it")


@cli.command("number", "List what a number meant, and when.")
@click.argument("number", type=cli.NUMBER)
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def number_command(number: str, output: Output, corpus: str | None) -> None:
    """List the clauses that have had NUMBER, each with the releases in which they had it.

    A release and a number such as 2003-10-01-507.3b means that number, a title the number of the clause.

    Example:
      crdiff number 720
    """
    from crdiff.reports.passage import number_answer, number_text

    with cli.asked_corpus(corpus, output) as asked:
        uses = asked.number(number)
        if not uses:
            asked.history(number)  # says which numbers are near
    meant = str(uses[0].number), uses
    output.answer(lambda: number_answer(*meant), text=lambda: number_text(*meant))


@cli.command("blame", "Say which release brought each sentence.")
@click.argument("number", type=cli.NUMBER)
@cli.at_option("without it the newest one that has NUMBER.")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def blame_command(*, number: str, at: str | None, output: Output, corpus: str | None) -> None:
    """Say of each sentence of the clause NUMBER which release introduced it, and since when it reads as it does.

    NUMBER is a number, a release and a number such as 2003-10-01-507.3b, or a title.
    A title that only the glossary has, such as Concede, means that entry; 'Trample (glossary)' always does.
    Typography and the numbers that a sentence cites do not count. Sentences are followed through splits and merges.

    Examples:
      crdiff blame 720.1
      crdiff blame 104.3a --at 2015-01-01 --format json
      crdiff blame 'Trample (glossary)'
    """
    from crdiff.reports.history import blame_answer, blame_text

    with cli.asked_corpus(corpus, output) as asked:
        cli.tell_stand_in(asked, at, output)
        blame = asked.blame(number, at)
    output.answer(lambda: blame_answer(blame), text=lambda: blame_text(blame, cli.style(output)))


@cli.command("show", "Print a clause as it read on a day.")
@click.argument("numbers", metavar="[NUMBER]...", nargs=-1, type=cli.NUMBER)
@cli.at_option("without it the newest one held.")
@cli.flag("--outline", "Show only the clauses directly under NUMBER, each by its title or first words.")
@cli.flag("--web", "Open the page of each NUMBER on the site of $CRDIFF_SITE, by default build/site.")
@cli.limit_option("clauses")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def show_command(
    *,
    numbers: tuple[str, ...],
    at: str | None,
    outline: bool,
    web: bool,
    limit: int | None,
    output: Output,
    corpus: str | None,
) -> None:
    """Print each clause NUMBER, and all that stands under it, as it read on a day; without NUMBER all rules.

    A range such as 704.5j-m or 704.5-7 means all clauses from the first to the last.

    An old number, or a release and a number such as 2003-10-01-507.3b, means the clause that had it, under the number
    that it has on that day. A name such as Trample means the clause with this title and the glossary entry.

    Examples:
      crdiff show 704.5 --at 2015-01-01
      crdiff show 720 704.5j-m
      crdiff show --at 2009-07-11 -o rules.txt
    """
    from crdiff.reports.passage import passage_answer, passage_text

    with cli.asked_corpus(corpus, output) as asked:
        if web:
            output.write("".join(_opened(asked, number, at) for number in numbers or (None,)))
            return
        passages = [_shown(asked, number, at, outline=outline) for number in numbers or (None,)]
        cli.tell_stand_in(asked, at, output, answered=passages[0].release)
        for each in passages:
            _check_held(asked, each)
            _tell_release(asked, each, at, output)
    passages = passages if limit is None else [each.limited(limit) for each in passages]
    output.answer(
        lambda: passage_answer(_together(passages)),
        text=lambda: "\n".join(passage_text(each, cli.style(output)) for each in passages),
    )


def _opened(asked: Corpus, number: str | None, at: str | None) -> str:
    """Open the page of what a number or a name means, by default the first one, and return its address, as a line.

    Raises `UsageError` where the folder of the site has no such page.
    """
    import webbrowser

    from crdiff.pages import address

    where = address.followed(asked.history(number, at)) if number else address.HOME
    site = os.environ.get("CRDIFF_SITE") or "build/site"
    if site.startswith(("http://", "https://")):
        page = address.Host(site).whole(where)
    elif (file := Path(site, where[1:], "index.html")).is_file():
        page = file.absolute().as_uri()
    else:
        what = f"there is no {shown_on_a_line(str(file))}"
        raise UsageError(what, "a site made by 'crdiff site build', or its folder or address in $CRDIFF_SITE")
    webbrowser.open(page)
    return f"{page}\n"


def _shown(asked: Corpus, written: str | None, at: str | None, *, outline: bool) -> Passage:
    """Return what a number, a name or a range means. Raises `CrdiffError` where it means nothing."""
    ends = range_of(written or "", asked.archive.numbers)
    if ends is None or written is None:
        return asked.show(written, at, outline=outline)
    first, last = ends
    above = first.of_rule if first.of_rule == last.of_rule != first else first.upto(SUBSECTION)
    passage = asked.show(str(above), at)
    meant = (one for one in passage.clauses if first <= one.number <= last or one.number.of_rule == last)
    clauses = tuple(replace(one, depth=max(one.depth - 1, 0)) for one in meant if one.number.level > SUBSECTION)
    if not clauses:
        raise UnknownNumber(f"no clause of {passage.release} is in {written}", "the first and the last number")
    passage = replace(passage, asked=written, number=None, clauses=clauses, entry=None)
    return passage.outlined() if outline else passage


def _together(passages: Sequence[Passage]) -> Passage:
    """Return several passages as one. Raises `UsageError` where they are not of one release or have several entries."""
    first, *others = passages
    if not others:
        return first
    entries, releases = [each.entry for each in passages if each.entry], {each.release for each in passages}
    if len(entries) > 1 or len(releases) > 1:
        raise UsageError("these cannot be told in one answer", "--format text, or one of them at a time")
    asked, clauses = " ".join(each.asked for each in passages), chain.from_iterable(each.clauses for each in passages)
    left_out = sum(each.left_out for each in passages)
    entry = next(iter(entries), None)
    return replace(first, asked=asked, number=None, clauses=tuple(clauses), entry=entry, left_out=left_out)


def _check_held(asked: Corpus, passage: Passage) -> None:
    """Raise `UnknownRelease` where nothing is held of what a passage would print."""
    from crdiff.store.archive.questions import not_held

    if passage.clauses and not passage.entry and not any(clause.is_held for clause in passage.clauses):
        top = passage.clauses[0]
        place = f"{passage.release}-{top.number}"
        raise not_held(asked.history(place), top.number, passage.release)


def _tell_release(asked: Corpus, passage: Passage, at: str | None, output: Output) -> None:
    """Tell where another number or another release answers than the one that a person has in mind."""
    if passage.number and str(passage.number) != passage.asked:
        life = asked.history(f"{passage.release}-{passage.number}")
        had = [run for run in life.runs if str(run.number) == passage.asked]
        stands = f"{passage.number} in the release of {passage.release}"
        if had and passage.release == asked.known_to:
            output.note(f"what was {passage.asked} until {had[-1].last} is {stands}")
        elif had and str(life.number_in(asked.known_to)) != passage.asked:
            output.note(f"nothing was {passage.asked} then: what had this number from {had[0].first} on was {stands}")
        else:
            output.note(f"{passage.asked} was {stands}")
    elif at is None and passage.release != asked.known_to:
        output.note(f"{passage.asked} is shown as {passage.release} has it, the last release in which it is known")
    elif at and passage.number:
        life = asked.history(f"{passage.release}-{passage.number}")
        _, in_force = asked.in_force(at, numbers=True)
        if since := [str(each.first) for each in life.phrasings if passage.release < each.first <= in_force]:
            output.note(f"{passage.number} was reworded in {', '.join(since)}: those words are not held")
        life = asked.history(passage.asked)
        then = life.number_in(passage.release)
        if then and then != passage.number == life.number_in(asked.known_to):
            output.note(
                f"this is not the {passage.asked} of {asked.known_to}, which was numbered {then} in {passage.release}"
            )
    for clause in passage.clauses if passage.number else ():
        if clause.revoked:
            output.note(f"{clause.number} was revoked in {clause.revoked}: what stands there is a notice")


@cli.command("search", "Find clauses by their words.")
@click.argument("words", nargs=-1, required=True)
@cli.at_option("without it the newest one held.")
@cli.flag("--all ever", "Search every wording of every release.")
@cli.option("--limit", "How many clauses to list.", type=click.IntRange(1), default=20, show_default=True)
@cli.answers(*cli.ROWS)
@cli.option("--book", cli.BOOK_ASKED, metavar="NAME")
@cli.corpus_option
def search_command(
    *,
    words: tuple[str, ...],
    at: str | None,
    ever: bool,
    limit: int,
    output: Output,
    book: str | None,
    corpus: str | None,
) -> None:
    """List clauses and glossary entries that hold all WORDS, the best first; inflections count as the same word.

    WORDS in double quotes must follow one another; a shell needs its own quotes around them. In a corpus of several
    books each has a group of its own, unless --book names one.

    Examples:
      crdiff search mana burn --all
      crdiff search '"state-based action"' --at 2012-01-01
    """
    from crdiff.reports.passage import BookHits, search_answer, search_text
    from crdiff.store.texts.books import books_beside, named_book, read_book

    if ever and at:
        raise UsageError("--all does not go with --at", "one of them")
    sought = " ".join(words)
    others: list[BookHits] = []
    with cli.asked_corpus(cli.folder_asked(corpus, book), output) as asked:
        cli.tell_stand_in(asked, at, output)
        hits = asked.search(sought, at, ever=ever, most=limit)
        where = _where(asked, at, ever=ever)
    for name, folder in () if named_book(book) else books_beside(asked.folder).items():
        with cli.asked_corpus(str(folder), output) as beside:
            if at is None or str(beside.releases[0]) <= at:
                found = tuple(beside.search(sought, at, ever=ever, most=limit))
                others.append(BookHits(name, read_book(name).title, found, _where(beside, at, ever=ever)))
    output.answer(
        lambda: search_answer(sought, hits, others),
        text=lambda: search_text(sought, hits, cli.style(output), where=where, others=others),
    )


def _where(asked: Corpus, at: str | None, *, ever: bool) -> str:
    """Return which clauses were searched: no others are said to lack the words."""
    if asked.is_recorded:
        return "whose text comes with crdiff"
    return "of any release held" if ever else f"of {asked.in_force(at or asked.releases[-1])[0]}"


@cli.command("stats", "Show how the rules grew.")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def stats_command(output: Output, corpus: str | None) -> None:
    """Show clauses, words and changes: each year as text, each release too as JSON.

    Examples:
      crdiff stats
      crdiff stats --format json
    """
    from crdiff.reports.whatsnew import stats_answer, stats_text

    with cli.asked_corpus(corpus, output) as asked:
        sizes = asked.stats()
    output.answer(lambda: stats_answer(sizes), text=lambda: stats_text(sizes))


@cli.command("whatsnew", "List what changed since a day.")
@click.argument("names", nargs=-1, metavar="[RANGE] [NUMBER]...", type=cli.NUMBER)
@cli.flag("--all everything", "Also list the changes that nobody has to read.")
@cli.limit_option("changes to read, those of the newest releases")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def whatsnew_command(
    *, names: tuple[str, ...], everything: bool, limit: int | None, output: Output, corpus: str | None
) -> None:
    """List the changes to read, release by release: by default those of the newest release.

    RANGE is A..B, or A.. for all that changed since A, which a day alone means, too. Each is a day, which means the
    release in force on it, the code or name of a set, latest or previous. A set alone means what came with it. With
    NUMBERs, only changes to these sections, subsections or rules, by the number before or after the change. A name such
    as Trample means the clause with this title and the glossary entry.

    Examples:
      crdiff whatsnew
      crdiff whatsnew BLB
      crdiff whatsnew 2024-01-01..
      crdiff whatsnew 2020-06-01..M21 702 903 --format markdown
    """
    from crdiff.reports import whatsnew as reports

    with cli.asked_corpus(corpus, output) as asked:
        (since, until), sections = _since(names, asked)
        news = asked.news(since, *sections, until=until, limit=limit)
        if asked.is_recorded:
            output.note(
                "crdiff: without texts only changes of clauses are known; those of glossary entries are left out"
            )
    output.answer(
        lambda: reports.whatsnew_answer(news, everything),
        markdown=lambda: reports.whatsnew_markdown(news, everything, _WORDS_AROUND),
        text=lambda: reports.whatsnew_text(news, everything, cli.style(output, _WORDS_AROUND)),
    )


def _since(names: tuple[str, ...], asked: Corpus) -> tuple[tuple[str, str], tuple[str, ...]]:
    """Return the range that a question begins with, by default that of the newest release, and the other names."""
    first, *others = names or ("",)
    names_of = ((each.effective, {each.code.casefold(), each.name.casefold()}) for each in asked.known())
    if first and (release := next((day for day, called in names_of if first.casefold() in called), None)):
        return (str(release - timedelta(1)), str(release)), tuple(others)
    if span := (first, LATEST) if is_date(first) or first in {LATEST, PREVIOUS} else cli.range_named(first):
        return span, tuple(others)
    return (PREVIOUS, LATEST), names


@cli.command("renumbering", "List the new number of each old one.")
@click.argument("old", type=cli.RELEASE)
@click.argument("new", type=cli.RELEASE, required=False)
@cli.flag("--all everything", "Also list numbers that still name the same clause.")
@cli.answers(*cli.ROWS)
@cli.asks_corpus
def renumbering_command(*, old: str, new: str | None, everything: bool, output: Output, corpus: str | None) -> None:
    """List what became of the numbers of the release OLD in the release NEW: renumbered, split, merged, removed.

    OLD..NEW names both in one word, and OLD.. takes the newest release for NEW.

    The list is composed through all releases between the two. The direct alignment of the two texts is a cross-check:
    where it disagrees, both answers are shown.

    Examples:
      crdiff renumbering 2009-05-01 2009-07-11 --format csv -o old-to-new.csv
      crdiff renumbering 2008-02-01 2024-06-07 --all --format json
    """
    from crdiff.reports import whatsnew as reports

    with cli.asked_corpus(corpus, output) as asked:
        found = asked.renumbering(*cli.both_ends(old, new))
    rows = found.rows if everything else found.moved
    output.answer(
        lambda: reports.renumbering_answer(found, rows),
        text=lambda: reports.renumbering_text(found, rows),
        csv=lambda: reports.renumbering_csv(rows),
        markdown=lambda: reports.renumbering_markdown(found, rows),
    )
