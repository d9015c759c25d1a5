"""Frames: places of two texts where other words say the same, by a rule of the game or by a template of its cards.

Each frame is narrow on purpose. Outside it the same edit proves nothing.

- `frames`: Every edit that a frame allows in a pair of texts; the way in.
- `quotations`: Quotations in a text, and whose abilities they quote.
- `self_references`: How a quoted ability names the object that it is on.
- `templates`: Phrases of cards that were shortened as a whole.
- `pronouns`: Pronouns of a player who is the only person of the sentence.
- `punctuation`: Marks that say nothing where they stand.
"""
