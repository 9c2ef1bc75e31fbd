"""MicroPython's compiler words for CPython, where the same functions run plain.

On the board and on the unix port `@micropython.viper` compiles a function to machine code and `ptr16(x)` is an address;
here both change nothing, so that one text is the viper function and its plain twin.
"""
# pyright: basic
# (plain.pyi has the types)


class micropython:  # noqa: N801 - stands for the module
    """What is used of it."""

    @staticmethod
    def viper(function):
        """Return the function as it is."""
        return function


def const(value: int) -> int:
    """Return the value; MicroPython puts it where the name stands."""
    return value


def _same(buffer):
    return buffer


ptr8 = ptr16 = ptr32 = _same
