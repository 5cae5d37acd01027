"""Asking assistants, and storing what they answer."""
