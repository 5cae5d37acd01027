"""Sessions, tenancy, row security and database roles."""
