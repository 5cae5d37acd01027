"""Rules of messaging: who is notified of what, when, and by which channel."""
