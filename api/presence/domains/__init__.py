"""Vertical slices, lowest first; each owns its tables, rules, routes and jobs."""
