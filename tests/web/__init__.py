"""Tests of the page and the bench, in a real browser."""
