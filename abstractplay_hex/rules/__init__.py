"""What the author of a game implements."""
