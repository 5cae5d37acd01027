"""Share links: creating, revoking and opening them, and what they show."""
