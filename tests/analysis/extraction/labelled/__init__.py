"""The labelled set and how often the extractor agrees with it.

Invariant: figures of a split are computed from all of its texts; nothing is left out or weighted.
"""
