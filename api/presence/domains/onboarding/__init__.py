"""The wizard: composes workspaces, brands, materials and runs; owns no tables."""
