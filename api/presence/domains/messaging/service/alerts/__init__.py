"""Alert rules: what they check, when they are met, and the alerts they raised."""
