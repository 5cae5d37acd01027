"""SQL of the console's own tables, and its lists of tables below."""
