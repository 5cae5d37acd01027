"""The steps of a run, and scoring stored answers again."""
