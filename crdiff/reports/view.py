"""The view of a comparison that its reports share, which changes a reader asks for, and notes on incomplete texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Struct, field

from crdiff.align.alignment import Break, Excerpt
from crdiff.changes.change import Change, Comparison, Facet, Part, Rewording, Structure
from crdiff.changes.reading import SkipReason, skip_reason, told_once
from crdiff.model.release import Release
from crdiff.reports.answer import AnswerRow, Count, one_of, row_of
from crdiff.reports.phrases import counted, listed


def break_place(told: Break) -> str:
    """Return where a text breaks off, as a sentence without a full stop."""
    end = told.after.replace("credits:", "paragraph ") if told.part == "credits" else f"“{told.after}”"
    return f"{told.release} breaks off in its {told.part} after {end}"


def break_sentence(told: Break) -> str:
    """Return where a text breaks off and what of the other one is therefore not compared, without a full stop."""
    where = break_place(told)
    beyond = listed(
        [
            said
            for count, said in (
                (told.clauses, counted(told.clauses, "clause")),
                (told.entries, counted(told.entries, "glossary entry", "glossary entries")),
                (told.paragraphs, counted(told.paragraphs, "paragraph of the credits", "paragraphs of the credits")),
            )
            if count
        ]
    )
    if told.instead:
        return f"{where}: {beyond} of {told.instead} {_verb(told, 'stands', 'stand')} in for what is missing"
    if not beyond:
        return f"{where}: {told.other} has nothing beyond that"
    return f"{where}: {beyond} of {told.other} {_verb(told, 'is', 'are')} not compared"


def excerpt_sentence(told: Excerpt) -> str:
    """Return which part is compared and how much of the other text is outside it, without a full stop."""
    text, other = (f"the {side} text" for side in (("new", "old") if told.is_new else ("old", "new")))
    if told.lacks_beginning:
        has = f"lacks its beginning: its rules begin with {told.numbers[0]}"
    else:
        has = f"quotes only {listed(told.numbers, most=8)}"
    verb = "is" if told.clauses == 1 else "are"
    outside = f"; {counted(told.clauses, 'clause')} of {other} ({told.other}) {verb} not compared"
    return f"{text} ({told.release}) {has}{outside if told.clauses else ''}"


def _verb(told: Break, one: str, many: str) -> str:
    return one if told.clauses + told.entries + told.paragraphs == 1 else many


class NotCompared(AnswerRow, frozen=True):
    """Clauses, glossary entries and paragraphs of the credits that only the other text can have."""

    rules: Count
    glossary: Count
    credits: Count


class BreakRow(AnswerRow, frozen=True):
    """A text that breaks off, and how much of the other text is therefore not compared."""

    # The text that breaks off.
    release: str
    side: Literal["old", "new"]
    # The part in which it ends.
    part: Annotated[str, one_of("rules", "glossary", "credits")]
    # What it ends with: a number, a term, or credits:N.
    after: str
    # The text that it is compared with.
    other: str
    # Clauses, glossary entries and paragraphs of the credits that only the other text can have; they are neither added
    # nor removed.
    not_compared: NotCompared
    # The release whose text stands in for what is missing, so that these are compared after all.
    instead: str | None


class ClausesNotCompared(AnswerRow, frozen=True):
    """Clauses outside the part that is compared."""

    rules: Count


class ExcerptRow(AnswerRow, frozen=True):
    """A text that has only a part of what the other one has, and how much of that is therefore not compared."""

    # The text that is compared in a part only.
    release: str
    side: Literal["old", "new"]
    # The numbers that stand highest in it, each with all under it.
    numbers: tuple[str, ...] = field(name="compared")
    # Whether its carrier lost what stood before the first of these.
    lacks_beginning: bool
    # The text that it is compared with.
    other: str
    # Clauses of the other text outside that part; they are neither added nor removed.
    not_compared: ClausesNotCompared


def break_row(told: Break) -> BreakRow:
    """Return the same as a row of ``breaks_off`` of a report."""
    beyond = NotCompared(told.clauses, told.entries, told.paragraphs)
    return row_of(BreakRow, told, side="new" if told.is_new else "old", not_compared=beyond)


def excerpt_row(told: Excerpt) -> ExcerptRow:
    """Return the same as a row of ``excerpts`` of a report."""
    side = "new" if told.is_new else "old"
    return row_of(ExcerptRow, told, side=side, not_compared=ClausesNotCompared(told.clauses))


# Names for what a reader has to do about a change, beside structures, facets and parts.
CLASSES = ("review", "mechanical", "undetermined")

# All names by which changes can be chosen.
NAMES = (*Structure, *Facet, *Part, *CLASSES)


class Selection(Struct, frozen=True):
    """Which changes to list. `only` and `hide` hold names out of `NAMES`; `everything` lists unchanged clauses too.

    `only` keeps a change that has one of the wanted names of each kind (structure, facet, part, class) that is
    asked for. `hide` drops a change by structure, part or class, and by facets where all its facets are hidden
    and it kept its place.
    """

    everything: bool = False
    only: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset()

    def holds(self, change: Change) -> bool:
        """Whether `change` is among those asked for."""
        return self._is_wanted(change) and not self._is_hidden(change)

    def _is_wanted(self, change: Change) -> bool:
        if not self.only:
            return True
        kinds: tuple[tuple[Iterable[str], Iterable[str]], ...] = (
            (Structure, (change.structure,)),
            (Facet, change.facets),
            (Part, (change.part,)),
            (CLASSES, classes(change)),
        )
        return all(self.only.isdisjoint(kind) or not self.only.isdisjoint(has) for kind, has in kinds)

    def _is_hidden(self, change: Change) -> bool:
        if not self.hide:
            return False
        if not self.hide.isdisjoint((change.structure, change.part, *classes(change))):
            return True
        stays = change.structure in {Structure.SAME, Structure.RENUMBERED}
        return stays and bool(change.facets) and self.hide.issuperset(change.facets)


# All that differs.
CHANGED = Selection()


def classes(change: Change) -> tuple[str, ...]:
    """Return which of `CLASSES` a change is in."""
    claims = (change.is_unproved, bool(change.facets) and change.mechanical, change.undetermined)
    return tuple(name for name, is_true in zip(CLASSES, claims, strict=True) if is_true)


_NOUNS = {
    Part.RULES: ("clause", "clauses"),
    Part.GLOSSARY: ("glossary entry", "glossary entries"),
    Part.FRONT: ("paragraph of the introduction", "paragraphs of the introduction"),
    Part.CREDITS: ("paragraph of the credits", "paragraphs of the credits"),
    Part.APPENDIX: ("paragraph of the appendix", "paragraphs of the appendix"),
}


class Summary(Struct, frozen=True):
    """Counts over a whole comparison, whatever is listed of it; every structure and facet has its count."""

    structure: dict[Structure, Count]
    facets: dict[Facet, Count]
    # Changes whose new text was proved from the old one.
    mechanical: Count
    # Rows of the reading list: changes that a person has to read, those read together as one.
    for_review: Count
    # Changes whose link could not be decided.
    undetermined: Count


class View(Struct, frozen=True):
    """A comparison as reports show it.

    `changes` are the listed ones in the order of the new text; `to_read` and `others` are the same in two groups.
    `headlines` are sentences like those of a release note. `left_out` counts changes that the selection dropped.
    """

    comparison: Comparison
    summary: Summary
    headlines: tuple[str, ...]
    changes: tuple[Change, ...]
    left_out: int

    @property
    def old(self) -> Release:
        """The old text."""
        return self.comparison.alignment.old

    @property
    def new(self) -> Release:
        """The new text."""
        return self.comparison.alignment.new

    @property
    def old_name(self) -> str:
        """What reports call the old text: its name, and its file where the new text has the same name."""
        return _told_apart(self.old, self.new)

    @property
    def new_name(self) -> str:
        """What reports call the new text, likewise."""
        return _told_apart(self.new, self.old)

    @property
    def to_read(self) -> tuple[Change, ...]:
        """The listed changes that a person has to read, those of a row together; an edit made in many places once."""
        return told_once(self.changes)

    @property
    def others(self) -> tuple[Change, ...]:
        """The listed changes that nobody has to read besides: mechanical, elsewhere, furniture, or told already."""
        told = {SkipReason.NEW_RULE, None}
        return tuple(change for change in self.changes if skip_reason(change) not in told)

    @property
    def rows(self) -> int:
        """How many rows to read the listed changes make."""
        return sum(change.for_review for change in self.changes)


def view(comparison: Comparison, selection: Selection = CHANGED, *, is_for_eyes: bool = True) -> View:
    """Return what reports show of `comparison`.

    Without `everything`, unchanged clauses are not listed, nor, in what is for eyes, those that only follow their
    subsection's new number.
    """
    changes = comparison.changes
    listable = [c for c in changes if selection.everything or (c.is_changed and not (is_for_eyes and c.follows))]
    listed_changes = tuple(change for change in listable if selection.holds(change))
    return View(
        comparison=comparison,
        summary=_summary(changes),
        headlines=tuple(_headlines(comparison)),
        changes=listed_changes,
        left_out=len(listable) - len(listed_changes),
    )


def _told_apart(text: Release, other: Release) -> str:
    file = text.source.name
    return (
        f"{text.name} ({file})" if text.name == other.name and file not in {other.source.name, text.name} else text.name
    )


def _summary(changes: Sequence[Change]) -> Summary:
    structures = Counter(change.structure for change in changes)
    facets = Counter(facet for change in changes for facet in change.facets)
    return Summary(
        structure={structure: structures[structure] for structure in Structure},
        facets={facet: facets[facet] for facet in Facet},
        mechanical=sum(bool(change.facets) and change.mechanical for change in changes),
        for_review=sum(change.for_review for change in changes),
        undetermined=sum(change.undetermined for change in changes),
    )


def _headlines(comparison: Comparison) -> Iterator[str]:
    breaks, excerpts = comparison.alignment.breaks, comparison.alignment.excerpts
    yield from map(excerpt_sentence, excerpts)
    yield from map(break_sentence, breaks)
    for part, nouns in _NOUNS.items():
        changed = [c for c in comparison.changes if c.part is part and c.is_changed and not c.follows]
        if changed:
            amount = counted(len(changed), *(f"changed {noun}" for noun in nouns))
            yield f"{amount}: {_reasons(changed, comparison)}"
    following = sum(subsection.members for subsection in comparison.subsections)
    if following:
        were, their = ("was", "its") if following == 1 else ("were", "their")
        yield f"{counted(following, 'clause')} {were} renumbered with {their} heading"
    if not any(change.is_changed for change in comparison.changes):
        yield "No differences in what both texts have" if breaks or excerpts else "No differences in wording or numbers"


def number_of(rewordings: Sequence[Rewording], clauses: int, otherwise: str) -> str:
    """Return how many rewordings explain so many clauses: `otherwise` where those listed account for fewer."""
    is_told = sum(each.clauses for each in rewordings) >= clauses > 0
    return counted(len(rewordings), "rewording") if is_told else otherwise


def _reasons(changed: Iterable[Change], comparison: Comparison) -> str:
    """Return why the changes of a part are there: each change is counted once, by what weighs most in it."""
    counts = Counter(map(skip_reason, changed))
    explained = f"explained by {number_of(comparison.rewordings, counts[SkipReason.REWORDING], 'rewordings')}"
    words = {
        SkipReason.REWORDING: explained,
        SkipReason.REFERENCE: f"reference {'update' if counts[SkipReason.REFERENCE] == 1 else 'updates'}",
        SkipReason.TYPOGRAPHY: "in typography only",
        SkipReason.MARKS: "in punctuation only",
        SkipReason.SLIP: "misprints corrected",
        SkipReason.PLACE: "moved with their wording unchanged",
        SkipReason.FURNITURE: "in dates, trademarks, addresses or names only",
        SkipReason.NEW_RULE: "part of a new rule to read",
        SkipReason.SAME_EDIT: "with the same edit as another",
        None: "to read",
    }
    return "; ".join(f"{counts[reason]:,} {said}" for reason, said in words.items() if counts[reason])
