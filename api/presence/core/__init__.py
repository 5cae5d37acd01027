"""Lowest layer: settings, errors, clock, ids and logging. Imports nothing else of ours."""
