"""Answers: asked, stored, extracted, listed and opened."""
