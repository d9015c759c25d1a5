"""The newest text of the rules: its contents, a page for each subsection, for each rule of one too long for a page.

The clauses of a text are a tree, with what is known beside each, and when each of its sentences came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby, zip_longest
from string import ascii_lowercase
from typing import Any, TypeVar

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from crdiff.annotate.cross_references import cross_references
from crdiff.history.blame import Sentence, blame
from crdiff.history.news import Shown
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Annotation
from crdiff.model.number import SUBRULE, ClauseNumber
from crdiff.model.tree import Node
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex, FormerText, current_address
from crdiff.pages.checks import Badge, badge_at
from crdiff.pages.clause_parts import in_one_line
from crdiff.pages.drawing import LifePicture, Period, draw_periods
from crdiff.pages.english import linked
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.pages.render import beside, page, this_book
from crdiff.store.archive.site_contents import Standing
from crdiff.store.embedded.editions import EditionText
from crdiff.text.groups import by_key

Numbered = TypeVar("Numbered", Shown, Standing, Node)


class ClauseView(Struct, frozen=True):
    """A clause on a page; `id` is its permalink there, `life` leads to its life, `remarks` say what is known.

    `examples` come without their word "Example:", which the page says in its own type. `referring` are (number,
    address) of clauses that name it, `also` those beyond the first few, which are folded away.
    """

    id: str
    number: str
    title: str
    paragraphs: tuple[str, ...]
    examples: tuple[str, ...]
    life: str
    remarks: tuple[str, ...]
    notes: tuple[Annotation, ...]
    badge: Badge | None
    children: tuple[ClauseView, ...] = ()
    referring: tuple[tuple[str, str], ...] = ()
    also: tuple[tuple[str, str], ...] = ()

    @property
    def has_margin(self) -> bool:
        """Whether anything stands beside it."""
        return bool(self.life or self.remarks or self.notes or self.badge)


def grow_tree(text: EditionText, archive: ArchiveIndex) -> list[tuple[ClauseView | None, tuple[ClauseView, ...]]]:
    """Return the clauses of `text` in printed order: rules under one heading, None where the text quotes them without.

    A rule stands under the heading of its own subsection; the "Player" page quotes 506.2 after 102 without a heading.
    """
    nodes = [node for node in text.nodes if not node.number.is_section]
    views = {node.index: _view(permalink, node, text, archive) for permalink, node in permalinks(nodes)}
    groups = []
    for _, same in groupby(nodes, key=lambda node: node.number.subsection):
        together = list(same)
        heading = together[0] if together[0].kind is ClauseKind.SUBSECTION else None
        inside = {node.index for node in together if node is not heading}
        rules = [node for node in together if node is not heading and node.parent not in inside]
        branches = (_branch(node, together, views) for node in rules)
        groups.append((views[heading.index] if heading else None, tuple(branches)))
    return groups


def _branch(node: Node, together: Sequence[Node], views: dict[int, ClauseView]) -> ClauseView:
    children = (_branch(child, together, views) for child in together if child.parent == node.index)
    return replace(views[node.index], children=tuple(children))


def _view(permalink: str, node: Node, text: EditionText, archive: ArchiveIndex) -> ClauseView:
    lineage = archive.lineages.get(archive.lineage_of(node.number, text.effective))
    return ClauseView(
        id=permalink,
        number=str(node.number),
        title=node.clause.title,
        paragraphs=tuple(node.clause.text.split("\n")) if node.clause.text else (),
        examples=tuple(without_label(example) for example in node.clause.examples),
        life=address.clause(lineage.id) if lineage else "",
        remarks=tuple(_remarks(node, text, lineage, archive)),
        notes=archive.annotations_on(lineage.id) if lineage else (),
        badge=badge_at(archive, lineage.id, text.effective) if lineage else None,
    )


def without_label(example: str) -> str:
    """Return an example without its word "Example:"."""
    label, colon, rest = example.partition(":")
    return rest.strip() if colon and label.strip().lower() in {"example", "examples"} else example


def _remarks(node: Node, text: EditionText, lineage: ClauseLineage | None, calendar: Calendar) -> Iterator[str]:
    """Yield the number of a clause in the last release it was followed to, where it is another, or how it ended.

    Then the dates that the page itself gives for it and, where they differ, for its examples.
    """
    if lineage and (ended := lineage.revoked or lineage.removed):
        yield f"{'Revoked' if lineage.revoked else 'Removed'} with {calendar.release_name(ended)}"
    elif lineage and (last := lineage.runs[-1]).number != node.number:
        yield f"{last.number} in {calendar.release_name(last.last)}"
    found = [fact for fact in text.release.facts if fact.number == node.number and fact.name == "dated"]
    own = {fact.value for fact in found if fact.example is None}
    for fact in found:
        if fact.example is None:
            yield f"Dated {fact.value} by the page"
        elif fact.value not in own:
            yield f"Example {fact.example + 1} dated {fact.value} by the page"


def permalinks(clauses: Iterable[Numbered]) -> Iterator[tuple[str, Numbered]]:
    """Yield clauses with their ids on a page, one printed again with its count: ``r501.2``, then ``r501.2-2``."""
    printed: Counter[ClauseNumber] = Counter()
    for each in clauses:
        printed[each.number] += 1
        yield f"r{each.number}{f'-{printed[each.number]}' if printed[each.number] > 1 else ''}", each


def grow(clauses: Iterable[ClauseView]) -> tuple[ClauseView, ...]:
    """Return the clauses as a tree: a subrule stands under its rule where that comes before it."""
    grown: list[tuple[ClauseView, list[ClauseView]]] = []
    for clause in clauses:
        bare = clause.number.rstrip(ascii_lowercase)
        above = bare.rstrip(".") if bare != clause.number else bare.rpartition(".")[0]
        is_subrule = bare != clause.number or clause.number.count(".") == SUBRULE - 1
        if is_subrule and grown and grown[-1][0].number == above:
            grown[-1][1].append(clause)
        else:
            grown.append((clause, []))
    return tuple(replace(top, children=tuple(inside)) if inside else top for top, inside in grown)


# The marks of some texts, of each by their offsets in it.
Marks = tuple[Mapping[int, Markup], ...]


def arrivals(
    lineage: str, paragraphs: Sequence[str], examples: Sequence[str], lives: Lives, page: str
) -> tuple[Marks, Marks]:
    """Return the marks of paragraphs and examples of the clause `lineage` in the newest text, for the page at `page`.

    Neighbouring sentences that came together have one mark, before the first of them.
    """
    sentences = blame(lives.lineages[lineage], lives.newest, lives.lineages.__getitem__)
    said = [sentence for sentence in sentences if not sentence.is_example]
    return (
        tuple(dict(_placed(paragraph, said, page)) for paragraph in paragraphs),
        tuple(dict(_example(example, sentences, page)) for example in examples),
    )


def _placed(paragraph: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    """Yield the marks of the sentences found in `paragraph`, each looked for behind the one before it."""
    at = 0
    before: tuple[date, date] | None = None
    for sentence in sentences:
        found = paragraph.find(sentence.text, at)
        if found < 0:
            continue
        if _when(sentence) != before:
            yield found, _mark(sentence, page)
        before = _when(sentence)
        at = found + len(sentence.text)


def _example(example: str, sentences: Iterable[Sentence[ClauseNumber]], page: str) -> Iterator[tuple[int, Markup]]:
    for sentence in sentences:
        if sentence.is_example and without_label(sentence.text) == example:
            yield 0, _mark(sentence, page)
            return


def _when(sentence: Sentence[ClauseNumber]) -> tuple[date, date]:
    return sentence.introduced, sentence.since


def _mark(sentence: Sentence[ClauseNumber], page: str) -> Markup:
    """Return a link to the redline that made the sentence what it is."""
    where = address.relative(f"{address.clause(sentence.lineage)}#w{sentence.since}", page)
    words = str(sentence.introduced)
    if sentence.since != sentence.introduced:
        words += f", in these words since {sentence.since}"
    return Markup('<a class="by" href="{}">{}</a> ').format(where, words)


# Referring clauses that are named beside a clause; the rest is folded away.
_NAMED = 8


# The address of a page with its clauses, the one that names the page first.
Place = tuple[str, tuple[Shown, ...]]


def contents_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the contents of the current text."""
    clauses = addresses.contents.current.clauses
    titles = {shown.number.section: shown.title or shown.text for shown in clauses if shown.number.is_section}
    sections = dict.fromkeys(subsection.section for subsection in addresses.subsections)
    return page(
        "rules/contents.html",
        address.RULES,
        "Rules",
        f"The rules as of {addresses.release_name(addresses.newest)}, each clause with its history.",
        card=f"{this_book().title}",
        calendar=addresses,
        clauses=len(clauses),
        sections=[(section, titles.get(section, ""), list(_subsections(section, addresses))) for section in sections],
    )


def _subsections(section: ClauseNumber, addresses: Addresses) -> Iterator[tuple[str, str, str, int, str]]:
    """Yield the subsections of a section: number, title, address, count of clauses, what is known of its text."""
    for subsection, text in addresses.contents.subsections.items():
        if subsection.section == section:
            top, *inside = text.clauses
            is_headed = top.number == subsection
            title = _heading(top, text.release, addresses) if is_headed else f"Clauses of {subsection}"
            said = _text_known(top, text.release, addresses)
            yield str(subsection), title, address.rule(subsection), len(inside) + (not is_headed), said


def _text_known(top: Shown, release: date, addresses: Addresses) -> str:
    """Return since when a subsection has its words, or which text of it is the last one recorded."""
    if addresses.is_recorded:
        return f"text of {addresses.release_name(release)}"
    since = addresses.places.unchanged_since(top.lineage)
    if len(addresses.contents.dates) > 1 and since == release:
        return "changed by this release"
    return f"unchanged since {addresses.came_with(since)}"


def subsection_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield every page of the current text, in document order."""
    places = tuple(_places(archive))
    for index, (where, clauses) in enumerate(places):
        yield _page(where, clauses, beside(index, places, _link), archive)


def _places(addresses: Addresses) -> Iterator[Place]:
    """Yield each page of the current text."""
    for subsection, clauses in addresses.subsections.items():
        if subsection not in addresses.split:
            yield address.rule(subsection), clauses
            continue
        rules = by_key((shown.number.of_rule, shown) for shown in clauses)
        yield address.rule(subsection), rules.pop(subsection, ())
        for rule, inside in rules.items():
            yield current_address(rule, addresses.split), inside


def _page(
    where: str, clauses: Sequence[Shown], neighbours: Mapping[str, Any], archive: ArchiveIndex
) -> tuple[str, bytes]:
    """Return the page of a subsection or of one rule of it, from its clauses.

    On the page, `anchor` is the id of the heading, "" where the clause stands below with that id; `moved_on` says what
    became of a subsection whose last text under this number is an older one; `parts` lead to the rules with pages of
    their own; `texts` are all that stood here, `permalink` is where this one stays, "" where it is recorded.
    """
    top = clauses[0]
    number = top.number.of_rule if top.number.subsection in archive.split else top.number.subsection
    release = archive.contents.subsections[number.subsection].release
    heading = archive.lineages[top.lineage] if top.number == number else None
    title = _heading(top, release, archive) if heading else ""
    is_part, above = not number.is_heading, _title(archive.subsections[number.subsection][0])
    is_shown_below = heading is None or (is_part and bool(top.text))
    below = clauses if is_shown_below else clauses[1:]
    held = heading if not archive.is_recorded else None
    texts, times = (archive.places.texts(held.id), archive.places.times(held.id)) if held else ((), ())
    return page(
        "rules/subsection.html",
        where,
        f"{number} {title}" if title else f"Rule {number}",
        _description(number, clauses, release, archive),
        feed=archive.feed_of(top.lineage) if heading else "",
        card=f"{this_book().initials} {number} {title}".strip(),
        number=str(number),
        kind="rule" if is_part else "subsection",
        anchor="" if is_part and is_shown_below else f"r{number}",
        title=title or (f"Rule {number}" if not archive.is_recorded else f"Clauses of {number}"),
        release=release,
        calendar=archive,
        moved_on=_moved_on(number, heading, archive) if heading and archive.is_recorded else "",
        unchanged_since=archive.came_with(archive.places.unchanged_since(held.id)) if held else "",
        above=(f"{number.subsection} {above}", address.rule(number.subsection))
        if is_part
        else ("Rules", address.RULES),
        picture=_numbers_picture(heading, archive) if heading else None,
        lineage=heading.id if heading else "",
        number_href=address.number(number),
        permalink=texts[0].address if texts else "",
        rules=grow(_clause(each, permalink, where, archive) for permalink, each in permalinks(below)),
        parts=[] if is_part or number.subsection not in archive.split else list(_parts(number.subsection, archive)),
        texts=texts,
        former=list(_former_numbers(heading, archive))[::-1] if heading else [],
        minor=[archive.release_name(text.first) for text in times if not text.is_reworded],
        citing={} if archive.is_recorded else _citing(number, clauses, archive),
        quoted=[]
        if is_part
        else [
            (f"{text.effective}, {text.edition.title}", address.edition(text.id))
            for text in archive.editions
            if number.subsection in text.subsections
        ],
        **neighbours,
    )


def _description(number: ClauseNumber, clauses: Sequence[Shown], release: date, calendar: Calendar) -> str:
    """Return the first sentences of the page, and whose text it is."""
    text = " ".join(each.text for each in clauses if not each.number.is_heading and each.is_held)
    said = f"Rule {number} as of {calendar.release_name(release)}, with the history of each clause."
    return f"{in_one_line(text)} {said}".strip()


def _moved_on(number: ClauseNumber, lineage: ClauseLineage, calendar: Calendar) -> str:
    """Return what became of a subsection, as far as it was followed."""
    if ended := lineage.removed or lineage.revoked:
        return f"It was {'removed' if lineage.removed else 'revoked'} with {calendar.release_name(ended)}."
    last = lineage.runs[-1]
    still = "still " if last.number == number else ""
    return f"It is {still}{last.number} in {calendar.release_name(last.last)}."


def _numbers_picture(lineage: ClauseLineage, addresses: Addresses) -> LifePicture:
    """Return the numbers alone of a clause, each leading to the text that stood under it first."""
    numbers = [
        Period(run.first, str(run.number), str(run.number), addresses.text_address(lineage, run.first, run.last))
        for run in lineage.runs
    ]
    is_now = addresses.is_newest(lineage.runs[-1].last)
    return draw_periods(numbers, (), None, addresses.scale, addresses.until(lineage), is_now=is_now)


def _link(place: Place) -> tuple[str, str]:
    where, (top, *_) = place
    name = str(top.number) if top.is_held else where.split("/")[2]
    return f"{name} {_title(top)}".strip(), where


def _heading(shown: Shown, release: date, lives: Lives) -> str:
    """Return the title of a heading; of one whose text is not held, the title that we gave to it."""
    return (
        lives.telling(_title(shown), shown.number, release) if shown.is_held else lives.title_in(shown.lineage, release)
    )


def _title(shown: Shown) -> str:
    """Return the title of a heading; a rule that has a text and no title has none."""
    is_heading = shown.number.is_heading
    return shown.title or (shown.text if is_heading else "")


def _parts(subsection: ClauseNumber, addresses: Addresses) -> Iterator[tuple[str, str, str]]:
    for shown in addresses.subsections[subsection]:
        number = shown.number
        if number.is_rule:
            title = shown.title or " ".join(shown.text.split()[:12])
            yield str(number), title, current_address(number, addresses.split)


def _clause(shown: Shown, permalink: str, where: str, archive: ArchiveIndex) -> ClauseView:
    release = archive.contents.subsections[shown.number.subsection].release
    referring = [(str(number), archive.current[number]) for number in archive.referring.get(shown.number, ())]
    paragraphs = [each for each in shown.text.split("\n") if each]
    examples = [without_label(each) for each in shown.examples]
    said, shown_by = ((), ()) if archive.is_recorded else arrivals(shown.lineage, paragraphs, examples, archive, where)
    targets = archive.current or _targets(shown.number, release, archive)
    return ClauseView(
        id=permalink,
        number=str(shown.number),
        title=shown.title,
        paragraphs=tuple(linked(each, targets, where, marks) for each, marks in zip_longest(paragraphs, said))
        if shown.is_held
        else (Markup('<span class="soft">Its text is not on this site.</span>'),),
        examples=tuple(linked(each, targets, where, marks) for each, marks in zip_longest(examples, shown_by)),
        life=address.clause(shown.lineage),
        remarks=(_since(archive.lineages[shown.lineage], release, archive),),
        notes=archive.annotations_on(shown.lineage),
        badge=badge_at(archive, shown.lineage, release),
        referring=tuple(referring[:_NAMED]),
        also=tuple(referring[_NAMED:]),
    )


def _targets(number: ClauseNumber, release: date, addresses: Addresses) -> Mapping[ClauseNumber, str]:
    """Return where the clauses of an excerpt lead that are named in its text: to one another, else to their lives."""
    return {
        each.number: current_address(each.number, addresses.split)
        if each.number.subsection == number.subsection
        else address.clause(each.lineage)
        for each in addresses.contents.standing[release]
    }


def _since(lineage: ClauseLineage, release: date, calendar: Calendar) -> str:
    """Return since when a clause has the words that it has in `release`, or is a notice that its rule is gone."""
    if lineage.revoked and lineage.is_revoked_in(release):
        return f"Revoked with {calendar.release_name(lineage.revoked)}"
    begun = [phrasing.first for phrasing in lineage.phrasings if phrasing.first <= release]
    return f"Unchanged since {calendar.came_with(begun[-1])}"


# the history in a table


def _former_numbers(
    lineage: ClauseLineage, addresses: Addresses
) -> Iterator[tuple[str, date | None, ClauseNumber, str, str, int | None]]:
    """Yield the numbers and titles of a subsection or rule, oldest first.

    A row has the release that each began with, its last day, None while it lasts, the number, where the text at its
    beginning is read, the title, and the count of clauses at its end; the last two only where texts are held.
    """
    if addresses.is_recorded:
        for run in lineage.runs:
            until = addresses.last_day_of(run, lineage)
            where = addresses.text_address(lineage, run.first, run.last)
            yield addresses.came_with(run.first), until, run.number, where, "", None
        return

    def called(text: FormerText) -> tuple[ClauseNumber, str]:
        worded = addresses.worded(lineage.id, text.first)
        return text.number, worded.title or (worded.text if text.number.is_heading else "")

    for (number, title), same in groupby(reversed(addresses.places.times(lineage.id)), key=called):
        texts = [*same]
        where = next(filter(None, (each.address for each in texts)), "")
        yield addresses.came_with(texts[0].first), texts[-1].until, number, where, title, texts[-1].size


# citations across the border of a page


def _citing(number: ClauseNumber, shown: Sequence[Shown], addresses: Addresses) -> dict[str, object]:
    """Return the citations of the clauses `shown` on the page of `number`, each as (words, address).

    `clauses` are those outside that cite it, each with the numbers here that it cites, "" where it is the page's own.
    `terms` are the glossary entries that do, `cites` what it cites outside.
    """
    by_clause: dict[ClauseNumber, list[ClauseNumber]] = {}
    terms: dict[str, None] = {}
    for each in dict.fromkeys((number, *(clause.number for clause in shown))):
        for other in addresses.referring.get(each, ()):
            if not other.within(number):
                by_clause.setdefault(other, []).append(each)
        terms |= dict.fromkeys(addresses.referring_terms.get(each, ()))
    return {
        "clauses": [
            ((other, addresses.current[other]), ", ".join(str(each) for each in cited if each != number))
            for other, cited in sorted(by_clause.items())
        ],
        "terms": [(term, addresses.entry_page(term, addresses.newest)) for term in sorted(terms)],
        "cites": [(each, addresses.current[each]) for each in _cited(number, shown) if each in addresses.current],
    }


def _cited(number: ClauseNumber, shown: Sequence[Shown]) -> list[ClauseNumber]:
    """Return what the clauses `shown` cite outside of `number`, ascending."""
    texts = (text for clause in shown for text in (clause.text, *clause.examples))
    found = {each for text in texts for one in cross_references(text, type(number)) for each in one.numbers}
    return sorted(each for each in found if not each.within(number))
