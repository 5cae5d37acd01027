"""Every SQL statement of publishing, one module per concern."""
