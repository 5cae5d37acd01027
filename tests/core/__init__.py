"""Tests of the small things everything stands on."""
