"""Answers: asked, stored, read, listed and opened."""
