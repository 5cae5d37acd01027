"""Exports of a screen's contents: requested, read page by page, written, kept for a day."""
