"""Wordings that releases replaced throughout: rewordings found by `crdiff.changes.rewordings.mining`.

Facts learnt from the archive, each with the release that did it; `tests/lint/test_archive.py` learns some anew where
the texts are at hand. `old` is a pattern over words, with the forms the wording has.
"""

from __future__ import annotations

from datetime import date

from crdiff.lint.vocabulary import ArchiveVocabulary, RetiredWording

_JULY_2009 = date(2009, 7, 11)

RETIRED = (
    RetiredWording("local enchantments?", "Aura", date(2005, 8, 1), "local enchantment"),
    RetiredWording("(?:comes?|came|coming) into play", "enters the battlefield", _JULY_2009, "into play"),
    RetiredWording("comes-into-play", "enters-the-battlefield", _JULY_2009, "comes-into-play"),
    RetiredWording(r"(?:puts?|putting) (?:\w+ ){1,4}into play", "put onto the battlefield", _JULY_2009, "into play"),
    RetiredWording("in-play zone", "battlefield", _JULY_2009, "in-play zone"),
    RetiredWording(
        r"(?:is|are|was|were|cards?|permanents?|creatures?) in play", "on the battlefield", _JULY_2009, "in play"
    ),
    RetiredWording("leaves? play", "leave the battlefield", _JULY_2009, " play"),
    RetiredWording("from play", "from the battlefield", _JULY_2009, "from play"),
    RetiredWording("state-based effects?", "state-based action", _JULY_2009, "state-based effect"),
    RetiredWording("removed-from-the-game zone", "exile", _JULY_2009, "removed-from-the-game zone"),
    RetiredWording("(?:plays?|played|playing) (?:a|an|the|that) spells?", "cast a spell", _JULY_2009, " spell"),
    RetiredWording(
        "(?:plays?|played|playing) (?:a|an|the|that|this) (?:activated )?abilit(?:y|ies)",
        "activate an ability",
        _JULY_2009,
        " abilit",
    ),
    RetiredWording("(?:DCI )?Floor Rules", "tournament rules", _JULY_2009, "floor rules"),
    RetiredWording("EDH", "Commander", date(2011, 2, 4), "edh"),
    RetiredWording("planar magic", "Planechase", date(2011, 7, 15), "planar magic"),
    RetiredWording(r"(?:\}|color|type) to your mana pool", "", date(2018, 4, 27), "to your mana pool"),
    RetiredWording("checklist cards?", "substitute card", date(2020, 9, 25), "checklist card"),
    RetiredWording("converted mana costs?", "mana value", date(2021, 4, 22), "converted mana cost"),
    RetiredWording("totem armor", "umbra armor", date(2024, 6, 7), "totem armor"),
    RetiredWording("tribal (?:cards?|spells?|permanents?|card type)", "kindred", date(2024, 6, 7), "tribal "),
)
"""In the order in which they were given up."""

ARCHIVE = ArchiveVocabulary(retired=RETIRED)
"""What is known of the archive without any text at hand."""
