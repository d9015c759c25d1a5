"""What `--today` wrote reads as today's text: a second run changes nothing, and no answer contradicts itself."""

from __future__ import annotations

from datetime import date

import pytest

from crdiff.identify.identify import identify
from crdiff.identify.today import updated
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex, write_index
from crdiff.reports.identified import Remark, fate_of_words, remarks

DATES = (date(2009, 7, 11), date(2018, 4, 27), date(2026, 4, 17))

CITING = (
    "If a spell or ability causes a card to be drawn while another spell is being cast, the drawn card is kept face"
    " down until the casting process is reversed (see rule {}, “Handling Illegal Actions.”)"
)
CITED = "If a spell or ability causes a card to be drawn, the drawn card is kept face down for a while (see rule {})."
LOSING = "If a player has 0 or less life, {} loses the game."
GONE = "Mana burn isn’t optional, and a player loses 1 life for each unspent point of mana in the mana pool."
MARKED = "“Bushido N” means “Whenever this creature blocks or becomes blocked, it gets {} until end of turn.”"
SHORT = "A scheme deck may contain no more than two of any card with a particular English name."
LONGER = f"The archenemy needs a supplementary scheme deck of at least twenty scheme cards. {SHORT}"
TRIGGERS = (
    "They’re written “When [this object] leaves {0}” or “Whenever [something] goes to a graveyard from {0}, . . . .”"
)
CHAOS = "Each plane card has a triggered ability of its controller that triggers “Whenever {}.”"
UNATTACHED = (
    "If an Aura that was attached to something stops being attached to it, that counts as “becoming unattached{}"
)
BLOCKERS = (
    "If such a requirement conflicts with the proposed set of blocking creatures, the block is illegal, and the"
    " defending player must then propose another set of blocking creatures."
)
MENACE = "If a creature with menace attacks that player, the player must block with both creatures."
TWICE = "If the shared team turns option is used, first all players of the active team make any choices required."
INSTANCES = "Effects that remove an ability remove all instances of it."
HYBRID = (
    "Each of the hybrid mana symbols is a cost that can be paid with one of two colors: white or blue, or black or red."
)
EITHER = "A hybrid mana symbol is also a colored mana symbol. Each one represents a cost that can be paid in two ways."
SEEING = "When a spell is played, it goes on top of the stack and waits to resolve. See rule 408, “Timing of Spells.”"
CAST = "When a spell is cast, the physical card is put on the stack (see rule 601.2a)."
EXAMPLE = "\nExample: A creature with bushido 1 blocks, and its controller looks at its power after that."


def _life(name: str, *stays: tuple[int, int, str, str]) -> IndexedLife:
    """Return a life of stays, each from one release to another with a number and a wording."""
    wordings = tuple(dict.fromkeys(text for *_, text in stays))
    begun = [
        IndexedStay(first, last, number, wordings.index(text), at > 0 and "see rule" not in text)
        for at, (first, last, number, text) in enumerate(stays)
    ]
    return IndexedLife(name, tuple(begun), False, wordings)


@pytest.fixture(scope="module")
def index() -> WordIndex:
    """Return the index of clauses that were renumbered, reworded, or ended, or cite what was."""
    lives = (
        _life("a", (0, 1, "121.8", CITING.format(732)), (2, 2, "121.8", CITING.format(733))),
        _life("b", (0, 0, "704.5a", LOSING.format("he or she")), (1, 2, "704.5a", LOSING.format("that player"))),
        _life("c", (0, 1, "300.4", GONE)),
        _life("d", (0, 1, "502.45a", MARKED.format("+N/+N")), (2, 2, "702.45a", MARKED.format("+1/+1") + EXAMPLE)),
        _life("e", (0, 0, "904.3", SHORT), (1, 2, "904.3", LONGER)),
        _life("f", (0, 1, "118.6", LOSING.format("that player"))),
        _life("g", (0, 1, "410.10c", TRIGGERS.format("play")), (2, 2, "603.6c", TRIGGERS.format("the battlefield"))),
        _life("h", (0, 1, "309.7", CHAOS.format("you roll {CHAOS}")), (2, 2, "311.7", CHAOS.format("chaos ensues"))),
        _life(
            "i", (0, 1, "501.2d", UNATTACHED.format(".?")), (2, 2, "701.3d", UNATTACHED.format("” from that object."))
        ),
        _life("j", (0, 1, "500.3", f"{BLOCKERS} Or not."), (2, 2, "509.1c", f"Or not.\nExample: {MENACE}")),
        _life("m", (0, 1, "122.8", CITED.format(732)), (2, 2, "122.8", CITED.format(733))),
        _life("k", (0, 0, "407.3", INSTANCES)),
        _life("n", (0, 1, "805.6", TWICE), (2, 2, "805.6", TWICE.replace("all players", "every player"))),
        _life("o", (0, 2, "810.6", TWICE)),
        _life(
            "p",
            (0, 0, "104.3f", HYBRID + EXAMPLE),
            (1, 1, "104.3f", f"{HYBRID} See rule 203.{EXAMPLE}"),
            (2, 2, "107.4e", EITHER + EXAMPLE),
        ),
        _life("q", (0, 0, "408.2", SEEING), (1, 1, "408.2", SEEING[:-2] + ",” or so."), (2, 2, "405.1", CAST)),
        _life("l", (2, 2, "113.10b", f"{INSTANCES} This one prevails.")),
    )
    others = (IndexedLife(f"2009-07-11-{number}", (), False, ("",)) for number in range(100, 4100))
    return WordIndex(write_index((*lives, *others), DATES))


STRAIGHT = MARKED.translate(str.maketrans("“”", '""'))
WITHIN = MARKED.translate(str.maketrans("“”’", "‘’’"))
PAGES = {
    f"> 121.8. {CITING.format(732)}": f"> 121.8. {CITING.format(733)}",
    f"“{LOSING.format('he or she')}”": f"“{LOSING.format('that player')}”",
    f"704.5a {LOSING.format('he or she')}\nbut today\n704.5a {LOSING.format('that player')}": (
        f"704.5a {LOSING.format('that player')}\nbut today\n704.5a {LOSING.format('that player')}"
    ),
    f"300.4 {GONE}\n\n121.8 {CITING.format(732)}": f"300.4 {GONE}\n\n121.8 {CITING.format(733)}",
    f"502.45a {MARKED.format('+N/+N')}\n\nMine.": f"702.45a {MARKED.format('+1/+1')}\n\nMine.",
    f"502.45a {STRAIGHT.format('+N/+N')}": f"702.45a {STRAIGHT.format('+1/+1')}",
    f'"502.45a {WITHIN.format("+N/+N")}"': f'"702.45a {WITHIN.format("+1/+1")}"',
    f"“502.45a {STRAIGHT.format('+N/+N')}”".replace('"', "'"): f"“702.45a {STRAIGHT.format('+1/+1')}”".replace(
        '"', "'"
    ),
    f"904.3. {SHORT}": f"904.3. {SHORT}",
    f"904.3. {SHORT} Mine.\n\n300.4 {GONE}": f"904.3. {SHORT} Mine.\n\n300.4 {GONE}",
    f"121.8. {CITING.format(733)}": f"121.8. {CITING.format(733)}",
    f"**121.8** {CITING.format(732).replace('a card', 'a crad')}": f"**121.8** {CITING.format(733)}",
    f"> 410.10c. {TRIGGERS.format('play')}": f"> 603.6c. {TRIGGERS.format('the battlefield')}",
    CHAOS.format("you roll {CHAOS}"): CHAOS.format("chaos ensues"),
    f"501.2d {UNATTACHED.format('.”')}": f"701.3d {UNATTACHED.format('” from that object.')}",
    BLOCKERS: BLOCKERS,
    f"122.8. {CITED.format(732)}": f"122.8. {CITED.format(733)}",
    f"704.5a {LOSING.format('he or she')[:-1]} (says who).": f"704.5a {LOSING.format('that player')[:-1]} (says who).",
    f"805.6. {TWICE}": f"805.6. {TWICE.replace('all players', 'every player')}",
    f"810.6. {TWICE}": f"810.6. {TWICE}",
    f"407.3. {INSTANCES}": f"113.10b. {INSTANCES}",
    f"104.3f {HYBRID}": f"107.4e {EITHER}",  # rewritten, as 104.3f of 2007-05-01 was, and quoted without its example
    f"- {HYBRID}\n+ {EITHER}": f"- {EITHER}\n+ {EITHER}",
    f"> 408.2 {SEEING}\nnow": f"> 405.1 {CAST}\nnow",  # all of 408.2, and later a part of it
    "My own words about life.": "My own words about life.",
}


@pytest.mark.parametrize(("page", "today"), PAGES.items())
def test_what_is_written_is_todays_text_and_stays_so(index: WordIndex, page: str, today: str) -> None:
    written = updated(page, lambda text: identify(text, index))
    assert written.text == today
    again = updated(written.text, lambda text: identify(text, index))
    assert (again.text, again.replaced) == (today, 0)


@pytest.mark.parametrize("page", PAGES)
def test_words_that_ended_are_never_called_unchanged(index: WordIndex, page: str) -> None:
    found = identify(page, index)
    outdated = {one.start for remark, one in remarks(found) if remark is Remark.OUTDATED}
    for one in found.quotations:
        has_ended = not any(span.covers(found.newest) for span in one.spans)
        assert has_ended <= (one.start in outdated)
        assert has_ended <= ("unchanged" not in fate_of_words(one))


def test_a_clause_that_ended_is_said_to_have_ended(index: WordIndex) -> None:
    done = updated(f"300.4 {GONE}", lambda text: identify(text, index))
    assert [(one.quotation.number, one.reason) for one in done.left] == [("300.4", "no longer in the rules")]


def test_a_sentence_that_stands_twice_in_a_clause_in_part_is_no_slip(index: WordIndex) -> None:
    (one,) = identify(f"904.3. {SHORT}", index).quotations
    assert (one.official, one.slips) == (SHORT.rstrip("."), ())


@pytest.mark.parametrize("place", [0, 5, 11])
def test_words_that_many_clauses_have_are_of_the_one_whose_number_they_have(place: int) -> None:
    """Some dozen clauses of 2026 say "This is a state-based action (see rule 704)", more than are compared."""
    shared = "This happens again whenever the monarch loses a bushido contest."
    clauses = [(f"9{at:02}.1", f"Rule {at} is on dragons of kind {at * 7}. {shared}") for at in range(12)]
    many = [_life(number, (0, 1, number, text), (2, 2, f"8{number[1:]}", text)) for number, text in clauses]
    others = (IndexedLife(f"2009-07-11-{number}", (), False, ("",)) for number in range(100, 4100))
    index = WordIndex(write_index((*many, *others), DATES))
    number = clauses[place][0]
    found = updated(f"{number}. {shared}", lambda page: identify(page, index))
    assert found.text == f"8{number[1:]}. {shared}"
