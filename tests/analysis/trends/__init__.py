"""Tests of trending queries."""
