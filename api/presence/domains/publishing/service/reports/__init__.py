"""Reports: asked for, gathered from what the screens show, laid out, kept, fetched."""
