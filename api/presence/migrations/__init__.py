"""Alembic migrations and the functions that run them."""
