"""The English of the rules, as far as a proof or a facet turns on it.

- `meaning`: Words on which the meaning of a rule turns, and words of mere grammar.
- `agreement`: Forms of one word, and verbs that follow a reworded subject.
- `inflection`: Participles of the verbs that a rewording replaces.
- `spelling`: Whether a word is a misspelling of another one.
- `usage`: How the two releases use a word: as a verb, in a compound, beside another name.
- `marks`: Minus signs, and hyphens that only join two words.
"""
