"""Rules of publishing: what is created, for whom, and how long it is kept."""
