"""Dates on which a brand is analysed automatically."""
