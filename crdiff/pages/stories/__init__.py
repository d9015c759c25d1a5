"""Stories: how a part of the rules came to read as it does, told from our notes.

- `stories`: The list of all stories, by theme.
- `story`: The page of a story: stretches of time, the words that decided in each, redlines between them.
- `played`: The page of a story that the game model plays: board and outcome in every release.
- `played_links`: Which stories are played, and about which clauses.
- `engines`: What the tests of an engine say of such a story.
"""
