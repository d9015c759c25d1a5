"""Pictures, as numbers for SVG templates: places across in per cent of the width, places down in pixels.

- `tracks`: Tracks of histories and lives.
- `flow`: Where subsections and sections went, and who had a number.
- `clause_map`: A comparison: old clauses left, new ones right, a curve for each link.
- `growth`: The growth of the rules, the map of changes, and how much of a release has to be read.
- `board`: The board at the end of a story that the game model plays.
"""
