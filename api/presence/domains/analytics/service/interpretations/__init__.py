"""What assistants say the brand is, compared with its facts."""
