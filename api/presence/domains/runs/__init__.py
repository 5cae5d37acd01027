"""Runs: what is planned and asked, and the answers that were given."""
