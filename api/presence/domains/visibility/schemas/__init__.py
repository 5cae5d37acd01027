"""The slice on the wire: `results` runs, scores and conclusions · `evidence` what they stand on."""
