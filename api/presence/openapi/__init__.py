"""The generated, committed descriptions of our APIs. Regenerate with `presence export-openapi`."""
