"""Experiments on the simulator: asked for, made, compared with what happened."""
