"""Simulated parts that behave like the real ones; they ship, because the bench is a product feature."""
