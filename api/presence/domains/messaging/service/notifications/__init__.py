"""Notifications: what kinds there are, who writes them, who is told, what a member reads."""
