"""Real parts."""
