"""The index that the search reads: what is in it, in which pieces, and that earlier wordings are apart."""

from __future__ import annotations

import json

from html_reader import read_html

from crdiff.pages.whole.search import Found, pieces

Pages = dict[str, bytes]
TEXTS = tuple(Found(f"100.{n}", "", f"The word{n} of a player" if n % 3 else f"The word{n}", "/") for n in range(400))


def found_in(pages: Pages, folder: str) -> list[list[str]]:
    return [
        text
        for where in sorted(pages)
        if where.startswith(f"{folder}texts-")
        for text in json.loads(pages[where])["texts"]
    ]


def test_a_word_that_stands_everywhere_tells_nothing_and_is_left_out() -> None:
    made = dict(pieces("/search/", TEXTS, "2024-11-08", letters=1))
    assert json.loads(made["/search/index.json"])["common"] == ["100", "a", "of", "player", "the"]
    assert "/search/words-t.json" not in made
    assert json.loads(made["/search/words-w.json"])["words"]["word7"] == [[], [7]]


def test_pieces_stay_small_whatever_the_number_of_texts() -> None:
    made = dict(pieces("/search/", TEXTS, "2024-11-08", letters=2))
    assert "/search/words-wo.json" in made
    assert len(json.loads(made["/search/texts-9.json"])["texts"]) == 40
    assert "/search/texts-10.json" not in made


def test_what_is_in_force_and_what_was_are_searched_apart(pages: Pages) -> None:
    current, earlier = found_in(pages, "/search/"), found_in(pages, "/search/earlier/")
    assert not any("mana burn" in text for _, _, text, _ in current)
    assert ["507.4", "(2003-10-01 to 2003-10-01)"] in [
        [name, said] for name, said, text, _ in earlier if "mana burn" in text
    ]
    assert {text for _, _, text, _ in current} & {text for _, _, text, _ in earlier} == set()


def test_the_dates_of_an_earlier_wording_are_shown_and_not_looked_for(pages: Pages) -> None:
    assert "/search/earlier/words-20.json" not in pages
    assert any("(2003-10-01 to " in said for _, said, _, _ in found_in(pages, "/search/earlier/"))


def test_whatever_is_found_is_read_where_the_index_says(pages: Pages) -> None:
    for folder in ("/search/", "/search/earlier/"):
        for _, _, _, href in found_in(pages, folder):
            where, _, anchor = href.partition("#")
            assert not anchor or anchor in read_html(pages[where]).ids, href


def test_wordings_of_one_clause_stand_together_and_are_counted_as_one(pages: Pages) -> None:
    index = json.loads(pages["/search/earlier/index.json"])
    clauses = [href.partition("#")[0] for _, _, _, href in found_in(pages, "/search/earlier/")]
    begins = [at for at, clause in enumerate(clauses) if not at or clause != clauses[at - 1]]
    assert index["groups"] == begins
    assert len(begins) < index["texts"]
    assert json.loads(pages["/search/index.json"])["groups"] == []
