"""What a number named when."""
