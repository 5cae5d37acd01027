"""Every SQL statement of the materials slice; row security confines each to the workspace."""
