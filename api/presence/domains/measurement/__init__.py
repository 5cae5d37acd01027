"""Measurement: takes a run from its pages and answers to its end, and documents the method."""
