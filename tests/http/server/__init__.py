"""The product's own server, spoken to over raw sockets."""
