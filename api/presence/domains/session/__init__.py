"""The signed-in user's own calls, composed from the other slices; owns no tables."""
