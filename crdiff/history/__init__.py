"""Many releases: lineages drawn through a chain of alignments, and what can be said of a clause once it has one.

- `lineage`: One clause, heading or glossary entry followed, and the place that it is called by.
- `chain`: What history needs of releases and alignments, and no more.
- `thread`: A clause as the weave draws it and the store keeps it: by positions in the chain.
- `weave`: The threads of all clauses, drawn through a chain; clauses that come back.
- `entries`: The threads of all glossary entries.
- `blame`: Which release brought each sentence of a clause, and which sentences ended.
- `heirs`: What took over from a clause or glossary entry that ended, and the change of one clause alone.
- `saying`: What a clause says, apart from marks and numbers, and which wordings readers count.
- `sameness`: In which respects the wordings of one clause are the same.
- `renumbering`: Old number, new number between any two releases, also as ranges.
- `far_jumps`: What became of clauses between two releases far apart.
- `news`: What a reader who stayed away has missed, how the rules have grown, and parts of a release.
- `paragraphs`: The introduction and the credits, followed from release to release.
- `known_lives`: The lives of all clauses of the known releases, as facts without texts.
- `known_releases`: The releases at the head of the known lives.
- `recorded_changes`: Changes that no alignment of two texts shows.
- `stories`: The wordings that decided in each stretch of a story, and what changed between them.
- `asked`: What a person asks about: a number, a place or a name.
- `nearest`: Dates, and numbers and dates near one that does not exist.
- `onto_facts`: Which clauses of a text go on from a known release without text.
- `onto_lives`: The clauses and entries of texts held, woven onto the known lives.

All of it is pure: values in, values out.
"""
