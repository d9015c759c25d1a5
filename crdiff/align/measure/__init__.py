"""What the passes measure and decide by: words, likeness, context, scores, confidence."""
