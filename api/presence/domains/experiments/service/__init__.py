"""What-if experiments and their job."""
