"""Measurement: takes a run from its pages and answers to results and findings, and says how."""
