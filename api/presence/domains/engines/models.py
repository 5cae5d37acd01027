"""Tables of the slice."""
