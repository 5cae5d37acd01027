"""Every SQL statement of messaging, one module per concern."""
