"""Every engine through its real SDK against the stand-in that speaks its protocol."""
