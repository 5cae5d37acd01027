"""Traffic: who fetched a brand's pages, read from its access logs."""
