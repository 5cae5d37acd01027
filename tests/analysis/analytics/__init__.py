"""Tests of sums of answers and the metrics over them."""
