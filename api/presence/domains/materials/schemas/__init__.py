"""Materials and site checks on the wire."""
