"""Facts beside a tree, found in the text of a clause: the numbers it refers to."""
