"""Share links: making and ending them, opening them, what they show."""
