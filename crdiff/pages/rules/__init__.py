"""The text of the rules.

Modules:

    subsection     the newest text: contents, a page for each subsection or, where that is long, for each rule
    clause_tree    the clauses of a text as a tree, with what is known beside each
    arrivals       when each sentence of a clause came
    former_places  which text stood under each number when
    former_text    the pages of former texts
"""
