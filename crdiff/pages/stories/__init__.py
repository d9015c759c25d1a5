"""Stories: how a part of the rules came to read as it does, told from our notes.

- `stories`: Which stories there are, in words and played, and the list of all by theme.
"""
