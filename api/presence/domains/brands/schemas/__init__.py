"""Brands, prompts and competitors on the wire."""
