"""What a brand is known by: its website and its documents, and the check of a site's address."""
