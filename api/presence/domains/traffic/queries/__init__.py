"""Every SQL statement of the slice; row security confines each to the workspace."""
