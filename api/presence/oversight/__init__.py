"""Looks at the whole product from the database as the role auditor: state, and what must not be."""
