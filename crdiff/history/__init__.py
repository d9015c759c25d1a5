"""Many releases: lineages drawn through a chain of alignments, and what can be said of a clause once it has one.

    lineage           one clause, heading or glossary entry followed: the value that everything else speaks of
    place             a clause in a release, as lineages are called by it
    chain             what history needs of releases and alignments, and no more
    thread            a clause as the weave draws it and the store keeps it: by positions in the chain
    weave             the threads of all clauses, drawn through a chain
    entries           the threads of all glossary entries
    returning         which clause that arrives was removed earlier
    endings           sentences that ended inside a clause that lives on
    heirs             what took over from a clause or glossary entry that ended
    saying            what a clause says, apart from typography and the numbers it cites
    phrasings         which wordings readers count: those whose words changed
    sameness          in which respects the wordings of one clause are the same
    blame             which release brought each sentence of a clause
    renumbering       old number, new number between any two releases
    number_ranges     a renumbering as ranges, with what made room for them
    news              what a reader who stayed away has missed, and how the rules have grown
    paragraphs        the introduction and the credits, followed from release to release
    passage           a part of a release as it stood there
    known_lives       the lives of all clauses of the known releases, as facts without texts
    known_releases    the releases at the head of the known lives
    recorded_changes  the changes that recorded facts tell of, texts or none
    stories           the wordings that decided in each stretch of a story, and what changed between them
    asked             what a person asks about: a number, a place or a name
    nearest           dates, and numbers and dates near one that does not exist

All of it is pure: values in, values out.
"""
