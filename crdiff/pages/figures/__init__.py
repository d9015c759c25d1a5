"""How the rules grew.

Modules:

    stats  words, clauses and changes, where the changes were, which section became which
"""
