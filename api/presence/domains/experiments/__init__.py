"""Experiments: what would happen if a brand's texts were different."""
