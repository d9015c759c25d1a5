"""Stories: how a part of the rules came to read as it does, told from our notes.

- `stories`: Which stories there are, in words and played, and the list of all by theme.
- `story`: The page of a story: stretches of time, the words that decided in each, redlines between them.
- `played`: The page of a story that the game model plays: board and outcome in every release, what engines say.
"""
