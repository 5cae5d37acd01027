"""What must never happen, and the proof: quick tiers as tests, full tiers by `make assure`.

An assurance NAME is a module here with `full(place, seed, deadline) -> Outcome`; its quick tier is
an ordinary test beside it with smaller counts. `frame` runs a full tier and writes its result.
"""
