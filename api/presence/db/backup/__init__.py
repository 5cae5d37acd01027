"""Backups of the embedded database: one encrypted file with everything a product needs to go on."""
