"""All SQL statements of publishing, one module per concern."""
