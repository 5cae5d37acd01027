"""Key facts: found, and held against answers."""
