"""All SQL statements of messaging, one module per concern."""
