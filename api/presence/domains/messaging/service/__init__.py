"""Rules of messaging: who is told what, when, and by which channel."""
