"""`make bench`: the product's limits as ratios to well-known tools, measured in one run."""
