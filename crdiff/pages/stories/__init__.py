"""Stories: how a part of the rules came to read as it does, told from our notes.

- `stories`: The list of all stories, by theme.
- `story`: The page of a story: stretches of time, the words that decided in each, redlines between them.
"""
