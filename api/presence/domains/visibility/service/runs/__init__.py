"""A run from its order to its end: what it asks, who holds it, how it ends."""
