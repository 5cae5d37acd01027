"""The interface of operators to other slices: what staff may do, and as whom they act."""
