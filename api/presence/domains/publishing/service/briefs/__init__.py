"""Content briefs: what a writer needs for a page that closes one content gap."""
