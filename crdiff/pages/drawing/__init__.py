"""Pictures, as numbers for SVG templates: places across in per cent of the width, places down in pixels.

- `tracks`: Tracks of histories and lives.
- `flow`: Where subsections and sections went, and who had a number.
- `growth`: The growth of the rules, the map of changes, and how much of a release has to be read.
"""
