"""Analytics: metrics, answers, cited sources, and what assistants say the brand is."""
