"""The doors to the outside world, built only by entry points. Domains see their interfaces."""
