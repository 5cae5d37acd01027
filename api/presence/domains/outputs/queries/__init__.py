"""Every SQL statement of outputs, one module per concern."""
