"""The picture of a board at the end of a story: columns of areas, in them cards, in pixels of a drawing that scales.

What it shows is said in words as well, for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crdiff.game.stories.outcome import BoardArea, BoardCard, BoardColumn

_WIDTH = 345
"""Width of the drawing in pixels: what a phone of 390 pixels has room for."""
_GAP, _INSET = 12, 8
_TITLE = 28
"""Height of the name of a column."""
_LABEL = 26
"""Height of the name of an area."""
_CARD, _CARD_HEIGHT = 70, 62
"""Width and height of a card: two of them stand side by side in a column of half the width."""
_BETWEEN = 6
_EMPTY = 44
"""Height of an area without cards."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card with its corner; `lines` are its name, a word of it on each line. What is gone has a broken line."""

    x: int
    y: int
    lines: tuple[str, ...]
    figures: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class DrawnArea:
    """An area with its corner and size; `said` is shown in place of cards."""

    x: int
    y: int
    width: int
    height: int
    name: str
    said: str
    cards: tuple[DrawnCard, ...]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A drawing `width` by `height`; `titles` are (x, name) of the columns, `described` what it shows in words."""

    width: int
    height: int
    card: tuple[int, int]
    titles: tuple[tuple[int, str], ...]
    areas: tuple[DrawnArea, ...]
    described: str


def draw_board(columns: Sequence[BoardColumn]) -> BoardPicture:
    """Return the picture of a board: its columns side by side, areas of one kind beginning at one height."""
    width = (_WIDTH - _GAP * (len(columns) - 1)) // len(columns)
    places = [at * (width + _GAP) for at in range(len(columns))]
    areas = [area for column in _rows(columns, places, width) for area in column]
    return BoardPicture(
        width=_WIDTH,
        height=max(area.y + area.height for area in areas) + 1,
        card=(_CARD, _CARD_HEIGHT),
        titles=tuple((x + _INSET, column.name) for x, column in zip(places, columns, strict=True)),
        areas=tuple(areas),
        described=" ".join(_described(column) for column in columns),
    )


def _rows(columns: Sequence[BoardColumn], places: Sequence[int], width: int) -> Iterator[list[DrawnArea]]:
    """Yield the areas row by row, as high as the highest of the row."""
    y = _TITLE
    for row in zip(*(column.areas for column in columns), strict=True):
        height = max(_height(area, width) for area in row)
        yield [_area(area, x, y, width, height) for area, x in zip(row, places, strict=True)]
        y += height + _INSET


def _area(area: BoardArea, x: int, y: int, width: int, height: int) -> DrawnArea:
    said = "" if area.cards else area.said
    return DrawnArea(x, y, width, height, area.name, said, tuple(_cards(area, x, y, width)))


def _cards(area: BoardArea, x: int, y: int, width: int) -> Iterator[DrawnCard]:
    for at, card in enumerate(area.cards):
        row, place = divmod(at, _across(width))
        left, top = x + _INSET + place * (_CARD + _BETWEEN), y + _LABEL + row * (_CARD_HEIGHT + _BETWEEN)
        yield DrawnCard(left, top, tuple(card.name.split()), card.figures, card.is_gone)


def _across(width: int) -> int:
    """Return how many cards an area of a width has room for side by side."""
    return max(1, (width - 2 * _INSET + _BETWEEN) // (_CARD + _BETWEEN))


def _height(area: BoardArea, width: int) -> int:
    rows = -(-len(area.cards) // _across(width))
    return _LABEL + rows * (_CARD_HEIGHT + _BETWEEN) + 2 if rows else _EMPTY


def _described(column: BoardColumn) -> str:
    """Return a column in words, such as "Ann. Battlefield: Kokusho 5/5; Graveyard: empty."."""
    areas = (f"{area.name}: {', '.join(map(_card_in_words, area.cards)) or area.said}" for area in column.areas)
    return f"{column.name}. {'; '.join(areas)}."


def _card_in_words(card: BoardCard) -> str:
    return f"{card.name} {card.figures}".strip()
