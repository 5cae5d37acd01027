"""Experiments on the simulator: requested, computed, compared with what happened."""
