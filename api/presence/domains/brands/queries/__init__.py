"""Every SQL statement of the slice by subject; row security confines each to its workspace."""
