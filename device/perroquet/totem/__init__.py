"""From windows to grabs."""
