"""The virtual table: a page of `web` plus handles of `drivers.sim`."""
