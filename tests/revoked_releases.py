"""Small releases in which rules are revoked, and a sentence ends inside a rule that lives on."""

from __future__ import annotations

from tests.small_releases import CHOICES, CONCEDE, ONE_CARD

REDIRECTED = (
    "Noncombat damage that would be dealt to an opponent may be dealt to a planeswalker under their control instead."
)
NOTICE = "Previously, noncombat damage could be redirected to a planeswalker. This rule has been removed."
UNSPENT = "When a phase ends, any unused mana left in a player’s mana pool is lost."
BURN = "That player loses 1 life for each one mana lost this way."

_SAME = {
    "300": "Unspent Mana", "300.1": f"{UNSPENT} {BURN}", "300.2": CHOICES,
    "306": "Planeswalkers", "306.1": ONE_CARD, "306.8": CONCEDE.format("306.1"),
}  # fmt: skip
_LOST = {**_SAME, "300.1": UNSPENT}

# Release -> number -> heading or text. 306.7 is revoked in 2018-04-27; 300.1 lost a sentence in 2018-01-19.
REVOKED_RELEASES = {
    "2017-08-25": {**_SAME, "306.7": REDIRECTED},
    "2018-01-19": {**_LOST, "306.7": REDIRECTED},
    "2018-04-27": {**_LOST, "306.7": NOTICE},
    "2019-01-25": {**_LOST, "306.7": f"{NOTICE} See rule 306.8."},
}
