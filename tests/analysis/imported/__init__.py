"""Tests of answers that people bring along."""
