"""What every route shares: errors, middleware, sessions, lists, health. Knows no slice."""
