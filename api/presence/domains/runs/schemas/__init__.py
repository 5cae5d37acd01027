"""What the routes of the slice take and return."""
