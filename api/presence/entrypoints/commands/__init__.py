"""One file per `presence` command; `entrypoints/cli.py` only registers them."""
