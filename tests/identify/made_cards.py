"""Texts in the style of cards, none of them of a real one."""

from __future__ import annotations

CARDS = (
    "Flying\nWhenever Ash Courier deals combat damage to a player, you may discard a card. If you do, draw two cards.",
    "When Lantern Keeper enters the battlefield, look at the top four cards of your library. You may reveal a land card"
    " from among them and put it into your hand. Put the rest on the bottom of your library in a random order.",
    "Tap target creature. It doesn't untap during its controller's next untap step.",
    "At the beginning of your upkeep, you may pay {1}{G}. If you don't, sacrifice Thornwall Beast.",
    "Enchant creature\nEnchanted creature can't attack or block, and its activated abilities can't be activated.",
    "{T}, Sacrifice Salt Vial: Add one mana of any color. Draw a card at the beginning of the next turn's upkeep.",
    "Lifelink, menace\nWard—Pay 3 life. (Whenever this creature becomes the target of a spell or ability an opponent"
    " controls, counter it unless that player pays 3 life.)",
    "If a creature you control would die this turn, exile it instead. Return it at the beginning of the next end step.",
    "Haste\nWhen this creature leaves the battlefield, its controller creates a Treasure token. (It's an artifact with"
    ' "{T}, Sacrifice this artifact: Add one mana of any color.")',
    "Cycling {2} ({2}, Discard this card: Draw a card.)\nWhen you cycle this card, destroy target Vehicle.",
    "As long as you control another Goblin, Ember Scamp gets +1/+0 and has first strike.",
    "You may cast this spell as though it had flash if you control a Wizard.",
    "Prevent the next 2 damage that would be dealt to any target this turn by a source of your choice.",
    "−3: Gain control of target nonland permanent until end of turn. Untap it.\n−8: You get an emblem.",
    "Defender\n{U}, {T}: Target creature's base power and toughness become 0/1 until end of turn.",
    "Madness {1}{B} (If you discard this card, discard it into exile. When you do, cast it for its madness cost or put"
    " it into your graveyard.)",
    "Flashback—Tap two untapped creatures you control. (You may cast this card from your graveyard for its flashback"
    " cost. Then exile it.)",
    "Double the number of each kind of counter on target permanent. That player shuffles their graveyard into library.",
    "Your opponents can't cast spells during your turn. Creatures you control have hexproof from blue.",
    "Partner (You can have two commanders if both have partner.)\nAt the beginning of combat on your turn, goad.",
)
