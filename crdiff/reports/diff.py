"""A comparison as JSON, for a terminal, as Markdown that fits a comment, and as results for CI.

In Markdown the summary comes first; long parts are folded, and what is left out is counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import groupby

from msgspec import field
from msgspec.structs import replace

from crdiff.align.alignment import Break, Excerpt
from crdiff.changes.change import Change, Comparison, ExampleChange, Facet, Op, Part, Segment, Structure
from crdiff.changes.reading import SkipReason, skip_reason
from crdiff.model.release import Level, Release
from crdiff.reports import answer, labels, terminal
from crdiff.reports import view as views
from crdiff.reports.formats import LIMIT, escaped, escaped_line, size, that_fit
from crdiff.reports.labels import in_words, kinds, label_with_part, prose, read_with
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.terminal import PLAIN, Style, excerpt


class ComparedText(answer.AnswerRow, frozen=True):
    """One of the two texts."""

    # Effective date, or the file's name where no date is printed.
    name: str = field(name="release")
    title: str


class TitlesOfSubsection(answer.AnswerRow, frozen=True):
    """The titles of a subsection, "" where there is none."""

    old: str
    new: str


class SubsectionRow(answer.AnswerRow, frozen=True):
    """A subsection that changed as a whole."""

    # Number; null where it is added.
    old: str | None
    # Number; null where it is removed.
    new: str | None
    title: TitlesOfSubsection
    structure: Structure
    # Clauses that only follow its new number.
    members: answer.Count


class RewordingRow(answer.AnswerRow, frozen=True):
    """A wording replaced throughout the release."""

    old: str
    new: str
    # In how many clauses.
    clauses: answer.Line
    # New numbers of the clauses left with the old wording.
    exceptions: tuple[str, ...]


class ChangedClause(answer.AnswerRow, frozen=True):
    """A clause on one side of a change."""

    # Clause number, term of a glossary entry, front:N or credits:N.
    number: str
    # All that the redline compares; title and text on lines of their own.
    wording: str = field(name="text")
    examples: tuple[str, ...]
    # Line of the file on which it begins, from 1; 0 where its text is not held.
    line: answer.Count


class RunnerUpRow(answer.AnswerRow, frozen=True):
    """The next best partner of a clause, where one was weighed."""

    old: str | None
    new: str | None
    score: answer.Share


class ReportedChange(answer.AnswerRow, frozen=True):
    """A change, the same wherever one is published."""

    part: Part
    structure: Structure
    # In which respects the wording differs; empty where it is the same.
    facets: tuple[Facet, ...]
    # Whether the new text is proved from the old one.
    mechanical: bool
    # Whether it is a row of the reading list; over a whole comparison these rows add up to for_review.
    for_review: bool = field(name="review")
    # Why it is not a row of its own, null where it is one.
    review_reason: SkipReason | None
    # The other changes of its row: the same edit elsewhere, or what belongs to the same new rule.
    read_with: tuple[str, ...]
    # Main clause first; empty where the clause is added.
    old: tuple[ChangedClause, ...]
    # Main clause first; empty where the clause is removed.
    new: tuple[ChangedClause, ...]
    # How sure the link is; of an added or removed clause, that it has no partner.
    confidence: answer.Share
    undetermined: bool
    # The next best partner of a clause, where one was weighed.
    runner_up: RunnerUpRow | None
    # Why these clauses were linked.
    evidence: tuple[str, ...]
    # The change in a line of prose, or empty.
    summary: str
    # What a reader should know beyond it.
    remarks: tuple[str, ...]
    # Over the texts of all clauses listed, joined by a newline: kept (=) and deleted (-) runs give the old text, kept
    # and inserted (+) ones the new.
    redline: tuple[Segment, ...]
    examples: tuple[ExampleChange, ...]


class Compared(answer.Document, frozen=True, tag=""):
    """What is said of a whole comparison, before its changes."""

    old: ComparedText
    new: ComparedText
    # Counts over the whole comparison, whatever is listed.
    summary: views.Summary
    breaks_off: tuple[views.BreakRow, ...]
    # Texts that are compared in a part only.
    excerpts: tuple[views.ExcerptRow, ...]
    # Subsections that were renumbered, moved, retitled, added or removed.
    subsections: tuple[SubsectionRow, ...]
    # Wordings replaced throughout the release.
    rewordings: tuple[RewordingRow, ...]


class DiffAnswer(Compared, frozen=True, tag="crdiff.diff/1"):
    """Two texts of rules compared, as crdiff diff --format json writes it."""

    main = "changes"
    # In the order of the new text, removed clauses where they stood.
    changes: tuple[ReportedChange, ...]


def diff_json(view: views.View) -> bytes:
    """Return the report as UTF-8 JSON, each item of a list on a line of its own."""
    parts = []
    for key, value in answer.keys_of(diff_answer(view)).items():
        if isinstance(value, tuple) and value:
            items = b",\n  ".join(map(answer.as_json, value))
            parts.append(b"%s: [\n  %s\n ]" % (answer.as_json(key), items))
        else:
            parts.append(b"%s: %s" % (answer.as_json(key), answer.as_json(value)))
    return b"{\n %s\n}\n" % b",\n ".join(parts)


def diff_answer(view: views.View) -> DiffAnswer:
    """Return the report as an answer."""
    return answer.row_of(DiffAnswer, **compared(view), changes=map(change_row, view.changes))


def compared(view: views.View) -> dict[str, object]:
    """Return the fields of `Compared` with their values."""
    alignment, rewordings = view.comparison.alignment, view.comparison.rewordings
    titled = ((each, TitlesOfSubsection(each.old_title, each.new_title)) for each in view.comparison.subsections)
    return {
        "old": view.old,
        "new": view.new,
        "summary": view.summary,
        "breaks_off": map(views.break_row, alignment.breaks),
        "excerpts": map(views.excerpt_row, alignment.excerpts),
        "subsections": (answer.row_of(SubsectionRow, each, title=title) for each, title in titled),
        "rewordings": rewordings,
    }


def change_row(change: Change) -> ReportedChange:
    """Return one change as its row, the same wherever a change is published (histories too)."""
    rival = change.runner_up
    return answer.row_of(
        ReportedChange,
        change,
        review_reason=skip_reason(change),
        read_with=read_with(change),
        confidence=round(change.confidence, 4),
        runner_up=answer.row_of(RunnerUpRow, rival, score=round(rival.score, 4)) if rival else None,
    )


_INDENT = "    "


@in_lines
def diff_text(view: views.View, style: Style = PLAIN) -> Iterator[str]:
    """Return the report as lines of text."""
    yield terminal.bold(f"{view.old_name} {labels.ARROW} {view.new_name}", style.colour)
    yield from (f"{sentence}." for sentence in view.headlines)
    yield from _overview(view.comparison, style)
    yield from _group("To read", view.rows, view.to_read, style)
    yield from _group("Nothing to read" if view.to_read else "Changes", len(view.others), view.others, style)
    if view.left_out:
        yield ""
        yield f"{counted(view.left_out, 'more change')} not shown: left out by --select or --ignore."


def _overview(comparison: Comparison, style: Style) -> Iterator[str]:
    if comparison.rewordings:
        yield from headed("Rewordings", style)
    for rewording in comparison.rewordings:
        left = labels.exceptions(rewording.exceptions)
        reach = counted(rewording.clauses, "clause")
        yield f"  '{rewording.old}' {labels.ARROW} {labels.put(rewording)}, {reach}{'; ' if left else ''}{left}"
    if comparison.subsections:
        yield from headed("Subsections", style)
    for subsection in comparison.subsections:
        numbers = labels.became(subsection.old, subsection.new)
        titles = labels.became(subsection.old_title, subsection.new_title)
        members = f", with {counted(subsection.members, 'clause')}" if subsection.members else ""
        yield f"  {numbers} {titles}: {subsection.structure}{members}"


def _group(name: str, rows: int, changes: Sequence[Change], style: Style) -> Iterator[str]:
    if changes:
        yield from headed(f"{name} ({rows:,})", style)
    for _, run in groupby(changes, _block):
        first, *others = run
        yield ""
        if others:
            olds, news = map(" … ".join, zip(_ends(first), _ends(others[-1]), strict=True))
            heading = terminal.bold(f"{olds} {labels.ARROW} {news}", style.colour)
            yield f"  {heading}  ({len(others) + 1} {Structure.RENUMBERED}, text unchanged)"
        else:
            yield from change_lines(first, style)


def _ends(change: Change) -> tuple[str, str]:
    return str(change.old[0].number), str(change.new[0].number)


_PLACES = re.compile(r"\d+|[A-Za-z]+")


def _block(change: Change) -> object:
    """Return what neighbours share that were only renumbered, all by as much, and of any other change itself."""
    if change.structure is Structure.RENUMBERED and change.part is Part.RULES and not change.facets:
        old, new = map(_PLACES.findall, _ends(change))
        at = next((at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was != now), -1)
        if len(old) == len(new) and old[at + 1 :] == new[at + 1 :]:
            was, now = old[at], new[at]
            return old[: max(at, 1)], at, int(now) - int(was) if (was + now).isdigit() else now > was
    return id(change)


def diff_names(view: views.View) -> str:
    """Return what the changed clauses and entries are called now, those removed by what they were, one a line."""
    changed = (change for change in view.changes if change.is_changed)
    return "".join(f"{in_words(str((change.new or change.old)[0].number))}\n" for change in changed)


def diff_stat(view: views.View) -> str:
    """Return how many changes each subsection and each part has, and how many of them have to be read."""
    found, to_read = Counter[str](), Counter[str]()
    for change in view.changes:
        if change.is_changed:
            number = str((change.new or change.old)[0].number)
            place = number.partition(".")[0] if change.part is Part.RULES else change.part.value
            found[place] += 1
            to_read[place] += change in view.to_read
    lines = (f"{place:9} {counted(every, 'change'):>13}, {to_read[place]} to read" for place, every in found.items())
    return "\n".join((*lines, *(f"{sentence}." for sentence in view.headlines)))


def headed(name: str, style: Style) -> Iterable[str]:
    """Return the lines that begin a part of a report."""
    return ("", terminal.bold(name, style.colour))


def change_lines(change: Change, style: Style) -> Iterator[str]:
    """Yield a change: its heading, then what `change_body` says of it."""
    titled = f" {labels.heading(change)}" if labels.heading(change) else ""
    yield f"  {terminal.bold(labels.label_with_part(change), style.colour)}{titled}  ({labels.kinds(change)})"
    yield from change_body(change, style)


def change_body(change: Change, style: Style) -> Iterator[str]:
    """Yield what is said of a change under its heading, indented: prose, redline, examples."""
    for line in labels.prose(change):
        yield f"{_INDENT}{line}"
    if labels.has_redline(change):
        yield from _redline(change.redline, style)
    for example in labels.telling_examples(change):
        yield f"{_INDENT}{labels.example_label(example)}:"
        yield from _redline(example.redline, style)


def _redline(redline: Sequence[Segment], style: Style) -> Iterator[str]:
    show = terminal.two_columns if style.side_by_side else terminal.inline
    for line in show(excerpt(redline, style.context), style.width - len(_INDENT), style.colour):
        yield f"{_INDENT}{line}".rstrip()


# Items of a group that is printed unfolded.
_UNFOLDED_MAX = 10
# Rows of a table; the rest are counted.
_ROWS_MAX = 40
# Bytes kept free for what stands around the changes of a group.
_GROUP_ROOM = 200
# Bytes kept free for the lines that count what did not fit.
_DIFF_MARKDOWN_CLOSING_ROOM = 400
_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)])|(?=[#+=-])))")
_TAGS = {Op.KEPT: ("", ""), Op.DELETED: ("<del>", "</del>"), Op.INSERTED: ("<ins>", "</ins>")}


def diff_markdown(view: views.View, context: int | None = None, limit: int = LIMIT) -> str:
    """Return the report, at most `limit` bytes of UTF-8 long; `context` as in `excerpt`."""
    pieces = ["\n\n".join(_head(view))]
    room = limit - size(pieces[0]) - _DIFF_MARKDOWN_CLOSING_ROOM
    left_out = 0
    for name, rows, changes, folded in (
        ("To read", view.rows, view.to_read, len(view.to_read) > _UNFOLDED_MAX),
        ("Nothing to read", len(view.others), view.others, True),
    ):
        taken = [] if left_out else that_fit([change_block(change, context) for change in changes], room - _GROUP_ROOM)
        left_out += len(changes) - len(taken)
        if taken:
            pieces.append(_folding(f"{name} ({rows:,})", taken, folded))
            room -= size(pieces[-1])
    pieces += _closing(view, left_out, limit)
    return "\n\n".join(pieces) + "\n"


def _folding(name: str, blocks: Sequence[str], folded: bool) -> str:
    body = "\n\n".join(blocks)
    if not folded:
        return f"### {name}\n\n{body}"
    return f"<details><summary><b>{name}</b></summary>\n\n{body}\n\n</details>"


def _closing(view: views.View, left_out: int, limit: int) -> Iterator[str]:
    if left_out:
        yield (
            f"*{counted(left_out, 'change')} left out, because a comment holds {limit:,} bytes; "
            "`crdiff diff --format html` has no such limit.*"
        )
    if view.left_out:
        yield f"*{counted(view.left_out, 'change')} not shown: left out by `--select` or `--ignore`.*"


def _head(view: views.View) -> Iterator[str]:
    yield f"## {escaped_line(view.old_name)} {labels.ARROW} {escaped_line(view.new_name)}"
    yield "\n".join(f"- {escaped(sentence)}" for sentence in view.headlines)
    yield from _rewordings(view)
    yield from _subsections(view)


def _rewordings(view: views.View) -> Iterator[str]:
    rows = [
        (rewording.old, rewording.new or "nothing", f"{rewording.clauses:,}", listed(rewording.exceptions, most=8))
        for rewording in view.comparison.rewordings
    ]
    if rows:
        yield _folding("Rewordings", [_table(("old", "new", "clauses", "left unchanged in"), rows)], folded=False)


def _subsections(view: views.View) -> Iterator[str]:
    rows = [
        (each.old, each.new, labels.became(each.old_title, each.new_title), each.structure, f"{each.members:,}")
        for each in view.comparison.subsections
    ]
    if rows:
        table = _table(("old", "new", "title", "what", "clauses that follow"), rows)
        yield _folding(f"Subsections ({len(rows)})", [table], folded=len(rows) > _UNFOLDED_MAX)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *([escaped(cell) for cell in row] for row in rows[:_ROWS_MAX])]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    rest = len(rows) - _ROWS_MAX
    return f"{table}\n\nand {rest:,} more" if rest > 0 else table


def change_block(change: Change, context: int | None) -> str:
    """Return a change as paragraphs: its heading and prose, its redline, its examples; `context` as in `excerpt`."""
    titled = f" {escaped(labels.heading(change))}" if labels.heading(change) else ""
    lines = [f"**{escaped(labels.label_with_part(change))}**{titled} · {labels.kinds(change)}"]
    lines += [escaped(line) for line in labels.prose(change)]
    blocks = ["<br>\n".join(lines)]
    if labels.has_redline(change):
        blocks.append(quoted(change.redline, context))
    for example in labels.telling_examples(change):
        blocks += [f"{labels.example_label(example)}:".capitalize(), quoted(example.redline, context)]
    return "\n\n".join(blocks)


def quoted(redline: Sequence[Segment], context: int | None) -> str:
    """Return a redline as one quoted paragraph with native ``<del>`` and ``<ins>``."""
    return "> " + _BLOCK_START.sub(r"\1\\", marked(excerpt(redline, context)).replace("\n", "<br>"), count=1)


def marked(redline: Sequence[Segment]) -> str:
    """Return a redline with native ``<del>`` and ``<ins>``."""
    return "".join(f"{_TAGS[op][0]}{escaped(text)}{_TAGS[op][1]}" for op, text in redline)


# What can be reported of a change, the most pressing first.
RULES = (
    answer.Rule("undetermined", Level.WARNING, "A change whose clauses could not be paired for certain."),
    answer.Rule("review", Level.WARNING, "A change that a person has to read."),
    answer.Rule("mechanical", Level.NOTE, "A change proved mechanical: typography, references or rewordings only."),
    answer.Rule("place", Level.NOTE, "The same words in another place."),
    answer.Rule("furniture", Level.NOTE, "Dates, trademarks, addresses or names outside the rules."),
    answer.Rule("together", Level.NOTE, "A change that is read with another: the same edit, or a part of a new rule."),
    answer.Rule(
        "breaks-off", Level.WARNING, "A text breaks off: what the other one has beyond its end is not compared."
    ),
    answer.Rule(
        "excerpt", Level.WARNING, "A text quotes a part of the rules: what the other one has outside is not compared."
    ),
    answer.Rule(
        "lacks-beginning", Level.ERROR, "A text has lost its beginning: what the other one has there is not compared."
    ),
)
_BY_ID = {rule.id: rule for rule in RULES}


def diff_results(view: views.View, file: str, failing: str = "") -> answer.Results:
    """Return the changed clauses of `view`, each at its line of `file`, the path of the new text or "".

    `failing` is the class of changes that make the run fail: any, review, undetermined, or "" for none. A text that is
    compared in a part may hide one of any class.
    """
    found = [
        *((_excerpt_result(told, file), bool(failing)) for told in view.comparison.alignment.excerpts),
        *(
            (_break_result(told, view.new, file), failing in {"any", "review"})
            for told in view.comparison.alignment.breaks
        ),
        *(
            (_result(change, file), failing == "any" or failing in views.classes(change))
            for change in view.changes
            if change.is_changed
        ),
    ]
    return answer.Results("diff", RULES, tuple(replace(result, fails=fails) for result, fails in found))


def _rule(change: Change) -> answer.Rule:
    if change.undetermined:
        return _BY_ID["undetermined"]
    match skip_reason(change):
        case None:
            return _BY_ID["review"]
        case SkipReason.SAME_EDIT | SkipReason.NEW_RULE:
            return _BY_ID["together"]
        case SkipReason.FURNITURE:
            return _BY_ID["furniture"]
        case SkipReason.PLACE | SkipReason.UNCHANGED:
            return _BY_ID["place"]
        case _:
            return _BY_ID["mechanical"]


def _break_result(told: Break, new: Release, file: str) -> answer.Result:
    """Return a text that breaks off as a result, at the last line of the new text if it is that one."""
    said = (told.release, told.part, told.after, told.other)
    line = new.source.lines if told.is_new else 0
    subject = in_words(told.after) if told.part == Part.CREDITS else f"{told.part}: {told.after}"
    return _at_line(_BY_ID["breaks-off"], subject, views.break_sentence(told), (file, line), said)


def _excerpt_result(told: Excerpt, file: str) -> answer.Result:
    """Return a text that is compared in a part only as a result, at the first line of the new text if that is it."""
    rule = _BY_ID["lacks-beginning" if told.lacks_beginning else "excerpt"]
    said = (told.release, *told.numbers, told.other)
    return _at_line(rule, told.numbers[0], views.excerpt_sentence(told), (file, int(told.is_new)), said)


def _result(change: Change, file: str) -> answer.Result:
    """Return a change as a result. A removed clause has no line in the new text.

    Its fingerprint is over what the clauses said and say: a change that stays the same keeps it.
    """
    line = change.new[0].line if change.new else 0
    quoted = [(clause.number, clause.wording, *clause.examples) for clause in (*change.old, *change.new)]
    said = (change.part, *(part for clause in quoted for part in clause))
    message = "; ".join((kinds(change), *prose(change)))
    return _at_line(_rule(change), label_with_part(change), message, (file, line), said)


def _at_line(
    rule: answer.Rule, subject: str, message: str, place: tuple[str, int], said: Iterable[str]
) -> answer.Result:
    """Return a result at a file and a line of it; `said` makes its fingerprint, 12 hex digits."""
    file, line = place
    return answer.Result(
        rule=rule.id,
        level=rule.level,
        subject=subject,
        message=message,
        file=file,
        line=line,
        column=0,
        end_line=line,
        end_column=0,
        fingerprint=blake2b("\x1f".join(said).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest(),
    )
