"""A comparison made by hand, with one change of every sort, as reports get it."""

from __future__ import annotations

from datetime import date

import pytest
from made_change import made_change, redlined

from crdiff.align.alignment import Alignment
from crdiff.changes.change import (
    Comparison,
    ExampleChange,
    Facet,
    Op,
    Part,
    Quoted,
    Rewording,
    RunnerUpClause,
    Segment,
    Structure,
    SubsectionChange,
)
from crdiff.model.release import Release, Source

CONCEDE = "The controller of another player can’t make that player concede. See rule "
MANA_BURN = "No player loses life because of mana burn <during> a turn *controlled* by another player."
LONG = " ".join(f"word{index}" for index in range(40))


def release(day: date) -> Release:
    source = Source(f"{day}.txt", "0" * 64, 10, 1, "utf-8", "valid UTF-8", "LF", "official", "numbered rules")
    return Release(day, "Magic: The Gathering Comprehensive Rules", (), (), source)


def quoted(number: str, text: str, *examples: str, title: str = "", line: int = 1) -> Quoted:
    return Quoted(number, title, text, examples, line)


@pytest.fixture(scope="session")
def comparison() -> Comparison:
    """Return 2009-05-01 against 2009-07-11 with eight changes."""
    old, new = release(date(2009, 5, 1)), release(date(2009, 7, 11))
    gone = "Example: The player can’t cast Burning Wish_ | ~1~."
    return Comparison(
        alignment=Alignment(old, new, (), (), ()),
        changes=(
            made_change(Structure.SAME, old=(quoted("100.1", "The same."),), new=(quoted("100.1", "The same."),)),
            made_change(
                Structure.MOVED,
                Facet.REFERENCE,
                Facet.EXAMPLE,
                mechanical=True,
                old=(quoted("507.3b", f"{CONCEDE}102.3a.", gone),),
                new=(quoted("710.5", f"{CONCEDE}104.3a."),),
                confidence=0.98765,
                evidence=("it has the same text but for the numbers of rules, which no other clause has",),
                redline=redlined(f"{CONCEDE}«102.3a|104.3a»."),
                examples=(ExampleChange(("507.3b", 0), None, (Segment(Op.DELETED, gone),)),),
                summary="1 reference rewritten, 1 example removed",
            ),
            made_change(
                Structure.RENUMBERED,
                old=(quoted("507.1", "Moved along."),),
                new=(quoted("710.1", "Moved along."),),
                redline=(Segment(Op.KEPT, "Moved along."),),
                follows=True,
            ),
            made_change(
                Structure.MERGED,
                Facet.WORDING,
                old=(quoted("711.1c", f"{LONG} or."), quoted("711.2", "Second.")),
                new=(quoted("711.3", f"{LONG} and.", title="Merging"),),
                confidence=0.55,
                undetermined=True,
                runner_up=RunnerUpClause("", "711.4", 0.5),
                redline=redlined(f"«|Merging\n»{LONG} «or.\nSecond.|and.»"),
                summary="1 phrase replaced",
                remarks=("cites 104.3a, which did not move",),
            ),
            made_change(
                Structure.REMOVED,
                old=(quoted("507.4", MANA_BURN),),
                confidence=0.9,
                redline=(Segment(Op.DELETED, MANA_BURN),),
                summary="removed",
            ),
            made_change(
                Structure.ADDED,
                new=(quoted("710.9", "1. A new rule."),),
                redline=(Segment(Op.INSERTED, "1. A new rule."),),
                summary="added",
            ),
            made_change(
                Structure.SAME,
                Facet.TERMINOLOGY,
                mechanical=True,
                old=(quoted("701.2", "comes into play"),),
                new=(quoted("701.2", "enters the battlefield"),),
                redline=redlined("«comes into play|enters the battlefield»"),
            ),
            made_change(
                Structure.SAME,
                Facet.TYPOGRAPHIC,
                part=Part.GLOSSARY,
                mechanical=True,
                old=(quoted("Active Player", "It's."),),
                new=(quoted("Active Player", "It’s."),),
                redline=redlined("«It's.|It’s.»"),
            ),
        ),
        subsections=(SubsectionChange("507", "710", "Controlling", "Controlling", Structure.RENUMBERED, 1),),
        rewordings=(Rewording("comes into play", "enters the battlefield", 212, ("100.4", "700.2|x")),),
    )
