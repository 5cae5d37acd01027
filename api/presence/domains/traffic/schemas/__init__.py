"""Traffic on the wire."""
