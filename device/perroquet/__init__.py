"""Perroquet: a referee that sits on the table."""

__version__ = "0.1.0"
