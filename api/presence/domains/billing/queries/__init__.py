"""Every SQL statement of billing, one module per subject."""
