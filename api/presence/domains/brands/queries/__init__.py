"""All SQL statements of the slice, by subject; row security confines each to its workspace."""
