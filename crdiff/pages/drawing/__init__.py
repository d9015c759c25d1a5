"""Pictures, as numbers for SVG templates: places across in per cent of the width, places down in pixels.

- `timeline`: The scale of time, tracks on it.
- `life`: Numbers and wordings of a clause as two tracks.
- `number_tracks`: Every subsection that ever had a number.
- `clause_map`: A comparison: old clauses left, new ones right, a curve for each link.
- `flow`: What the subsections of a release became in the next.
- `share`: How much of a release has to be read.
- `growth`: Words, clauses and changes of every release.
- `heat`: Changes by section and release.
- `rivers`: Which section became which.
- `board`: The board at the end of a story that the game model plays.
"""
