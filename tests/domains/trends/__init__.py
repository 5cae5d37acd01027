"""Tests of the trends slice."""
