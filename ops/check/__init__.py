"""`make check`: the checks of a minute or three, for what a change touches."""
