"""When a brand is analysed by itself."""
