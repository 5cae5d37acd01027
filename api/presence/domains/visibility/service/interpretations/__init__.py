"""Key facts of a brand and what engines say of it."""
