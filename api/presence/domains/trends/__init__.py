"""Trending queries: what engines search for while they answer."""
