"""The host side of the wire to the base."""
