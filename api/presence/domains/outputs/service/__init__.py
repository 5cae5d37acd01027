"""Decisions and writes of outputs, one module per concern."""
