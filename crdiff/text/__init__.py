"""Pure text: nothing here knows of rules.

- `decode`: Bytes to text, with the encoding and the evidence for it.
- `single_byte`: Which single-byte code page a text is in.
- `damage`: How many characters a carrier lost.
- `hidden`: Control characters and characters of no width, refused or written out.
- `printed`: What a terminal, a runner of CI jobs and other readers are shown and do not obey.
- `markers`: Comments that switch checks of the lint off and on.
- `normalise`: One way of writing line ends, spaces and typography.
- `source_text`: A text read out of its source, with the place of each part of it.
- `words`: Words, sentences and stems.
- `same_words`: Whether two texts have the same words, marks and misprints aside.
- `edit`: An edit of a text, and what a text becomes by edits.
- `similarity`: How alike two texts are.
- `weights`: The weights of words, and how well one text continues another.
- `nearest`: The texts nearest to one, found by the rare words that they share.
- `toml`: TOML that may come from anybody, read to its values.
- `inline`: Where two sequences of words differ.
"""
