"""Pure measurement library: no database, web framework, settings, queue or wall clock.

Everything here maps frozen dataclasses to frozen dataclasses; access to the outside world is passed
in through the Protocols in `ports`.
"""
