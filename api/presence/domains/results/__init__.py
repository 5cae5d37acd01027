"""Results: scores, their revisions and changes, and the dashboard read from them."""
