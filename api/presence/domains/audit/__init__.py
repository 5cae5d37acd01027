"""The append-only log of who did what to which object of a workspace."""
