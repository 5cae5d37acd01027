"""Alert rules: what they ask, when they are met, and what was said."""
