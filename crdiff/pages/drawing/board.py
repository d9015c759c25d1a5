"""The picture of a board at the end of a story: columns of areas, in them cards, in pixels of a drawing that scales.

What it shows is said in words as well, for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.game.stories.outcome import BoardArea, BoardColumn

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


def draw_board(columns: Sequence[BoardColumn]) -> dict[str, object]:
    """Return the picture of a board: its columns side by side, areas of one kind beginning at one height.

    `titles` are (x, name) of the columns, `described` what it shows in words. An area has its corner and size; what is
    `said` is shown in place of cards. A card has its corner; `lines` are its name, a word of it on each line.
    """
    width = (_WIDTH - _GAP * (len(columns) - 1)) // len(columns)
    places = [at * (width + _GAP) for at in range(len(columns))]
    areas = []
    y = _TITLE
    for row in zip(*(column.areas for column in columns), strict=True):  # as high as the highest of the row
        height = max(_height(area, width) for area in row)
        for area, x in zip(row, places, strict=True):
            place = {"x": x, "y": y, "width": width, "height": height}
            said = "" if area.cards else area.said
            areas.append({**place, "name": area.name, "said": said, "cards": list(_cards(area, x, y, width))})
        y += height + _INSET
    return {
        "width": _WIDTH,
        "height": y - _INSET + 1,
        "card": (_CARD, _CARD_HEIGHT),
        "titles": [(x + _INSET, column.name) for x, column in zip(places, columns, strict=True)],
        "areas": areas,
        "described": " ".join(_described(column) for column in columns),
    }


def _cards(area: BoardArea, x: int, y: int, width: int) -> Iterator[dict[str, object]]:
    for at, card in enumerate(area.cards):
        row, place = divmod(at, _across(width))
        yield {
            "x": x + _INSET + place * (_CARD + _BETWEEN),
            "y": y + _LABEL + row * (_CARD_HEIGHT + _BETWEEN),
            "lines": card.name.split(),
            "figures": card.figures,
            "is_gone": card.is_gone,
        }


def _across(width: int) -> int:
    """Return how many cards an area of a width has room for side by side."""
    return max(1, (width - 2 * _INSET + _BETWEEN) // (_CARD + _BETWEEN))


def _height(area: BoardArea, width: int) -> int:
    rows = -(-len(area.cards) // _across(width))
    return _LABEL + rows * (_CARD_HEIGHT + _BETWEEN) + 2 if rows else _EMPTY


def _described(column: BoardColumn) -> str:
    """Return a column in words, such as "Ann. Battlefield: Kokusho 5/5; Graveyard: empty."."""
    areas = []
    for area in column.areas:
        cards = ", ".join(f"{card.name} {card.figures}".strip() for card in area.cards)
        areas.append(f"{area.name}: {cards or area.said}")
    return f"{column.name}. {'; '.join(areas)}."
