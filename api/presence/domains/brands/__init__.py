"""Brands of a workspace, their competitors and the prompts asked for them."""
