"""Drivers: one file a port; heavy libraries are imported lazily, in constructors."""
