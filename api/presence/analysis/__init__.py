"""Pure measurement library: no database, web framework, settings, queue or wall clock.

Everything here maps frozen dataclasses to frozen dataclasses; what touches the world comes in
through the Protocols of `ports`.
"""
