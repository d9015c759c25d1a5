"""A fix is sure only where nobody needs to read it first, and only what is sure is written."""

from __future__ import annotations

from clean_text import CLEAN, ONE_IS_ODD, broken, release, with_siblings
from table import table

from crdiff.lint import lint
from crdiff.lint.checked_release import ArchiveVocabulary
from crdiff.lint.fixing import sure_edits
from crdiff.lint.registry import BY_ID
from crdiff.text.normalise import fold_typography


def test_only_what_is_sure_and_has_a_place_is_edited() -> None:
    draft = broken(("A player can", "A player can can"), ("rule 301, “Controlling", "rule 300, “Controlling"))
    found = lint(release(draft), lines=draft.split("\n"))
    (edit,) = sure_edits(found, draft.split("\n"))
    assert draft[edit.start : edit.stop] == " can"
    assert sure_edits(lint(release(draft)), draft.split("\n")) == ()
    assert sure_edits(found, CLEAN.split("\n")) == ()


def test_a_word_of_the_project_is_no_slip() -> None:
    draft = release(broken(("A player can concede", "A playr can concede")))
    checks = [BY_ID["misspelt-word"]]
    assert lint(draft, release(), checks=checks)
    assert not lint(draft, release(), checks=checks, vocabulary=ArchiveVocabulary(words={"playr": 1}))


def test_a_sentence_that_the_project_accepts_is_no_odd_one() -> None:
    odd = release(with_siblings(ONE_IS_ODD))
    checks = [BY_ID["odd-template"]]
    accepted = frozenset({fold_typography("Multiple instances of word7 on it is redundant.")})
    assert lint(odd, checks=checks)
    assert not lint(odd, checks=checks, vocabulary=ArchiveVocabulary(sentences=accepted))


@table
def test_another_number_or_kind_of_thing_is_meant(now: str, faults: int) -> None:
    rules = "".join(f"300.{n}. Word{n}\n\n300.{n}a Word{n} represents two cards of it all.\n\n" for n in range(4, 11))
    rules = rules.replace("cards", "abilities" if "abilities" in now else "tokens")
    text = broken(("301. Controlling Another Player\n\n301.1", f"{rules}301. Controlling Another Player\n\n301.1"))
    was = "Word7 represents two abilities of it" if "abilities" in now else "Word7 represents two tokens of it"
    odd = release(broken((was, f"Word7 {now}"), text=text))
    assert len(lint(odd, checks=[BY_ID["odd-template"]])) == faults


def test_a_citation_of_the_introduction_follows_its_clause() -> None:
    """A subrule goes with its rule. Source: the introduction that explains why 704.5k is followed by 704.5m."""
    old = broken(("This document holds rules.", "This document holds rules; see rule 101.3, and subrule 101.2a."))
    moved = ("101.3. A player can", "101.3. Whoever owns the most dragons rules the skies.\n\n101.4. A player can")
    lettered = ("101.2b An", "101.2c An"), ("101.2a A", "101.2a Nobody wins a game by dragons.\n\n101.2b A")
    new = broken(moved, *lettered, ("the game. See rule 101.3.", "the game. See rule 101.4."), text=old)
    lines = new.split("\n")
    found = lint(release(new), release(old), lines=lines, checks=[BY_ID["stale-reference"]])
    edits = [edit.new for edit in sure_edits(found, lines) if edit.start < new.index("Contents")]
    assert edits == ["101.4"]
