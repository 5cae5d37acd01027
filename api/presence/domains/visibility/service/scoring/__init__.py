"""Scores: concluded from answers, compared, revised and packed for whoever checks them."""
