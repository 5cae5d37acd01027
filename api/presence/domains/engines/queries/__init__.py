"""All SQL statements of the slice; row security confines each to the workspace.

`keys`: engine keys; `budgets`: accounts and reservations; `ledger`: what was asked; `gates`: the
limits of a key that all workers share.
"""
