"""SQL statements for the console's own tables, and for its lists of other slices' tables."""
