"""Runs: what is planned and asked, and the answers received."""
