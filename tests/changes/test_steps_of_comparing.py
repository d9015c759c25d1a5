"""The steps by which a change is described, each by itself: places, rows, frames, lists, redline, summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from crdiff.changes.change import Facet, Op, Segment, Structure
from crdiff.changes.description.describer import Describer, describe, describe_kept, one_sided, summarise
from crdiff.changes.description.facets import Surroundings, facets_of
from crdiff.changes.description.lists import is_recount, listed_items
from crdiff.changes.description.redline import compare_as_printed, pieces, redline, steps, tidied
from crdiff.changes.english import Usage, is_loose, is_sign
from crdiff.changes.frames.frames import NO_FRAMES, frames_of, mana_added, pronouns, punctuation, shortened
from crdiff.changes.frames.quotations import brackets, own_names, quotations, short_names
from crdiff.changes.furniture import is_furniture
from crdiff.changes.keyed_text import key_new, key_of, key_old
from crdiff.changes.places.headings import headings_followed, structures, subsection_changes
from crdiff.changes.places.number_map import NumberMap, number_map
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.steps import apply
from crdiff.changes.rewordings.replacements import ANY, halves, replacements, shared
from crdiff.changes.rows import clause_rows, other_rows
from crdiff.changes.text_pair import Edit, TextPair, sentences, side_by_side
from crdiff.model.number import ClauseNumber
from tests.changes.conftest import aligned, release

NUMBERS = NumberMap(frozenset(), {}, frozenset(), frozenset(), {}, frozenset())
"""Nothing is known of any number."""


REWRITER = Rewriter((), NUMBERS, Usage(release({"100.1": "It is."}), release({"100.1": "It is."})))
"""Knows no rewording."""


def pair(old: str, new: str, numbers: NumberMap = NUMBERS) -> TextPair:
    """Return two texts side by side."""
    return side_by_side(old, new, numbers)


def shown(segments: Sequence[Segment]) -> str:
    """Return a redline as one line: ``[-deleted-]{+inserted+}``."""
    marks = {Op.KEPT: "{}", Op.DELETED: "[-{}-]", Op.INSERTED: "{{+{}+}}"}
    return "".join(marks[segment.op].format(segment.text) for segment in segments)


def edited(texts: TextPair, edits: Iterator[Edit]) -> list[tuple[str, str]]:
    """Return the old and the new words of edits."""
    return [
        (texts.old.printed(one.old_start, one.old_stop), texts.new.printed(one.new_start, one.new_stop))
        for one in edits
    ]


OLD = {"1": "Game", "100": "General", "100.1": "One is.", "100.2": "Two is.", "100.3": "Three is.", "101": "Colors"}


@pytest.mark.parametrize(
    ("new", "heirs", "expected"),
    [
        (OLD, {}, ["same"] * 6),
        ({**OLD, "100.4": "Four is."}, {}, [*["same"] * 6, "added"]),
        (
            {"1": "Game", "100": "General", "100.1": "Two is.", "100.2": "One is.", "100.3": "Three is.", "101": "C"},
            {"100.1": ["100.2"], "100.2": ["100.1"]},
            ["same", "same", "moved", "renumbered", "same", "same"],
        ),
        (OLD, {"100.1": ["101"]}, ["same", "same", "merged", "same", "same", "added"]),
        (OLD, {"100.1": ["100.1", "100.2"], "100.2": []}, ["same", "same", "split", "same", "same", "removed"]),
    ],
    ids=["nothing", "one more", "two change places", "two become one", "one becomes two"],
)
def test_the_structure_of_a_link_is_what_became_of_its_place(
    new: dict[str, str], heirs: dict[str, list[str]], expected: list[str]
) -> None:
    found = sorted(structures(aligned(OLD, new, heirs)))
    assert found == sorted(map(Structure, expected))


def test_clauses_that_only_follow_their_heading_are_counted_under_it() -> None:
    new = {
        "1": "Game",
        "102": "General",
        "102.1": "One is.",
        "102.2": "Two is.",
        "102.3": "Three reads.",
        "101": "Color",
    }
    heirs = {number: [number.replace("100", "102")] for number in OLD if number.startswith("100")}
    alignment = aligned(OLD, new, heirs)
    places = structures(alignment)
    same = {at for at, link in enumerate(alignment.links) if str(alignment.old_nodes[link.old[0]].number) != "100.3"}
    followed = headings_followed(alignment, places, same)
    rows = subsection_changes(alignment, places, followed)
    assert [(row.old, row.new, row.structure, row.members) for row in rows] == [
        ("100", "102", Structure.RENUMBERED, 2),
        ("101", "101", Structure.SAME, 0),
    ]


def test_a_row_has_the_texts_and_examples_of_its_link() -> None:
    old = {**OLD, "100.1": ["One is.", "Example: It is."]}
    new = {**OLD, "100.1": "One is.", "100.2": ["Two is.", "Example: It is."]}
    alignment = aligned(old, new)
    rows = {row.name: row for row in clause_rows(alignment, structures(alignment))}
    assert (rows["100.1"].old_text, rows["100.1"].new_text, rows["100.1"].is_pair) == ("One is.", "One is.", True)
    assert [(one.old_text, one.new_text) for one in rows["100.1"].examples] == [("Example: It is.", "")]
    assert rows["100"].items == (3, 3)
    assert list(other_rows(alignment)) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("A player wins.", "A player wins.", "Text unchanged"),
        ("A player wins.", "A team wins.", "1 word replaced"),
        ("A player wins.", "A player wins. So it ends.", "1 sentence added"),
        ("See rule 100.2.", "See rule 100.3.", "1 reference updated"),
        ("A player wins, so.", "A player wins so.", "1 mark removed"),
    ],
)
def test_a_summary_counts_what_the_redline_marks(old: str, new: str, expected: str) -> None:
    alignment = aligned({"100.1": old}, {"100.1": new})
    (row,) = clause_rows(alignment, structures(alignment))
    texts = pair(old, new)
    marked = redline(pieces(texts, tidied(texts, texts.edits)))
    assert summarise(row, marked, ()) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("A player may win.", "A player can win.", "A player [-may-]{+can+} win."),
        ("One of the old cards.", "Two in the new decks.", "[-One of the old cards-]{+Two in the new decks+}."),
        ("It ends. It begins.", "It ends. It goes on. It begins.", "It ends. {+It goes on. +}It begins."),
    ],
)
def test_edits_are_marked_as_a_person_would(old: str, new: str, expected: str) -> None:
    texts = pair(old, new)
    assert shown(redline(pieces(texts, tidied(texts, texts.edits)))) == expected


def test_steps_turn_the_old_text_into_the_new_one_where_all_is_explained() -> None:
    texts = pair("A player’s card -- his", "A player's card — his")
    assert apply(steps(pieces(texts, texts.edits)), "A player’s card -- his") == "A player's card — his"


def test_a_description_has_a_proof_only_where_known_means_make_the_new_text() -> None:
    around = Surroundings(NUMBERS, lambda _: True)
    typography = describe(pair("A player’s turn.", "A player's turn."), REWRITER, around)
    assert (typography.facets, typography.proof is not None) == ({Facet.TYPOGRAPHIC}, True)
    wording = describe(pair("A player may win.", "A player can’t win."), REWRITER, around)
    assert (wording.proof, Facet.WORDING in wording.facets) == (None, True)
    assert describe_kept("It is.").redline == (Segment(Op.KEPT, "It is."),)
    assert one_sided("", "It is.", Facet.EXAMPLE).redline == (Segment(Op.INSERTED, "It is."),)
    assert one_sided("It was.", "", Facet.EXAMPLE).proof is None


def test_the_facets_of_a_number_that_changed_are_those_of_a_reference() -> None:
    texts = pair("See rule 100.2.", "See rule 100.3.")
    marked = pieces(texts, texts.edits)
    found = facets_of(texts, texts.edits, marked, Surroundings(NUMBERS, lambda _: True))
    assert Facet.REFERENCE in found.facets


def test_a_describer_describes_the_wording_and_the_examples_of_a_row() -> None:
    old = {"100.1": ["A player may win.", "Example: It is so."]}
    new = {"100.1": ["A player can win.", "Example: It is so."]}
    alignment = aligned(old, new)
    (row,) = clause_rows(alignment, structures(alignment))
    texts = {(row.old_text, row.new_text): pair(row.old_text, row.new_text)}
    found = Describer(number_map(alignment), texts, REWRITER, alignment.new).describe(row)
    assert shown(found.wording.redline) == "A player [-may-]{+can+} win."
    assert [shown(example.redline) for example in found.examples] == ["Example: It is so."]
    assert found.proof is None


@pytest.mark.parametrize(
    ("old", "new", "added", "removed"),
    [
        ("Exile creatures and lands.", "Exile creatures, artifacts, and lands.", ("artifacts",), ()),
        ("Exile creatures, artifacts, or lands.", "Exile creatures or lands.", (), ("artifacts",)),
    ],
)
def test_items_come_into_a_list_and_go(old: str, new: str, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
    texts = pair(old, new)
    (sentence,) = sentences(texts, texts.edits)
    items = listed_items(texts, sentence)
    assert items
    assert (items.added, items.removed) == (added, removed)


@pytest.mark.parametrize("new", ["Exile creatures and artifacts.", "Exile no creatures and lands.", "Exile creatures."])
def test_other_words_are_no_items_of_a_list(new: str) -> None:
    texts = pair("Exile creatures and lands.", new)
    items = [listed_items(texts, sentence) for sentence in sentences(texts, texts.edits)]
    assert not [one for one in items if one and one.added]


def test_a_number_word_counts_the_items_again_where_they_grew_by_as_many() -> None:
    assert is_recount("seven", "eight", (7, 8))
    assert not is_recount("seven", "nine", (7, 8))
    assert not is_recount("seven", "eight", (8, 8))
    assert not is_recount("some", "eight", (7, 8))


ABLE = "Clone has the ability “When {} enters, draw a card.”"
FRAMES: list[tuple[Callable[[TextPair], Iterator[Edit]], str, str, str, str]] = [
    (pronouns, "Each player draws from his or her hand.", "Each player draws from that player’s hand.",
     "his or her", "that player’s"),
    (punctuation, "Then, any player draws.", "Then any player draws.", ",", ""),
    (own_names, "Joiner is a 1/2 creature that has the ability “{T}: Add Joiner’s power.”", "Joiner is a 1/2 creature "
     "that has the ability “{T}: Add this creature’s power.”", "Joiner’s", "this creature’s"),
    (short_names, "Minsc, Ranger says “When Minsc, Ranger enters, win.”", "Minsc, Ranger says “When Minsc enters, "
     "win.”", ", Ranger", ""),
    (brackets, "“[This creature] can’t block” is one.", "“This creature can’t block” is one.", "[", ""),
    (shortened, "“Activate this ability only once” is one.", "“Activate only once” is one.", "this ability", ""),
    (mana_added, "It would put mana into a player’s mana pool.", "It would add mana to a player’s mana pool.",
     "put", "add"),
]  # fmt: skip


@pytest.mark.parametrize(("frame", "old", "new", "dropped", "put"), FRAMES, ids=[frame[0].__name__ for frame in FRAMES])
def test_a_frame_allows_its_edit_and_is_among_all_frames(
    frame: Callable[[TextPair], Iterator[Edit]], old: str, new: str, dropped: str, put: str
) -> None:
    texts = pair(old, new)
    assert (dropped, put) in edited(texts, frame(texts))
    assert {edit for edits in frames_of(texts).edits.values() for edit in edits} >= set(frame(texts))


@pytest.mark.parametrize(
    ("frame", "old", "new"),
    [
        (
            pronouns,
            "A player tells an opponent of his or her hand.",
            "A player tells an opponent of that player’s hand.",
        ),
        (own_names, "A Clone dies when Clone does.", "A Clone dies when this creature does."),
        (shortened, "Activate this ability only once.", "Activate only once."),
        (shortened, "“You may activate this ability only once” is one.", "“You may activate only once” is one."),
        (mana_added, "It would put cards into a player’s hand.", "It would add cards to a player’s hand."),
        (brackets, "[This creature] can’t block.", "This creature can’t block."),
    ],
)
def test_a_frame_is_silent_where_the_words_may_mean_something_else(
    frame: Callable[[TextPair], Iterator[Edit]], old: str, new: str
) -> None:
    assert list(frame(pair(old, new))) == []


def test_texts_without_the_words_of_a_frame_have_none() -> None:
    assert frames_of(pair("A player may win.", "A player can win.")) is NO_FRAMES


def test_a_quotation_is_between_its_marks_and_names_its_owner() -> None:
    text = key_new("Clone says “You may draw.” It is so.", NUMBERS)
    (quoted,) = quotations(text)
    assert text.printed(quoted.start, quoted.stop) == "You may draw."
    assert quoted.owner == ("clone",)
    assert quotations(key_new("Clone says “You may draw.", NUMBERS)) == []


def test_a_text_is_its_words_and_the_gaps_between_them() -> None:
    printed = "See Rule 702.9c — an _Æther_ card™."
    text = key_new(printed, NUMBERS)
    assert "".join(map("".join, zip(text.gaps, (*text.words, ""), strict=True))) == printed
    assert [key_of(word) for word in ("Rule", "an", "Æther", "“", "™")] == ["rule", "a", "aether", '"', ""]
    assert list(text.cited.values()) == [ClauseNumber.parse("702.9c")]


def test_an_old_number_counts_as_what_the_new_text_should_call_it() -> None:
    old, new = ClauseNumber.parse("100.2"), ClauseNumber.parse("100.3")
    numbers = NumberMap(frozenset(), {old: (new,)}, frozenset(), frozenset(), {}, frozenset())
    assert key_old("See rule 100.2.", numbers).keys == key_new("See rule 100.3.", numbers).keys
    assert pair("See rule 100.2.", "See rule 100.3.", numbers).edits == pair("Same.", "Same.").edits


def test_a_replacement_is_the_old_words_for_the_new_ones() -> None:
    found = [one for one, _ in replacements("100.1", pair("Its converted mana cost is two.", "Its mana value is two."))]
    assert (("converted", "mana", "cost"), ("mana", "value")) in found
    gap = [one for one, _ in replacements("100.1", pair("Remove that card from the game.", "Exile that card."))]
    assert (("remove", ANY, "from", "the", "game"), ("exile", ANY)) in gap


def test_the_halves_of_a_pattern_and_what_two_share() -> None:
    assert halves(("remove", ANY, "from", "it")) == (("remove",), ("from", "it"))
    assert halves(("remove", "it")) == (("remove", "it"), ())
    assert shared(("a", "b", "c"), ("a", "x", "c")) == (1, 1)
    assert shared(("a", "a"), ("a",)) == (1, 0)


def test_a_dash_is_a_sign_beside_a_number_and_loose_between_words() -> None:
    dashes = {text: key_new(text, NUMBERS) for text in ("gets -1 now", "gets +1/-1", "card-drawing one", "non-Human")}
    at = {text: keyed.keys.index("-") for text, keyed in dashes.items()}
    assert [is_sign(dashes[text], at[text]) for text in dashes] == [True, True, False, False]
    assert [is_loose(dashes[text], at[text]) for text in dashes] == [False, False, True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("These rules are effective as of February 7, 2025.", True),
        ("Wizards of the Coast Customer Service", True),
        ("+32.70.233.277", True),
        ("See rule 100.1", False),
        ("A player wins.", False),
        ("One of the many words of a paragraph that lost its full stop", False),
    ],
)
def test_dates_and_addresses_are_furniture_and_sentences_are_not(text: str, expected: bool) -> None:
    assert is_furniture(text) is expected


def test_two_wordings_are_compared_as_they_are_printed_with_examples_of_one_text_side_by_side() -> None:
    lines = list(compare_as_printed("See rule 1.", ["It’s so.", "Old."], "See rule 2.", ["New.", "It's so."]))
    assert [(shown(line.segments), line.is_example) for line in lines] == [
        ("See rule [-1-]{+2+}.", False),
        ("[-Old-]{+New+}.", True),
        ("It's so.", True),
    ]
