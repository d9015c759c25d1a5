"""Frames: places of two texts where other words say the same, by a rule of the game or by a template of its cards.

Each frame is narrow on purpose. Outside it the same edit proves nothing.

- `frames`: Every edit that a frame allows in a pair of texts; the way in.
- `quotations`: Quotations in a text, and whose abilities they quote.
"""
