"""Dates on which a brand is analysed by itself."""
