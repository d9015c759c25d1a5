"""Wordings that a release replaces throughout, mined from the two texts themselves.

- `replacements`: Each place where one wording gave way to another.
- `occurrences`: Where the new release kept an old wording.
- `mining`: Which replacements are frequent and general enough to be rewordings.
- `families`: The forms of a rewording: "plays" -> "casts" belongs to "play" -> "cast".
- `pattern`: A rewording as a proof applies it.
"""
