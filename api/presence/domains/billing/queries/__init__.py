"""All SQL statements of billing, one module per subject."""
