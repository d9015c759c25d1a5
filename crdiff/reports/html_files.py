"""Comparisons, reviews, and what texts quote, as one HTML file each; what a review tells players, as Markdown too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import mistune
import rcssmin
import rjsmin
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import ExampleChange, Op, Part, Quoted, Rewording, Segment
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber, next_number
from crdiff.model.release import Release
from crdiff.reports import identified, labels, phrases
from crdiff.reports.diff import marked, quoted
from crdiff.reports.formats import escaped
from crdiff.reports.identified import IdentifiedDocument
from crdiff.reports.labels import heading, label, label_with_part, telling_examples
from crdiff.reports.phrases import counted
from crdiff.reports.review import LEVELS, SENTENCES, DraftReview, Item, Renumbered, SubjectChanges, by_subject
from crdiff.reports.terminal import excerpt, side
from crdiff.reports.view import View, break_sentence, excerpt_sentence


def diff_html(view: View, context: int | None = None, side_by_side: bool = False) -> str:
    """Return the report as an HTML document; `context` as in `excerpt`."""
    return template("diff.html").render(view=view, context=context, side_by_side=side_by_side)


@cache
def template(name: str) -> Template:
    """Return the template of a document, such as ``diff.html``."""
    environment = Environment(
        loader=PackageLoader("crdiff.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        rules_called=rules_called, labels=labels, phrases=phrases, excerpt=excerpt, side=side, op=Op, part=Part
    )
    environment.filters.update(anchor=labels.anchor, markdown=safe_html)
    environment.filters["first_upper"] = lambda text: text[:1].upper() + text[1:]
    environment.filters["minified_style"] = lambda text: Markup(rcssmin.cssmin(text))
    environment.filters["minified_script"] = lambda text: Markup(rjsmin.jsmin(text))
    environment.tests["with_redline"] = labels.has_redline
    return environment.get_template(name)


def rules_called(release: Release) -> str:
    """Return what a document calls the rules of a release: of other books than Magic's the title that it prints."""
    return "Comprehensive Rules" if release.book == MAGIC else release.title or "Rules"


class _WithoutPictures(mistune.HTMLRenderer):
    """Writes Markdown as HTML that needs no network."""

    def image(self, text: str, url: str, title: str | None = None) -> str:  # noqa: ARG002 - as mistune calls it
        """Return the words that stand for a picture."""
        return mistune.escape(text)


def safe_html(text: str) -> Markup:
    """Return Markdown of somebody as HTML that runs nothing and loads nothing: pictures become their words."""
    return Markup(mistune.create_markdown(renderer=_WithoutPictures(escape=True))(text))


_IDENTIFIED_HTML_CONTEXT = 25
"""How many unchanged words are shown on each side of a difference."""


def identified_html(documents: Sequence[IdentifiedDocument], rules: str = "Comprehensive Rules") -> str:
    """Return the answer as an HTML document; `rules` is what those are called that are quoted."""
    context = _IDENTIFIED_HTML_CONTEXT
    return template("identified.html").render(documents=documents, said=identified, context=context, rules=rules)


_BLANK = re.compile(r"\n\s*\n")
_REVIEW_HTML_CONTEXT = 3
"""Unchanged words shown on each side of an edit, in changes that nobody has to read."""
_CONTEXT_TO_READ = 80
"""Unchanged words shown on each side of an edit, in changes to read: a clause is whole unless it is a long list.

Source: 205.3m of 2025-06-06 lists more than three hundred creature types.
"""


def review_html(review: DraftReview) -> str:
    """Return the review as an HTML document."""
    page = template("review.html").render(
        review=review,
        view=review.view,
        levels=LEVELS,
        words=_REVIEW_HTML_CONTEXT,
        whole=_CONTEXT_TO_READ,
        subjects=by_subject(review),
        sentences=SENTENCES,
        ticks=len(review.items) + len(review.elsewhere),
    )
    return _BLANK.sub("\n", page)


_CONTEXT = 80
"""Unchanged words shown on each side of an edit: a clause is whole unless it is a long list.

Source: 205.3m of 2025-06-06 lists more than three hundred creature types.
"""
_TO = "–"


class BulletinExample(Struct, frozen=True):
    """An Example that changed, came or went: which one, in words, and its marked-up wording."""

    label: str
    redline: tuple[Segment, ...]


class BulletinEntry(Struct, frozen=True):
    """A change for players: its `number` or term, its `title`, a sentence or none, and the lines before and after.

    `redline` is the marked-up wording, far from an edit cut short, () where only Examples changed; `examples` are those
    that did. A new clause brings those under it along. `notes` are the editor's, in Markdown.
    """

    number: str
    title: str
    said: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    redline: tuple[Segment, ...]
    examples: tuple[BulletinExample, ...]
    notes: tuple[str, ...]


class BulletinSection(Struct, frozen=True):
    """The changes of one subject: a subsection of the rules, the glossary or the introduction."""

    title: str
    entries: tuple[BulletinEntry, ...]


class RenumberedRun(Struct, frozen=True):
    """Clauses that follow each other and moved together: their numbers before and after, the title of a single one."""

    old: str
    new: str
    title: str

    @property
    def sentence(self) -> str:
        """What to say of it, without a full stop: "701.4–701.9 are now 701.5–701.10"."""
        titled = f" ({self.title})" if self.title else ""
        return f"{self.old}{titled} {'are' if _TO in self.old else 'is'} now {self.new}"


class Bulletin(Struct, frozen=True):
    """What a bulletin prints: names of the `rules` and of both texts, sentences, rewordings, sections, new numbers."""

    rules: str
    old: str
    new: str
    sentences: tuple[str, ...]
    rewordings: tuple[Rewording, ...]
    sections: tuple[BulletinSection, ...]
    renumbered: tuple[RenumberedRun, ...]


def bulletin_of(review: DraftReview) -> Bulletin:
    """Return what players are told: what says something else now, and nothing that only its editor has to do."""
    view, alignment = review.view, review.view.comparison.alignment
    numbers = alignment.new.numbers
    sections = tuple(section for subject in by_subject(review) if (section := _section(subject, numbers)).entries)
    renumbered = tuple(_runs(review.renumbered, numbers))
    is_new = sections or renumbered or view.comparison.rewordings
    told = f"These rules replace those of {view.old_name}" if is_new else f"No rule changed since {view.old_name}"
    incomplete = (*map(excerpt_sentence, alignment.excerpts), *map(break_sentence, alignment.breaks))
    sentences = (told, *incomplete)
    return Bulletin(
        rules_called(alignment.new),
        view.old_name,
        view.new_name,
        sentences,
        view.comparison.rewordings,
        sections,
        renumbered,
    )


def _section(subject: SubjectChanges, numbers: type[ClauseNumber]) -> BulletinSection:
    """Return the changes of a subject that players are told of, a new clause together with those under it."""
    entries: list[BulletinEntry] = []
    head: ClauseNumber | None = None
    for item in subject.items:
        entry = _entry(item)
        if entry is None:
            continue
        is_new_rule = item.change.part is Part.RULES and not entry.old
        number = numbers.parse(entry.number) if is_new_rule else None
        if number and head and number.within(head):
            above = entries[-1]
            entries[-1] = replace(above, new=above.new + entry.new, notes=above.notes + entry.notes)
        else:
            entries.append(entry)
            head = number
    return BulletinSection(subject.title, tuple(entries))


def _entry(item: Item) -> BulletinEntry | None:
    """Return a change for players: None where the text is the same, and of the credits, which are nobody's rules."""
    change = item.change
    is_rule = change.part is Part.RULES
    if change.part is Part.CREDITS or _said(change.old) == _said(change.new):
        return None
    is_changed = bool(change.old and change.new)
    is_reworded = is_changed and [side.wording for side in change.old] != [side.wording for side in change.new]
    remarks = "; ".join(item.remarks)
    return BulletinEntry(
        number=label_with_part(change).capitalize() if change.part is Part.FRONT else label(change),
        title=heading(change) if is_rule else "",
        said=f"{remarks[:1].upper()}{remarks[1:]}." if remarks else "",
        old=tuple(_lines(change.old, is_numbered=is_rule)),
        new=tuple(_lines(change.new, is_numbered=is_rule)),
        redline=excerpt(change.redline, _CONTEXT) if is_reworded else (),
        examples=tuple(map(_example, telling_examples(change))) if is_changed else (),
        notes=tuple(note.text for note in item.notes),
    )


def _said(clauses: Sequence[Quoted]) -> list[tuple[str, tuple[str, ...]]]:
    return [(clause.wording, clause.examples) for clause in clauses]


def _lines(clauses: Sequence[Quoted], *, is_numbered: bool) -> Iterator[str]:
    """Yield the lines of one side of a change; the term of a glossary entry, which names it, is not one."""
    for clause in clauses:
        said = f"{clause.number} {clause.wording}" if is_numbered else clause.text
        yield from "\n".join((said, *clause.examples)).split("\n")


def _example(example: ExampleChange) -> BulletinExample:
    place = example.new or example.old
    assert place is not None, "an example is on one side at least"
    became = "" if example.old and example.new else ", added" if example.new else ", removed"
    return BulletinExample(f"Example {place.at + 1}{became}", excerpt(example.redline, _CONTEXT))


def _runs(rows: Iterable[Renumbered], numbers: type[ClauseNumber]) -> Iterator[RenumberedRun]:
    """Yield the clauses that were renumbered, those that follow each other together, in the order they had.

    What only follows a clause above it is not named again.
    """
    titles = {numbers.parse(row.old): row.title for row in rows}
    heirs = {numbers.parse(row.old): numbers.parse(row.new) for row in rows}
    runs: list[list[ClauseNumber]] = []
    for old in sorted(heirs):
        if _follows(old, heirs):
            continue
        if runs and (next_number(runs[-1][-1]), next_number(heirs[runs[-1][-1]])) == (old, heirs[old]):
            runs[-1].append(old)
        else:
            runs.append([old])
    for run in runs:
        title = titles[run[0]] if len(run) == 1 else ""
        yield RenumberedRun(_range(run[0], run[-1]), _range(heirs[run[0]], heirs[run[-1]]), title)


def _follows(old: ClauseNumber, heirs: Mapping[ClauseNumber, ClauseNumber]) -> bool:
    """Whether a clause is renumbered only because the rule or the subsection above it is."""
    above = next((each for each in (old.of_rule, old.subsection) if each != old and each in heirs), None)
    if above is None:
        return False
    return heirs[old] == old.under(heirs[above])


def _range(first: ClauseNumber, last: ClauseNumber) -> str:
    return str(first) if first == last else f"{first}{_TO}{last}"


_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)]\s)|(?=[#+=-])))")


def bulletin_html(review: DraftReview) -> str:
    """Return the bulletin as an HTML document."""
    return template("bulletin.html").render(bulletin=bulletin_of(review))


def review_bulletin(review: DraftReview) -> str:
    """Return the bulletin in Markdown: a section for each subject, a block for each wording."""
    return "\n\n".join(_blocks(bulletin_of(review))) + "\n"


def _blocks(bulletin: Bulletin) -> Iterator[str]:
    yield f"# {escaped(bulletin.rules)} changes, {escaped(bulletin.new)}"
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
