"""Stand-ins for the outside world, run beside the product in tests and trials.

Invariant: nothing in `presence` imports this package.
"""
