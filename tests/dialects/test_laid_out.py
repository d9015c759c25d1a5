"""Texts of books that no dialect knows, as reviewed in ``laid_out.txt``: laid out in columns, manuals, undescribed.

Given are how the text is to be read and its lines. Of a layout (as ``pdftotext -layout`` gives it) the answer is its
paragraphs, each after its lines, "apart" if a blank line stands before it; of a manual, numbered headings over
paragraphs without numbers, its parts and clauses; of an unknown book the description that is proposed for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace
from reviewed import answered

from crdiff.dialects.blocks import TextBlock
from crdiff.dialects.layout import read_layout
from crdiff.dialects.manual import parse
from crdiff.dialects.proposal import propose
from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Headings
from crdiff.model.number import NumberGrammar, numbers_of
from crdiff.model.release import Source
from crdiff.model.tree import walk
from tests.conftest import Golden

FILE = Path(__file__).with_name("laid_out.txt")
DIGITS = NumberGrammar(
    section="[1-9][0-9]{0,2}", subsection=r"[1-9][0-9]?\.[1-9][0-9]?", is_dotted=True, skipped="", has_letters=False
)
AFTER = Headings(after=("update summary", "appendix"), boxed=r"^(Fee [A-Z]\w+) (?=\S)")
FURNITURE = (r"example\.com", r"[0-9]+", r"Club rules [0-9]+")
SOURCE = Source("manual.txt", "", 0, 0, "utf-8", "made", "LF", "manual", "made")
_SHOWN = ("form", "name", "title", "titled", "publisher", "sample")
_NUMBERS = ("has_letters", "skipped", "mark", "is_stopped", "is_roman")


def _blocks(part: str, blocks: Iterable[TextBlock]) -> Iterator[str]:
    for block in blocks:
        yield f"{part} {block.first}-{block.last}{' apart' if block.apart else ''}: {block.text}"


def _layout(text: str) -> Iterator[str]:
    return _blocks("lines", read_layout(text, numbers_of(DIGITS), FURNITURE, AFTER))


def _manual(text: str) -> Iterator[str]:
    manual = parse(text, SOURCE, numbers_of(replace(DIGITS, mark="¶")), FURNITURE, AFTER)
    yield f"{manual.title}, effective {manual.effective}"
    for part, paragraphs in (("front", manual.front), ("contents", manual.contents)):
        yield from (f"{part} {each.lines.start}-{each.lines.stop - 1}: {each.text}" for each in paragraphs)
    yield from (f"{node.number} {node.clause.title or node.clause.text}" for node in walk(manual))
    yield from (f"after {each.lines.start}-{each.lines.stop - 1}: {each.text}" for each in manual.credits)


def _unknown(text: str) -> Iterator[str]:
    proposal = propose("chess", [("laws.txt", text.encode())])
    yield ", ".join(f"{name} {getattr(proposal.book, name)}" for name in _SHOWN)
    yield ", ".join(f"{name} {getattr(proposal.book.numbers, name)!r}" for name in _NUMBERS)
    (only,) = proposal.texts
    yield f"{len(only.release.placements)} clauses of {only.release.effective}"
    yield from (f"unread {number}: {line}" for number, line in only.unread)
    undated = read(text.replace("Effective May 1, 2025", "").encode(), "2021-03-01.txt", book=proposal.book)
    yield f"without its date, but in a file named after one: {undated.effective}"


READ = {"layout": _layout, "manual": _manual, "unknown": _unknown}


def read_as_asked(given: list[str]) -> Iterator[str]:
    """Yield what is read in a text, or why nothing is."""
    try:
        yield from [*READ[given[0]]("\n".join(given[1:]) + "\n")]
    except UnrecognisedText as error:
        yield f"refused: {error}"


def test_texts_of_unknown_books_are_read_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, read_as_asked))
