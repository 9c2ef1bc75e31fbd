"""From a score to samples."""
