"""Exports of what a screen shows: asked for, read page by page, written, kept for a day."""
