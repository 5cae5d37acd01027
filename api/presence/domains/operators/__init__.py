"""Staff of the console: their accounts and roles, their permissions, and what they did."""
