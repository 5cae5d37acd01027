"""Composition roots: the only place that builds adapters and starts processes."""
