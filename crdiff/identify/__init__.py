"""Which rules a text quotes: of which releases, with what slips, and what became of them.

- `identified`: The values: passages of one release, the clauses that they quote, slips, places in the source.
- `identify`: From a text and an index to what it quotes.
- `page_words`: The words of a page and of a wording, and slips of typing.
- `stretches`: Where words of a clause stand close together, and a text read as it was meant.
- `word_index`: The index of all wordings: which clauses have three words in a row, and what each said when.
- `fitting`: How a stretch of a text agrees with a wording, word by word.
- `agreement`: Whether that is more than chance, and how far it is from every wording of a clause.
- `quoted`: Which stretches of a text quote which clauses.
- `sentence_index`: Whole sentences found by the fingerprints of the known lives, without any text.
- `dating`: The releases that the quotations of a text differ from least, and dates printed beside them.
- `slips`: In what words differ from a wording; errors that the rules print themselves.
- `check`: Whether a clause of a day says what somebody quotes.
- `hints`: What a text says in outdated words of a clause without quoting it.
- `today`: A text with its quotations as the rules read today.
"""
