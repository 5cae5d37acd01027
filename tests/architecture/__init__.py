"""Rules of the house as tests; each rule also meets a bad sample that must trip it."""
