"""One change as a page shows it: its name, number, prose, redline and examples, and why the clauses are a pair.

Words never rely on the icon or on colour. A change between any wording of a clause and its newest is a reading.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date

from markupsafe import Markup, escape
from msgspec import Struct, field

from crdiff.changes.change import Change, ExampleChange, Facet, Op, Part, Segment, Structure
from crdiff.changes.description.redline import compare_as_printed
from crdiff.changes.reading import is_of_examples
from crdiff.history.lineage import Lineage, Term, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.pages.address import fragment
from crdiff.pages.english import counted, sentence
from crdiff.reports.labels import PART_TITLES
from crdiff.store.archive.site_contents import Standing
from crdiff.text.words import sentence_ends

# Where paragraphs without a number stand.
OUTSIDE: Mapping[Part, str] = {part: title for part, title in PART_TITLES.items() if part is not Part.GLOSSARY}

# (side ``old`` or ``new``, printed number) -> address of the clause's page, "" where there is none.
Lookup = Callable[[str, str], str]


# Characters of unchanged sentences that are folded away: a line of rules text has about as many.
#
# Source: 702.19b of 2023-04-14 keeps its first sentence, of 106 characters, and its last two, of 376.
_FOLDED_MIN = 80


class RedlineStretch(Struct, frozen=True):
    """A part of a redline: with changes in it, or so many `unchanged` sentences."""

    segments: tuple[Segment, ...]
    unchanged: int = 0


class RedlineView(Struct, frozen=True):
    """Segments in reading order; `whole` where all of it came or went; `label` is said before an example."""

    segments: tuple[Segment, ...]
    whole: bool
    label: str = ""

    @property
    def differs(self) -> bool:
        """Whether anything came or went."""
        return any(segment.op is not Op.KEPT for segment in self.segments)

    @property
    def stretches(self) -> tuple[RedlineStretch, ...]:
        """The redline in stretches, long runs of unchanged sentences apart; all of it in one where nothing differs."""
        if self.whole or not self.differs:
            return (RedlineStretch(self.segments),)
        return tuple(_stretches(self.segments))


class ChangeView(Struct, frozen=True):
    """A change on a page. `number` leads to `href`; `beside` says what it was before ("was 507.1")."""

    id: str
    number: str
    was: str
    href: str
    beside: str
    icon: str
    label: str
    summary: str
    redline: RedlineView
    examples: tuple[RedlineView, ...]
    remarks: tuple[str, ...]
    evidence: tuple[str, ...]
    confidence: int
    undetermined: str
    is_removed: bool

    @property
    def words(self) -> str:
        """The text it is about, without marks."""
        return "".join(segment.text for segment in self.redline.segments)


def view_change(change: Change, lookup: Lookup) -> ChangeView:
    """Return `change` as a page shows it; the new clause names it, or the old one where there is no new."""
    side, clauses = ("new", change.new) if change.new else ("old", change.old)
    return ChangeView(
        id=anchor(change),
        number=OUTSIDE.get(change.part, clauses[0].number),
        was=", ".join(clause.number for clause in change.old),
        href=lookup(side, clauses[0].number) if change.part is Part.RULES else "",
        beside="" if change.part in OUTSIDE else _beside(change),
        icon=icon(change),
        label=label(change),
        summary=_summary(change),
        redline=RedlineView(change.redline, is_whole(change)),
        examples=tuple(_example(example) for example in change.examples),
        remarks=change.remarks,
        evidence=change.evidence,
        confidence=round(change.confidence * 100),
        undetermined=_undetermined(change),
        is_removed=not change.new,
    )


def _summary(change: Change) -> str:
    """Return what happened in words; of a clause that came or went, only how many examples did with it."""
    if change.structure not in {Structure.ADDED, Structure.REMOVED}:
        return sentence(change.summary)
    return f"With {counted(len(change.examples), 'example')}." if change.examples else ""


def anchor(change: Change) -> str:
    """Return the id of a change on its page: ``to-720.1``, ``from-507.4`` where the clause is gone."""
    side, clauses = ("to", change.new) if change.new else ("from", change.old)
    return fragment(f"{side}-{clauses[0].number}")


def _beside(change: Change) -> str:
    old, new = [clause.number for clause in change.old], [clause.number for clause in change.new]
    if not (old and new):
        return ""  # its kind says that it is new, or removed
    was = f"was {' and '.join(old)}" if old != new[:1] else ""
    also = f"and {', '.join(new[1:])}" if len(new) > 1 else ""
    return ", ".join(filter(None, (also, was)))


def _example(example: ExampleChange) -> RedlineView:
    ops = {segment.op for segment in example.redline}
    label = "Example, added" if example.old is None else "Example, removed" if example.new is None else "Example"
    return RedlineView(example.redline, len(ops) == 1 and Op.KEPT not in ops, label)


def _undetermined(change: Change) -> str:
    if not change.undetermined:
        return ""
    if change.runner_up is None:
        return "The evidence is not conclusive."
    partner = change.runner_up.old or change.runner_up.new
    return f"{partner} is nearly as likely to be the same rule ({change.runner_up.score:.0%})."


def _stretches(segments: Sequence[Segment]) -> Iterator[RedlineStretch]:
    """Yield changed sentences together, and unchanged ones apart where they are worth a fold."""
    shown: list[Segment] = []
    kept: list[Segment] = []
    for piece in (*_in_sentences(segments), ()):
        if piece and all(segment.op is Op.KEPT for segment in piece):
            kept += piece
            continue
        if sum(len(segment.text) for segment in kept) >= _FOLDED_MIN:
            if shown:
                yield RedlineStretch(tuple(shown))
            yield RedlineStretch((Segment(Op.KEPT, "".join(segment.text for segment in kept)),), len(kept))
            shown = []
        else:
            shown += kept
        shown += piece
        kept = []
    if shown:
        yield RedlineStretch(tuple(shown))


def _in_sentences(segments: Sequence[Segment]) -> Iterator[tuple[Segment, ...]]:
    """Yield the segments sentence by sentence, cut where a sentence ends in the old text and in the new one."""
    sides = ({Op.KEPT, Op.DELETED}, {Op.KEPT, Op.INSERTED})
    ends = [set(sentence_ends("".join(text for op, text in segments if op in side))) for side in sides]
    at = [0, 0]
    piece: list[Segment] = []
    for op, text in segments:
        start = 0
        if op is Op.KEPT:
            for cut in sorted({end - at[0] for end in ends[0]} & {end - at[1] for end in ends[1]}):
                if 0 < cut <= len(text):
                    yield (*piece, Segment(op, text[start:cut]))
                    piece, start = [], cut
        if text[start:]:
            piece.append(Segment(op, text[start:]))
        at = [place + (op in side) * len(text) for place, side in zip(at, sides, strict=True)]
    if piece:
        yield tuple(piece)


_PLACE = {
    Structure.SAME: "",
    Structure.RENUMBERED: "renumbered",
    Structure.MOVED: "moved",
    Structure.SPLIT: "split",
    Structure.MERGED: "merged",
    Structure.ADDED: "new",
    Structure.REMOVED: "removed",
    Structure.REVOKED: "revoked",
}
# Weightiest first: a label names the first two.
_WORDING = {
    Facet.WORDING: "reworded",
    Facet.ENUMERATION: "list changed",
    Facet.TERMINOLOGY: "terms changed",
    Facet.REFERENCE: "reference updated",
    Facet.TYPO: "misprint corrected",
    Facet.EXAMPLE: "example changed",
    Facet.TYPOGRAPHIC: "typography changed",
}


def icon(change: Change) -> str:
    """Return the name of the icon: of the structure, or of rewording where a clause kept its place."""
    keeps_its_place = change.structure in {Structure.SAME, Structure.RENUMBERED}
    return "reworded" if change.facets and keeps_its_place else change.structure.value


def label(change: Change) -> str:
    """Return the kind of change in a few words: ``Reworded and moved``, ``Same text, renumbered``."""
    place = _PLACE[change.structure]
    if change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}:
        return place.capitalize()
    if is_of_examples(change):
        return of_facets((Facet.EXAMPLE,), place)
    if not change.facets:
        return f"Same text, {place}" if place else "The same"
    return of_facets(change.facets, place)


def short_label(change: Change) -> str:
    """Return the kind of a change beside a reason in words: what exactly its words did is said there."""
    ended_or_came = change.structure in {Structure.ADDED, Structure.REMOVED, Structure.REVOKED}
    if ended_or_came or not change.facets or is_of_examples(change):
        return label(change)
    if set(change.facets) == {Facet.TYPOGRAPHIC}:
        return "Typography changed"
    keeps_its_place = change.structure in {Structure.SAME, Structure.RENUMBERED}
    return of_facets((Facet.WORDING,), "" if keeps_its_place else _PLACE[change.structure])


def of_facets(facets: Container[Facet], place: str = "") -> str:
    """Return how a wording differs in a few words, and what became of its `place`: ``Reworded and moved``."""
    said = [word for facet, word in _WORDING.items() if facet in facets][:2]
    words = [*said, place] if place else said
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words).capitalize()


def is_whole(change: Change) -> bool:
    """Whether the redline is one insertion or one deletion: a clause that came or went."""
    return len({segment.op for segment in change.redline}) == 1 and change.redline[0].op is not Op.KEPT


_TAGS = {Op.DELETED: "<del>{}</del>", Op.INSERTED: "<ins>{}</ins>", Op.KEPT: "{}"}


def marked(redline: Iterable[Segment]) -> str:
    """Return a redline as HTML, escaped; a plain string, since there are a hundred thousand segments."""
    return "".join(_TAGS[segment.op].format(escape(segment.text)) for segment in redline)


class Readings(Struct, frozen=True):
    """The wordings of `lineages`, which are by id. What was worked out once is kept: 134 releases ask the same."""

    lineages: Mapping[str, Lineage[ClauseNumber]]
    _prints: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    _redlines: dict[tuple[str, str], Markup] = field(default_factory=dict)
    _firsts: dict[str, list[date]] = field(default_factory=dict)
    _standing: dict[tuple[str, str], str] = field(default_factory=dict)

    def fingerprint(self, lineage: str, release: date) -> str:
        """Return the fingerprint of what a clause said in `release`: equal where only typography differs."""
        return self.prints_of(self.lineages[lineage])[self._place(lineage, release)]

    def print_of(self, standing: Standing, release: date) -> str:
        """Return the fingerprint of what `standing` says, a clause in `release`; asked a quarter of a million times."""
        key = standing.lineage, standing.fingerprint
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = self.fingerprint(standing.lineage, release)
        return found

    def redline(self, lineage: str, release: date) -> Markup:
        """Return the redline from what a clause said in `release` to the last wording it had, examples too.

        Wordings that differ in typography alone share the redline of the newest of them.
        """
        key = lineage, self.fingerprint(lineage, release)
        if key not in self._redlines:
            wordings = self.lineages[lineage].wordings
            prints = zip(wordings, self.prints_of(self.lineages[lineage]), strict=True)
            *_, newest = (worded for worded, print_ in prints if print_ == key[1])
            self._redlines[key] = _redline(newest, wordings[-1])
        return self._redlines[key]

    def prints_of(self, lineage: Lineage[ClauseNumber] | Lineage[Term]) -> list[str]:
        """Return the fingerprints of all wordings of a clause or entry: equal where only typography differs."""
        key = lineage.id, isinstance(lineage.runs[0].number, Term)
        if key not in self._prints:
            clauses = (Clause(ClauseKind.RULE, each.title, each.text, each.examples, ()) for each in lineage.wordings)
            self._prints[key] = list(map(fingerprint, clauses))
        return self._prints[key]

    def _place(self, lineage: str, release: date) -> int:
        if lineage not in self._firsts:
            self._firsts[lineage] = [worded.first for worded in self.lineages[lineage].wordings]
        return bisect_right(self._firsts[lineage], release) - 1


def _redline(old: Worded[ClauseNumber], new: Worded[ClauseNumber]) -> Markup:
    lines = compare_as_printed(old.wording, old.examples, new.wording, new.examples)
    shown = (("eg" if line.is_example else "rt", marked(line.segments)) for line in lines)
    return Markup("".join(f'<p class="{kind} redline">{text}</p>' for kind, text in shown))
