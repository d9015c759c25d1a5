"""A rules bulletin for players in Markdown, in HTML, and by a template of the user's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from crdiff.changes.change import Op, Segment
from crdiff.errors import UsageError
from crdiff.reports.bulletin import Bulletin, BulletinEntry, bulletin_of
from crdiff.reports.diff_html import safe_html, template
from crdiff.reports.diff_markdown import escaped, marked, quoted
from crdiff.reports.phrases import counted
from crdiff.reports.redline import side
from crdiff.reports.review import DraftReview

_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)]\s)|(?=[#+=-])))")


def bulletin_html(review: DraftReview) -> str:
    """Return the bulletin as an HTML document."""
    return template("bulletin.html").render(bulletin=bulletin_of(review))


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
        return _printed(environment.from_string(source), bulletin_of(review))
    except TemplateSyntaxError as error:
        raise UsageError(str(error.message), _EXPECTED, path=path, line=error.lineno) from None
    except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(str(error), _EXPECTED, path=path, line=_line_of(error)) from None
    except (MemoryError, RecursionError) as error:
        raise UsageError("has no end", _EXPECTED, path=path, line=_line_of(error)) from None


def _printed(own: Template, bulletin: Bulletin) -> str:
    """Return what a template prints. Raises `MemoryError` where it goes on far beyond any bulletin."""
    pieces, size = [], 0
    for piece in own.generate(bulletin=bulletin):
        pieces.append(piece)
        size += len(piece)
        if size > _CHARACTERS_MAX:
            raise MemoryError
    return "".join(pieces)


_CHARACTERS_MAX = 1 << 22
"""Characters of a bulletin by a template; that on 2009-07-11, which changed most, has 0.79 million."""
_EXPECTED = "a Jinja2 template that prints the value 'bulletin'"
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
    """Return the bulletin in Markdown: a section for each subject, a block for each wording."""
    return "\n\n".join(_blocks(bulletin_of(review))) + "\n"


def _blocks(bulletin: Bulletin) -> Iterator[str]:
    yield f"# Comprehensive Rules changes, {escaped(bulletin.new)}"
    yield from (f"{escaped(sentence)}." for sentence in bulletin.sentences)
    if bulletin.rewordings:
        yield "## Wordings"
        yield "\n".join(
            f"- “{escaped(one.old)}” is now {f'“{escaped(one.new)}”' if one.new else 'left out'}, in "
            f"{counted(one.clauses, 'clause')}."
            for one in bulletin.rewordings
        )
    for section in bulletin.sections:
        yield f"## {escaped(section.title)}"
        for entry in section.entries:
            yield from _change(entry)
    if bulletin.renumbered:
        yield "## New numbers"
        yield "\n".join(f"- {escaped(run.sentence)}." for run in bulletin.renumbered)


def _change(entry: BulletinEntry) -> Iterator[str]:
    """Yield the heading of a change and its blocks: old and new wording with their edits marked, or the one there is.

    Of a clause in which only Examples changed there are only these.
    """
    yield f"### {escaped(entry.number)}{' ' * bool(entry.title)}{escaped(entry.title)}"
    if entry.said:
        yield escaped(entry.said)
    if not entry.old or not entry.new:
        yield _block("Removed" if entry.old else "Added", map(escaped, entry.old or entry.new))
    elif entry.redline:
        yield _block("Old", _marked(entry.redline, Op.INSERTED))
        yield _block("New", _marked(entry.redline, Op.DELETED))
    for example in entry.examples:
        yield f"**{example.label}**\n\n{quoted(example.redline, None)}"
    yield from entry.notes


def _marked(redline: Sequence[Segment], dropped: Op) -> Sequence[str]:
    """Return the lines of one side of a redline, its edits marked."""
    return marked(side(redline, dropped)).split("\n")


def _block(name: str, lines: Iterable[str]) -> str:
    shown = (_BLOCK_START.sub(r"\1\\", line) for line in lines)
    return "\n>\n".join(f"> {line}" for line in (f"**{name}**", *shown))
