"""Pure text: nothing here knows of rules.

- `decode`: Bytes to text, with the encoding and the evidence for it.
- `single_byte`: Which single-byte code page a text is in.
- `hidden`: Control characters and characters of no width, refused or written out.
- `markers`: Comments that switch checks of the lint off and on.
- `normalise`: One way of writing line ends, spaces and typography.
- `source_text`: A text read out of its source, with the place of each part of it.
- `words`: Words, sentences and stems.
- `same_words`: Whether two texts have the same words, marks and misprints aside.
- `edit`: An edit of a text, and what a text becomes by edits.
- `nearest`: The texts nearest to one, found by the rare words that they share.
- `toml`: TOML that may come from anybody, read to its values.
- `inline`: Where two sequences of words differ.
"""
