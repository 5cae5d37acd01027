"""What outputs' calls take and answer, one module per concern."""
