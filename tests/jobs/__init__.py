"""Tests of the queue: enqueueing, running and recovering jobs."""
