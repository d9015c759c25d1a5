"""Pure text: nothing here knows of rules.

- `decode`: Bytes to text, with the encoding, the evidence for it, and what was lost on the way.
- `single_byte`: Which single-byte code page a text is in.
- `hidden`: Characters that show nothing, and the one door for all that is printed.
- `markers`: Comments that switch checks of the lint off and on.
- `normalise`: One way of writing line ends, spaces and typography.
- `source_text`: A text read out of its source, with the place of each part of it.
- `words`: Words, their weights by rarity, and how alike two texts are by them.
- `same_words`: Whether two texts have the same words, marks and misprints aside.
- `edit`: An edit of a text, and what a text becomes by edits.
- `nearest`: The texts nearest to one, found by the rare words that they share; sketches, alike where texts are.
- `groups`: What belongs together: neighbours in a row, and values by what they belong to.
- `toml`: TOML that may come from anybody, read to its values.
- `inline`: Where two sequences of words differ.
"""
