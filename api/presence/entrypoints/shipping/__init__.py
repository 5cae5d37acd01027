"""Sends a log as it grows: `watching` finds its files, `logs` reads them, `sending` sends lines.

Invariant: a line's name in the source is made of what the file holds up to it, and the place in
the file is stored after its lines were taken, so what is sent again counts once.
"""
