"""Traffic: sources, uploads, pushes and what is shown of them."""
