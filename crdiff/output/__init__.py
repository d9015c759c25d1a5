"""Trees of files written whole: what need not be made again, and portions made in parallel."""
