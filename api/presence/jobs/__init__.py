"""Background work: enqueued in the caller's transaction, bound to one tenant when it runs."""
