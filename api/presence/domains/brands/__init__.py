"""The brands of a workspace, their competitors and the prompts asked about them."""
