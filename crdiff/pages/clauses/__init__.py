"""The page of each clause.

- `clause`: The text, every number, what took over, our notes, its checks, who cites it; addresses that lead there.
- `steps`: The wordings, of entries of the glossary too: table, steps, what is not counted.
- `took_over`: What a link shows where it is pasted, what took over from a clause or entry that ended, who cites it.
"""
