"""Pictures, as numbers for SVG templates: places across in per cent of the width, places down in pixels.

Modules:

    timeline       the scale of time, tracks on it, the stair of a section's numbers
    life           numbers and wordings of a clause as two tracks
    number_tracks  every subsection that ever had a number
    clause_map     a comparison: old clauses left, new ones right, a curve for each link
    flow           what the subsections of a release became in the next
    growth         words, clauses and changes of every release
    heat           changes by section and release
    rivers         which section became which
"""
