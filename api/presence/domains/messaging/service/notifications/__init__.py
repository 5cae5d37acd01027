"""Notifications: their kinds, their writers, their recipients, and what a member reads."""
