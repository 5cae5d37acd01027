"""Rules of publishing: what is made, for whom, and how long it is kept."""
