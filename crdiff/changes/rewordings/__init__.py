"""Wordings that a release replaces throughout, mined from the two texts themselves.

- `replacements`: Each place where one wording gave way to another.
- `families`: The forms of a rewording: "plays" -> "casts" belongs to "play" -> "cast".
- `mining`: Which replacements are frequent and general enough to be rewordings.
"""
