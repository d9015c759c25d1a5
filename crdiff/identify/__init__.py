"""Which rules a text quotes: of which releases, with what slips, and what became of them.

- `identified`: The values: passages of one release, the clauses that they quote, slips.
- `identify`: From a text and an index to what it quotes.
- `page_words`: A text as words with their places.
- `said_words`: A wording of the rules as words.
- `near_words`: The words of the rules that a slip of typing makes of another word.
- `reading`: A text as it was meant, misspelt words read as those of the rules.
- `word_index`: The index of all wordings: which clauses have three words in a row, and what each said when.
- `stretches`: Where words of a clause stand close together in a text.
- `fitting`: How a stretch of a text agrees with a wording, word by word.
- `agreement`: Whether that is more than chance, and how far it is from every wording of a clause.
- `quoted`: Which stretches of a text quote which clauses.
- `sentence_index`: Whole sentences found by the fingerprints of the known lives, without any text.
- `dating`: The releases that the quotations of a text differ from least, taken together.
- `misprints`: Errors that the rules themselves print.
- `stated_dates`: The dates that a page itself prints beside its quotations.
- `located`: What a text quotes, with places in the source that the text was read out of.
- `slips`: In what words differ from a wording.
- `check`: Whether a clause of a day says what somebody quotes.
- `today`: A text with its quotations as the rules read today.
"""
