"""A review as a rules bulletin for players: the rewordings, then by subject each rule as it was and as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from crdiff.changes.change import Part, Quoted, Rewording, Segment
from crdiff.errors import UsageError
from crdiff.reports.diff_html import safe_html, template
from crdiff.reports.diff_markdown import escaped
from crdiff.reports.labels import exceptions, heading, label, named
from crdiff.reports.phrases import counted
from crdiff.reports.review import DraftReview, Item, by_subject

_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)]\s)|(?=[#+=-])))")


@dataclass(frozen=True, slots=True)
class BulletinEntry:
    """A change for players: its `number` or term, its `title`, a sentence or none, and the lines before and after.

    `redline` is the marked-up wording, `notes` are the editor's, in Markdown.
    """

    number: str
    title: str
    said: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    redline: tuple[Segment, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BulletinSection:
    """The changes of one subject: a subsection of the rules, the glossary, or a part outside them."""

    title: str
    entries: tuple[BulletinEntry, ...]


@dataclass(frozen=True, slots=True)
class Bulletin:
    """What a template of a bulletin prints: the names of both texts, sentences, rewordings and the sections."""

    old: str
    new: str
    sentences: tuple[str, ...]
    rewordings: tuple[Rewording, ...]
    sections: tuple[BulletinSection, ...]


def bulletin_of(review: DraftReview) -> Bulletin:
    """Return what players are told: what says something else now, and nothing that only its editor has to do."""
    view = review.view
    sections = (
        BulletinSection(subject.title, tuple(entry for item in subject.items if (entry := _entry(item))))
        for subject in by_subject(review)
    )
    told = tuple(section for section in sections if section.entries)
    return Bulletin(view.old_name, view.new_name, view.headlines, view.comparison.rewordings, told)


def _entry(item: Item) -> BulletinEntry | None:
    """Return a change for players, None where the text is the same."""
    change = item.change
    is_rule = change.part is Part.RULES
    old, new = (tuple(_lines(side, is_numbered=is_rule)) for side in (change.old, change.new))
    unnumbered = [tuple(_lines(side, is_numbered=False)) for side in (change.old, change.new)]
    if unnumbered[0] == unnumbered[1]:
        return None
    name = label(change) if change.part in {Part.RULES, Part.GLOSSARY} else named(change).capitalize()
    said = f"{change.summary[:1].upper()}{change.summary[1:]}." if old and new and change.summary else ""
    title = heading(change) if is_rule else ""
    return BulletinEntry(name, title, said, old, new, change.redline, tuple(note.text for note in item.notes))


def _lines(clauses: Sequence[Quoted], *, is_numbered: bool) -> Iterator[str]:
    for clause in clauses:
        number = f"{clause.number} " if is_numbered else ""
        yield from "\n".join((f"{number}{clause.wording}", *clause.examples)).split("\n")


def bulletin_html(review: DraftReview) -> str:
    """Return the bulletin as an HTML document."""
    return template("bulletin.html").render(bulletin=bulletin_of(review), view=review.view)


def bulletin_by_template(review: DraftReview, source: str, path: str, *, is_html: bool) -> str:
    """Return the bulletin as the template in the file at `path` prints it, escaped for HTML where it is HTML.

    The template sees `bulletin` (a `Bulletin`) and can run nothing else. Raises `UsageError`, with its line, for one
    that jinja2 cannot read or fill in.
    """
    environment = ImmutableSandboxedEnvironment(
        autoescape=is_html, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(escaped=escaped, markdown=safe_html)
    try:
        return environment.from_string(source).render(bulletin=bulletin_of(review))
    except TemplateSyntaxError as error:
        raise UsageError(str(error.message), _EXPECTED, path=path, line=error.lineno) from None
    except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(str(error), _EXPECTED, path=path, line=_line_of(error)) from None


_EXPECTED = "a template of jinja2 that prints the value 'bulletin'"
_TEMPLATE = "<template>"
"""What jinja2 calls the file of a template that came as a string, in tracebacks."""


def _line_of(error: BaseException) -> int:
    """Return the last line of the template that was being printed, 0 where none was."""
    line, step = 0, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == _TEMPLATE:
            line = step.tb_lineno
        step = step.tb_next
    return line


def review_bulletin(review: DraftReview) -> str:
    """Return the bulletin in Markdown: a section for each subject, a block for each change."""
    return "\n\n".join(_blocks(bulletin_of(review))) + "\n"


def _blocks(bulletin: Bulletin) -> Iterator[str]:
    yield f"# Comprehensive Rules changes, {escaped(bulletin.new)}"
    yield "\n".join(f"- {escaped(sentence)}." for sentence in bulletin.sentences)
    if bulletin.rewordings:
        yield "## Wordings"
        yield "\n".join(
            f"- “{escaped(one.old)}” is now {f'“{escaped(one.new)}”' if one.new else 'left out'}, in "
            f"{counted(one.clauses, 'clause')}{'; ' + exceptions(one.exceptions) if one.exceptions else ''}."
            for one in bulletin.rewordings
        )
    for section in bulletin.sections:
        yield f"## {escaped(section.title)}"
        for entry in section.entries:
            yield from _change(entry)


def _change(entry: BulletinEntry) -> Iterator[str]:
    """Yield the heading of a change and its blocks: old wording and new wording, or the one there is."""
    yield f"### {escaped(entry.number)}{' ' * bool(entry.title)}{escaped(entry.title)}"
    if entry.said:
        yield escaped(entry.said)
    if entry.old:
        yield _block("Old" if entry.new else "Removed", entry.old)
    if entry.new:
        yield _block("New" if entry.old else "Added", entry.new)
    yield from entry.notes


def _block(name: str, lines: Sequence[str]) -> str:
    shown = (_BLOCK_START.sub(r"\1\\", escaped(line)) for line in lines)
    return "\n>\n".join(f"> {line}" for line in (f"**{name}**", *shown))
