"""SQL statements of the slice."""
