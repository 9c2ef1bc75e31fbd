"""Recordings of single grabs, `perroquet-capture/1`: bytes to values and back, as FORMAT.md promises to makers."""

from perroquet.capture.reading import read
from perroquet.capture.values import FORMAT, Capture, MalformedCapture, TrueHand, Truth
from perroquet.capture.writing import digest, packed, text_of

__all__ = ["FORMAT", "Capture", "MalformedCapture", "TrueHand", "Truth", "digest", "packed", "read", "text_of"]
