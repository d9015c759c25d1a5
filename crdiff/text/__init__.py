"""Pure text: decoding bytes, normalising, words, similarity, word differences. Knows nothing of rules."""
