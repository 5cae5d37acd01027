"""Tests of the publishing slice."""
