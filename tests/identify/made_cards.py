"""Texts in the style of cards, none of them of a real one."""

from __future__ import annotations

CARDS = (
    "Flying\nWhenever Ash Courier deals combat damage to a player, you may discard a card. If you do, draw two cards.",
    "Exile this card from your graveyard: Target creature gets -1/-1 until end of turn.",
    "When Lantern Keeper enters the battlefield, look at the top four cards of your library. You may reveal a land card"
    " from among them and put it into your hand. Put the rest on the bottom of your library in a random order.",
    "Trample (This creature can deal excess combat damage to the player or planeswalker it's attacking.)",
    "Tap target creature. It doesn't untap during its controller's next untap step.",
    "Counter target spell unless its controller pays {3}. If that spell is countered this way, scry 2.",
    "At the beginning of your upkeep, you may pay {1}{G}. If you don't, sacrifice Thornwall Beast.",
    "Equipped creature gets +2/+1 and has vigilance.\nEquip {2}",
    "Enchant creature\nEnchanted creature can't attack or block, and its activated abilities can't be activated.",
    "Choose one —\n• Destroy target artifact.\n• Target player gains 4 life.\n• Create a 1/1 white Bird token.",
    "{T}, Sacrifice Salt Vial: Add one mana of any color. Draw a card at the beginning of the next turn's upkeep.",
    "Storm (When you cast this spell, copy it for each spell cast before it this turn.)\nTarget player loses 1 life.",
    "Lifelink, menace\nWard—Pay 3 life. (Whenever this creature becomes the target of a spell or ability an opponent"
    " controls, counter it unless that player pays 3 life.)",
    "Each player discards their hand, then draws seven cards. Exile Tidal Reckoning.",
    "If a creature you control would die this turn, exile it instead. Return it at the beginning of the next end step.",
    "Spells you cast that target a creature cost {1} less to cast.\nWhenever you cast an instant, untap Rill Adept.",
    "Haste\nWhen this creature leaves the battlefield, its controller creates a Treasure token. (It's an artifact with"
    ' "{T}, Sacrifice this artifact: Add one mana of any color.")',
    "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    "Cycling {2} ({2}, Discard this card: Draw a card.)\nWhen you cycle this card, destroy target Vehicle.",
    "Kicker {4} (You may pay an additional {4} as you cast this spell.)\nIf this spell was kicked, it deals 5 damage.",
    "As long as you control another Goblin, Ember Scamp gets +1/+0 and has first strike.",
    "Players can't gain life.\n{2}{R}: Furnace Idol becomes a 3/3 red Golem artifact creature until end of turn.",
    "You may cast this spell as though it had flash if you control a Wizard.",
    "Vanishing 3 (This permanent enters with three time counters on it. At the beginning of your upkeep, remove a time"
    " counter from it. When the last is removed, sacrifice it.)",
    "Prevent the next 2 damage that would be dealt to any target this turn by a source of your choice.",
    "Landfall — Whenever a land you control enters, put a +1/+1 counter on target creature you control.",
    "−3: Gain control of target nonland permanent until end of turn. Untap it.\n−8: You get an emblem.",
    "I — Each opponent sacrifices a creature.\nII — You gain 3 life.\nIII — Return target creature card to your hand.",
    "Defender\n{U}, {T}: Target creature's base power and toughness become 0/1 until end of turn.",
    "Copy target instant or sorcery spell you control. You may choose new targets for the copy.",
    "Madness {1}{B} (If you discard this card, discard it into exile. When you do, cast it for its madness cost or put"
    " it into your graveyard.)",
    "Nightfall Ogre enters tapped unless an opponent lost life this turn.\nNightfall Ogre can't block.",
    "Flashback—Tap two untapped creatures you control. (You may cast this card from your graveyard for its flashback"
    " cost. Then exile it.)",
    "Indestructible\nWhenever Oathstone is turned face up, proliferate.\nMorph {5}",
    "Double the number of each kind of counter on target permanent. That player shuffles their graveyard into library.",
    "Roll a d20.\n1–9 | Draw a card.\n10–19 | Draw two cards.\n20 | Draw three cards, then take an extra turn.",
    "Your opponents can't cast spells during your turn. Creatures you control have hexproof from blue.",
    "Convoke (Your creatures can help cast this spell. Each creature you tap while casting this spell pays for {1} or"
    " one mana of that creature's color.)\nDestroy all tapped creatures.",
    "Partner (You can have two commanders if both have partner.)\nAt the beginning of combat on your turn, goad.",
    "Reveal cards from the top of your library until you reveal a Dragon card. Put that card onto the battlefield and"
    " the rest into your graveyard.",
)
