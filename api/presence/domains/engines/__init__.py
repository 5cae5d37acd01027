"""Engines: which assistants a workspace can ask, on whose key, how fast and at what cost."""
