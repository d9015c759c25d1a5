"""The build of a store: what is missing is worked out, written down and published at once."""
