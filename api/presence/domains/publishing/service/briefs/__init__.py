"""Content briefs: what somebody needs to write a page that closes one content gap."""
