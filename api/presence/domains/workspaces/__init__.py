"""The tenant: workspace, membership, roles and business info."""
