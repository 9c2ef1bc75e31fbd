"""What both ends of the wire share, in the dialect that CPython and MicroPython have in common.

No dataclasses, typing, enum, match or zlib here: MicroPython has none of them. Annotations use builtins only; they are
parsed and forgotten there, and checked by pyright here.
"""
