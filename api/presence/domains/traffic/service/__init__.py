"""Decisions and writes of the traffic slice."""
