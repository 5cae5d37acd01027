"""Key facts of a brand and what engines say about it."""
