"""Staff of the console: their accounts and roles, what each may do, and what they did."""
