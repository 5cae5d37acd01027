"""What the slice `operators` does for the others: who of staff may do what, and as whom."""
